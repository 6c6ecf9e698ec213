// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

internal import ExtensionProtocol
internal import ExtensionRuntime
public import Foundation
public import ManagedSettings

/// Which use a report is about.
public struct DeviceActivityFilter: Equatable, Sendable {
  /// The span and the unit it is cut into; both ends are widened to whole units (R5).
  public enum SegmentInterval: Hashable, Sendable {
    case hourly(during: DateInterval = DeviceActivityFilter._today)
    case daily(during: DateInterval)
    case weekly(during: DateInterval)
  }

  /// Whose use (R6).
  public struct Users: Hashable, Sendable {
    let scope: ReportFilter.Users

    public static let children = Users(scope: .children)
    public static let all = Users(scope: .all)
  }

  /// On which devices (R7).
  public struct Devices: Hashable, Sendable {
    /// Nil: all of them.
    let models: Set<DeviceActivityData.Device.Model>?

    public static let all = Devices(models: nil)

    public init(_ models: Set<DeviceActivityData.Device.Model>) { self.init(models: models.isEmpty ? nil : models) }

    private init(models: Set<DeviceActivityData.Device.Model>?) { self.models = models }
  }

  public var segmentInterval: SegmentInterval
  public let users: Users?
  public let devices: Devices?
  public var applications: Set<ApplicationToken>
  public var categories: Set<ActivityCategoryToken>
  public var webDomains: Set<WebDomainToken>

  public init(
    segment: SegmentInterval = .hourly(), users: Users, devices: Devices, applications: Set<ApplicationToken> = [],
    categories: Set<ActivityCategoryToken> = [], webDomains: Set<WebDomainToken> = []
  ) {
    self.init(segment, users, devices, applications, categories, webDomains)
  }

  public init(
    segment: SegmentInterval = .hourly(), devices: Devices? = nil, applications: Set<ApplicationToken> = [],
    categories: Set<ActivityCategoryToken> = [], webDomains: Set<WebDomainToken> = []
  ) {
    self.init(segment, nil, devices, applications, categories, webDomains)
  }

  private init(
    _ segment: SegmentInterval, _ users: Users?, _ devices: Devices?, _ applications: Set<ApplicationToken>,
    _ categories: Set<ActivityCategoryToken>, _ webDomains: Set<WebDomainToken>
  ) {
    segmentInterval = segment
    self.users = users
    self.devices = devices
    self.applications = applications
    self.categories = categories
    self.webDomains = webDomains
  }

  /// From the start of the person's day to now (R4).
  public static var _today: DateInterval {
    let now = PersonCalendar.now
    return DateInterval(start: PersonCalendar.current.startOfDay(for: now), end: now)
  }
}
