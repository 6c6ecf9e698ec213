// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

internal import ExtensionProtocol
internal import ExtensionRuntime
internal import Foundation
internal import ManagedSettings

/// Assembles the flat elements of `data` into a tree: device › segment › category › application or web domain.
struct ReportAssembly {
  private let filter: ReportFilter
  private var device: DeviceActivityData?

  init(filter: ReportFilter) { self.filter = filter }

  /// - Returns: The previous device, if the element completes it.
  mutating func take(_ element: ReportElement) -> DeviceActivityData? {
    switch element {
    case .device(let role, let model, let updated):
      defer { begin(role: role, model: model, updated: updated) }
      return device
    case .segment(let segment): add(segment)
    case .category(let token, let name, let totalMs):
      let category = ActivityCategory(token: ActivityCategoryToken(token), localizedDisplayName: name)
      change { segment in
        segment.categoryActivities.append(
          DeviceActivityData.CategoryActivity(
            category: category, totalActivityDuration: Self.seconds(totalMs), applications: [], webDomains: []))
      }
    case .application(let token, let name, let bundleID, let totalMs, let pickups, let notifications):
      let application = Application(
        bundleIdentifier: bundleID, token: ApplicationToken(token), localizedDisplayName: name)
      changeCategory { category in
        category.applicationActivities.append(
          DeviceActivityData.ApplicationActivity(
            application: application, totalActivityDuration: Self.seconds(totalMs), numberOfPickups: Int(pickups),
            numberOfNotifications: Int(notifications)))
      }
    case .webDomain(let token, let domain, let totalMs):
      let webDomain = WebDomain(domain: domain, token: WebDomainToken(token))
      changeCategory { category in
        category.webDomainActivities.append(
          DeviceActivityData.WebDomainActivity(
            webDomain: webDomain, totalActivityDuration: Self.seconds(totalMs)))
      }
    case .unknown: break
    }
    return nil
  }

  /// - Returns: The last device.
  mutating func finish() -> DeviceActivityData? {
    defer { device = nil }
    return device
  }

  // MARK: - Parts

  private mutating func begin(role: String, model: String, updated: Int64) {
    device = DeviceActivityData(
      user: DeviceActivityData.User(role: role == "child" ? .child : .individual),
      device: DeviceActivityData.Device(name: nil, model: DeviceActivityData.Device.Model(name: model) ?? .iPhone),
      segmentInterval: DeviceActivityFilter.SegmentInterval(filter.segment, from: filter.start, to: filter.end),
      lastUpdatedDate: Date(wireTime: updated), segments: [])
  }

  private mutating func add(_ segment: ReportSegment) {
    device?.segments.append(
      DeviceActivityData.ActivitySegment(
        dateInterval: Self.interval(segment.start, segment.end),
        totalActivityDuration: Self.seconds(segment.totalMs),
        longestActivity: segment.longest.map { Self.interval($0.start, $0.end) },
        firstPickup: segment.firstPickup.map { Date(wireTime: $0) },
        totalPickupsWithoutApplicationActivity: Int(segment.pickups), categories: []))
  }

  private mutating func change(_ body: (inout DeviceActivityData.ActivitySegment) -> Void) {
    guard let last = device?.segments.indices.last else { return }
    device.mutate { body(&$0.segments[last]) }
  }

  private mutating func changeCategory(_ body: (inout DeviceActivityData.CategoryActivity) -> Void) {
    change { segment in
      guard let last = segment.categoryActivities.indices.last else { return }
      body(&segment.categoryActivities[last])
    }
  }

  private static func seconds(_ milliseconds: Int64) -> TimeInterval { Double(milliseconds) / 1_000 }

  private static func interval(_ start: Int64, _ end: Int64) -> DateInterval {
    DateInterval(start: Date(wireTime: start), end: Date(wireTime: max(start, end)))
  }
}

extension Optional {
  fileprivate mutating func mutate(_ body: (inout Wrapped) -> Void) {
    guard var value = self else { return }
    self = nil
    body(&value)
    self = value
  }
}

extension DeviceActivityResults<DeviceActivityData> {
  /// The devices of a report, each available as soon as its last element has arrived.
  init(_ stream: ReportDataStream, filter: ReportFilter) {
    self.init(source: {
      var assembly = ReportAssembly(filter: filter)
      var elements = stream.makeAsyncIterator()
      return {
        while let element = await elements.next() {
          if let device = assembly.take(element) { return device }
        }
        return assembly.finish()
      }
    })
  }
}
