// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

public import Foundation
public import ManagedSettings

/// The use of one person on one device, as a report sees it.
public struct DeviceActivityData: Hashable, Sendable {
  /// Whose use it is.
  public var user: User
  /// Where it was used.
  public var device: Device
  /// How the span is cut, and the span itself.
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
    /// From when to when, within the filter's span.
    public var dateInterval: DateInterval
    /// Seconds of use, to the millisecond.
    public var totalActivityDuration: TimeInterval
    /// The longest stretch without a pause; nil where nothing was used.
    public var longestActivity: DateInterval?
    /// When the device was first taken up; nil where that is not known.
    public var firstPickup: Date?
    /// How often the device was taken up and put away without use.
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

  /// The use of one application in a segment.
  public struct ApplicationActivity: Hashable, Sendable {
    /// Which one, with its name: reports are sealed (R6).
    public var application: Application
    /// Seconds of use, to the millisecond.
    public var totalActivityDuration: TimeInterval
    /// How often it was the first thing after taking the device up.
    public var numberOfPickups: Int
    /// How many notifications it showed.
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

  /// The use of one category in a segment, and what it is made of.
  public struct CategoryActivity: Hashable, Sendable {
    /// Which one, with its name.
    public var category: ActivityCategory
    /// Seconds of use, to the millisecond.
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

  /// The use of one web domain in a segment.
  public struct WebDomainActivity: Hashable, Sendable {
    /// Which one, with its name.
    public var webDomain: WebDomain
    /// Seconds of use, to the millisecond.
    public var totalActivityDuration: TimeInterval

    package init(webDomain: WebDomain, totalActivityDuration: TimeInterval) {
      self.webDomain = webDomain
      self.totalActivityDuration = totalActivityDuration
    }
  }

  /// A device; its name is nil (R6).
  public struct Device: Hashable, Sendable {
    /// What sort of device; raw values as from iOS 16.4.
    public enum Model: Int, Sendable {
      case iPhone, iPod, iPad, mac
    }

    /// Nil: a device's name often holds its owner's (R6).
    public var name: String?
    /// What sort of device it is.
    public var model: Model

    package init(name: String?, model: Model) {
      self.name = name
      self.model = model
    }
  }

  /// A person; identity and name are nil (R6).
  public struct User: Hashable, Sendable {
    /// What somebody is in a family.
    public enum FamilyRole: Int, Sendable {
      case individual, child
    }

    /// Nil (R6).
    public var appleID: String?
    /// Nil (R6).
    public var nameComponents: PersonNameComponents?
    /// Whether the person is a child here.
    public var role: FamilyRole

    package init(role: FamilyRole) { self.role = role }
  }
}
