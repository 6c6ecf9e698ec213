// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

public import Foundation
public import ManagedSettings

/// An amount of usage within an interval. If the three sets are empty, all usage of the device counts.
public struct DeviceActivityEvent: Equatable, Sendable {
  /// The name of an event, unique within its activity.
  public struct Name: RawRepresentable, Hashable, Sendable {
    /// The name as text of 1 to 256 bytes.
    public var rawValue: String

    /// Creates a name.
    public init(_ rawValue: String) { self.rawValue = rawValue }
    /// Creates a name from its raw value.
    public init(rawValue: String) { self.rawValue = rawValue }
  }

  /// The applications whose usage counts. If all three sets are empty, all usage counts.
  public let applications: Set<ApplicationToken>
  /// The categories whose usage counts, with everything in them.
  public let categories: Set<ActivityCategoryToken>
  /// The web domains whose usage counts.
  public let webDomains: Set<WebDomainToken>
  /// The usage that triggers the event, at least a minute.
  public let threshold: DateComponents
  /// Indicates whether usage before the registration counts too.
  public let includesPastActivity: Bool

  /// - Parameter threshold: The usage that triggers the event, at least a minute.
  public init(
    applications: Set<ApplicationToken> = [], categories: Set<ActivityCategoryToken> = [],
    webDomains: Set<WebDomainToken> = [], threshold: DateComponents
  ) {
    self.init(
      applications: applications, categories: categories, webDomains: webDomains, threshold: threshold,
      includesPastActivity: false)
  }

  /// - Parameter threshold: The usage that triggers the event, at least a minute.
  public init(
    applications: Set<ApplicationToken> = [], categories: Set<ActivityCategoryToken> = [],
    webDomains: Set<WebDomainToken> = [], threshold: DateComponents, includesPastActivity: Bool
  ) {
    self.applications = applications
    self.categories = categories
    self.webDomains = webDomains
    self.threshold = threshold
    self.includesPastActivity = includesPastActivity
  }

  /// Indicates whether all usage counts, because all three sets are empty.
  public var includesAllActivity: Bool { applications.isEmpty && categories.isEmpty && webDomains.isEmpty }
}
