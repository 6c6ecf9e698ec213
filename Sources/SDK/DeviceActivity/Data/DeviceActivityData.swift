// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

public import Foundation
public import ManagedSettings

/// The usage of one person on one device, as a report receives it.
public struct DeviceActivityData: Hashable, Sendable {
  /// The person who used the device.
  public var user: User
  /// The device that was used.
  public var device: Device
  /// The time span of the data and the unit that divides it.
  public var segmentInterval: DeviceActivityFilter.SegmentInterval
  /// The end of the newest sample.
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

  /// The usage in an hour, day or week of the filter's span.
  public struct ActivitySegment: Hashable, Sendable {
    /// The time span of the segment, within the filter's span.
    public var dateInterval: DateInterval
    /// The time of use in seconds, with millisecond precision.
    public var totalActivityDuration: TimeInterval
    /// The longest use without a pause, or `nil` if there was no use.
    public var longestActivity: DateInterval?
    /// The time of the first pickup, or `nil` if it is not known.
    public var firstPickup: Date?
    /// The number of pickups without use of an application.
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

  /// The usage of one application in a segment.
  public struct ApplicationActivity: Hashable, Sendable {
    /// The application, including its name, because reports are sealed.
    public var application: Application
    /// The time of use in seconds, with millisecond precision.
    public var totalActivityDuration: TimeInterval
    /// The number of pickups after which this application was used first.
    public var numberOfPickups: Int
    /// The number of notifications that the application showed.
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

  /// The usage of one category in a segment, and of its applications and web domains.
  public struct CategoryActivity: Hashable, Sendable {
    /// The category, including its name.
    public var category: ActivityCategory
    /// The time of use in seconds, with millisecond precision.
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

  /// The usage of one web domain in a segment.
  public struct WebDomainActivity: Hashable, Sendable {
    /// The web domain, including its name.
    public var webDomain: WebDomain
    /// The time of use in seconds, with millisecond precision.
    public var totalActivityDuration: TimeInterval

    package init(webDomain: WebDomain, totalActivityDuration: TimeInterval) {
      self.webDomain = webDomain
      self.totalActivityDuration = totalActivityDuration
    }
  }

  /// A device. Its name is always `nil`.
  public struct Device: Hashable, Sendable {
    /// The kind of device, with the raw values of iOS 16.4 and later.
    public enum Model: Int, Sendable {
      case iPhone, iPod, iPad, mac
    }

    /// Always `nil`, because a device's name often contains its owner's name.
    public var name: String?
    /// The kind of device.
    public var model: Model

    package init(name: String?, model: Model) {
      self.name = name
      self.model = model
    }
  }

  /// A person. Name and Apple ID are always `nil`.
  public struct User: Hashable, Sendable {
    /// The role of a person in the family.
    public enum FamilyRole: Int, Sendable {
      case individual, child
    }

    /// Always `nil`, to protect the person's identity.
    public var appleID: String?
    /// Always `nil`, to protect the person's identity.
    public var nameComponents: PersonNameComponents?
    /// The person's role in the family.
    public var role: FamilyRole

    package init(role: FamilyRole) { self.role = role }
  }
}
