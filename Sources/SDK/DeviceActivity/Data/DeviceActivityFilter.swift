// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

internal import ExtensionProtocol
internal import ExtensionRuntime
public import Foundation
public import ManagedSettings

/// A filter that selects the usage for a report.
public struct DeviceActivityFilter: Equatable, Sendable {
  /// The time span of a report and the unit that divides it. Both ends are extended to whole units.
  public enum SegmentInterval: Hashable, Sendable {
    case hourly(during: DateInterval = DeviceActivityFilter._today)
    case daily(during: DateInterval)
    case weekly(during: DateInterval)
  }

  /// The people whose usage is included.
  public struct Users: Hashable, Sendable {
    let scope: ReportFilter.Users

    /// People who are configured as children.
    public static let children = Users(scope: .children)
    /// All people on this device.
    public static let all = Users(scope: .all)
  }

  /// The devices whose usage is included.
  public struct Devices: Hashable, Sendable {
    /// The models, or `nil` for all.
    let models: Set<DeviceActivityData.Device.Model>?

    /// All devices.
    public static let all = Devices(models: nil)

    /// Selects devices of the given models, or all devices if the set is empty.
    public init(_ models: Set<DeviceActivityData.Device.Model>) { self.init(models: models.isEmpty ? nil : models) }

    private init(models: Set<DeviceActivityData.Device.Model>?) { self.models = models }
  }

  /// The time span of the report and the unit that divides it.
  public var segmentInterval: SegmentInterval
  /// The people whose usage is included, or `nil` for the current person.
  public let users: Users?
  /// The devices whose usage is included, or `nil` for this device.
  public let devices: Devices?
  /// The applications to include. If all three sets are empty, all usage is included.
  public var applications: Set<ApplicationToken>
  /// The categories to include.
  public var categories: Set<ActivityCategoryToken>
  /// The web domains to include.
  public var webDomains: Set<WebDomainToken>

  /// Creates a filter. It includes items that are in any of the sets, or all items if all sets are empty.
  public init(
    segment: SegmentInterval = .hourly(), users: Users, devices: Devices, applications: Set<ApplicationToken> = [],
    categories: Set<ActivityCategoryToken> = [], webDomains: Set<WebDomainToken> = []
  ) {
    self.init(segment, users, devices, applications, categories, webDomains)
  }

  /// Creates a filter for the current person. It includes items that are in any of the sets, or all items if all sets
  /// are empty.
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

  /// The time span from the start of the person's day until now.
  public static var _today: DateInterval {
    let now = PersonCalendar.now
    return DateInterval(start: PersonCalendar.current.startOfDay(for: now), end: now)
  }
}
