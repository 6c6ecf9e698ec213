// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

public import Foundation
public import ManagedSettings

/// The use of one person on one device, as a report sees it.
public struct DeviceActivityData: Hashable, Sendable {
  public var user: User
  public var device: Device
  public var segmentInterval: DeviceActivityFilter.SegmentInterval
  /// The end of the newest sample (R10).
  public var lastUpdatedDate: Date
  package var segments: [ActivitySegment]

  package init(
    user: User, device: Device, segmentInterval: DeviceActivityFilter.SegmentInterval, lastUpdatedDate: Date,
    segments: [ActivitySegment]
  ) {
    self.user = user
    self.device = device
    self.segmentInterval = segmentInterval
    self.lastUpdatedDate = lastUpdatedDate
    self.segments = segments
  }

  /// An hour, a day or a week of the filter's span.
  public struct ActivitySegment: Hashable, Sendable {
    public var dateInterval: DateInterval
    public var totalActivityDuration: TimeInterval
    public var longestActivity: DateInterval?
    public var firstPickup: Date?
    public var totalPickupsWithoutApplicationActivity: Int
    package var categoryActivities: [CategoryActivity]

    package init(
      dateInterval: DateInterval, totalActivityDuration: TimeInterval, longestActivity: DateInterval?,
      firstPickup: Date?, totalPickupsWithoutApplicationActivity: Int, categories: [CategoryActivity]
    ) {
      self.dateInterval = dateInterval
      self.totalActivityDuration = totalActivityDuration
      self.longestActivity = longestActivity
      self.firstPickup = firstPickup
      self.totalPickupsWithoutApplicationActivity = totalPickupsWithoutApplicationActivity
      categoryActivities = categories
    }
  }

  public struct ApplicationActivity: Hashable, Sendable {
    public var application: Application
    public var totalActivityDuration: TimeInterval
    public var numberOfPickups: Int
    public var numberOfNotifications: Int

    package init(
      application: Application, totalActivityDuration: TimeInterval, numberOfPickups: Int, numberOfNotifications: Int
    ) {
      self.application = application
      self.totalActivityDuration = totalActivityDuration
      self.numberOfPickups = numberOfPickups
      self.numberOfNotifications = numberOfNotifications
    }
  }

  public struct CategoryActivity: Hashable, Sendable {
    public var category: ActivityCategory
    public var totalActivityDuration: TimeInterval
    package var applicationActivities: [ApplicationActivity]
    package var webDomainActivities: [WebDomainActivity]

    package init(
      category: ActivityCategory, totalActivityDuration: TimeInterval, applications: [ApplicationActivity],
      webDomains: [WebDomainActivity]
    ) {
      self.category = category
      self.totalActivityDuration = totalActivityDuration
      applicationActivities = applications
      webDomainActivities = webDomains
    }
  }

  public struct WebDomainActivity: Hashable, Sendable {
    public var webDomain: WebDomain
    public var totalActivityDuration: TimeInterval

    package init(webDomain: WebDomain, totalActivityDuration: TimeInterval) {
      self.webDomain = webDomain
      self.totalActivityDuration = totalActivityDuration
    }
  }

  /// A device; its name is nil (R6).
  public struct Device: Hashable, Sendable {
    public enum Model: Int, Sendable {
      case iPhone, iPod, iPad, mac
    }

    public var name: String?
    public var model: Model

    package init(name: String?, model: Model) {
      self.name = name
      self.model = model
    }
  }

  /// A person; identity and name are nil (R6).
  public struct User: Hashable, Sendable {
    public enum FamilyRole: Int, Sendable {
      case individual, child
    }

    public var appleID: String?
    public var nameComponents: PersonNameComponents?
    public var role: FamilyRole

    package init(role: FamilyRole) { self.role = role }
  }
}
