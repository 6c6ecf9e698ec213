// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

public import Foundation
public import ManagedSettings

/// An amount of use within an interval; three empty sets mean all use of the device (E2).
public struct DeviceActivityEvent: Equatable, Sendable {
  /// The name of an event, unique within its activity.
  public struct Name: RawRepresentable, Hashable, Sendable {
    /// 1 to 256 bytes (§4).
    public var rawValue: String

    /// A name as it is written in sources.
    public init(_ rawValue: String) { self.rawValue = rawValue }
    /// A name as it is stored.
    public init(rawValue: String) { self.rawValue = rawValue }
  }

  /// Whose use counts; empty sets all three is all use (E2).
  public let applications: Set<ApplicationToken>
  /// Whose use counts, with all that is in them.
  public let categories: Set<ActivityCategoryToken>
  /// Whose use counts.
  public let webDomains: Set<WebDomainToken>
  /// A duration of at least a minute (E9).
  public let threshold: DateComponents
  /// Whether use before the registration counts too (E5).
  public let includesPastActivity: Bool

  /// - Parameter threshold: at least a minute (E9).
  public init(
    applications: Set<ApplicationToken> = [], categories: Set<ActivityCategoryToken> = [],
    webDomains: Set<WebDomainToken> = [], threshold: DateComponents
  ) {
    self.init(
      applications: applications, categories: categories, webDomains: webDomains, threshold: threshold,
      includesPastActivity: false)
  }

  /// - Parameter threshold: at least a minute (E9).
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

  /// Whether all use counts, because no set names any (E2).
  public var includesAllActivity: Bool { applications.isEmpty && categories.isEmpty && webDomains.isEmpty }
}
