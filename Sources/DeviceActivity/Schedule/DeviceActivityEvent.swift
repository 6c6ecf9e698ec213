// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

public import Foundation
public import ManagedSettings

/// An amount of use within an interval; three empty sets mean all use of the device (E2).
public struct DeviceActivityEvent: Equatable, Sendable {
  /// The name of an event, unique within its activity.
  public struct Name: RawRepresentable, Hashable, Sendable {
    public var rawValue: String

    public init(_ rawValue: String) { self.rawValue = rawValue }
    public init(rawValue: String) { self.rawValue = rawValue }
  }

  public let applications: Set<ApplicationToken>
  public let categories: Set<ActivityCategoryToken>
  public let webDomains: Set<WebDomainToken>
  /// A duration of at least a minute (E9).
  public let threshold: DateComponents
  /// Whether use before the registration counts too (E5).
  public let includesPastActivity: Bool

  public init(
    applications: Set<ApplicationToken> = [], categories: Set<ActivityCategoryToken> = [],
    webDomains: Set<WebDomainToken> = [], threshold: DateComponents
  ) {
    self.init(
      applications: applications, categories: categories, webDomains: webDomains, threshold: threshold,
      includesPastActivity: false)
  }

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

  public var includesAllActivity: Bool { applications.isEmpty && categories.isEmpty && webDomains.isEmpty }
}
