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

    /// Only persons declared as children.
    public static let children = Users(scope: .children)
    /// Everybody on this device.
    public static let all = Users(scope: .all)
  }

  /// On which devices (R7).
  public struct Devices: Hashable, Sendable {
    /// Nil: all of them.
    let models: Set<DeviceActivityData.Device.Model>?

    /// Every device.
    public static let all = Devices(models: nil)

    /// Devices of these models only; an empty set is every device (R7).
    public init(_ models: Set<DeviceActivityData.Device.Model>) { self.init(models: models.isEmpty ? nil : models) }

    private init(models: Set<DeviceActivityData.Device.Model>?) { self.models = models }
  }

  /// How the span is cut, and the span itself.
  public var segmentInterval: SegmentInterval
  /// Nil is the current person (R4, R6).
  public let users: Users?
  /// Nil is this device (R4, R7).
  public let devices: Devices?
  /// Only these applications; empty sets all three is everything.
  public var applications: Set<ApplicationToken>
  /// Only these categories.
  public var categories: Set<ActivityCategoryToken>
  /// Only these web domains.
  public var webDomains: Set<WebDomainToken>

  /// Sets are joined: what any of them names is in the report; all empty is everything.
  public init(
    segment: SegmentInterval = .hourly(), users: Users, devices: Devices, applications: Set<ApplicationToken> = [],
    categories: Set<ActivityCategoryToken> = [], webDomains: Set<WebDomainToken> = []
  ) {
    self.init(segment, users, devices, applications, categories, webDomains)
  }

  /// Sets are joined: what any of them names is in the report; all empty is everything.
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
