// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

package import ExtensionProtocol
internal import ExtensionRuntime
internal import Foundation
internal import ManagedSettings

extension DeviceActivityFilter {
  package var wire: ReportFilter {
    ReportFilter(
      segment: segmentInterval.segment, start: segmentInterval.span.start.wireTime,
      end: segmentInterval.span.end.wireTime, users: users?.scope, devices: devices?.names,
      applications: applications.wireTokens(), categories: categories.wireTokens(),
      webDomains: webDomains.wireTokens())
  }
}

extension DeviceActivityFilter.SegmentInterval {
  /// Creates the interval for `segment` with the time span of a filter on the wire.
  package init(_ segment: ReportFilter.Segment, from start: Int64, to end: Int64) {
    let span = DateInterval(start: Date(wireTime: start), end: Date(wireTime: max(start, end)))
    self =
      switch segment {
      case .hourly: .hourly(during: span)
      case .daily: .daily(during: span)
      case .weekly: .weekly(during: span)
      }
  }

  fileprivate var span: DateInterval {
    switch self {
    case .hourly(let span), .daily(let span), .weekly(let span): span
    }
  }

  fileprivate var segment: ReportFilter.Segment {
    switch self {
    case .hourly: .hourly
    case .daily: .daily
    case .weekly: .weekly
    }
  }
}

extension DeviceActivityFilter.Devices {
  /// The names of all models, listed explicitly because a missing list would mean this device.
  fileprivate var names: [String] {
    let all: [DeviceActivityData.Device.Model] = [.iPad, .iPhone, .iPod, .mac]
    return all.filter { models?.contains($0) ?? true }.map(\.name).sorted { $0.precedesInUTF8($1) }
  }
}

extension DeviceActivityData.Device.Model {
  package var name: String { String(describing: self) }

  package init?(name: String) {
    switch name {
    case "iPhone": self = .iPhone
    case "iPod": self = .iPod
    case "iPad": self = .iPad
    case "mac": self = .mac
    default: return nil
    }
  }
}
