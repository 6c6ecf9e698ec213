// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

public import ManagedSettings

/// A person's selection in the picker.
public struct FamilyActivitySelection: Equatable, Sendable {
  /// The selected applications. At most 50 of them can be shielded at once.
  public var applicationTokens: Set<ApplicationToken> = []
  /// The selected categories.
  public var categoryTokens: Set<ActivityCategoryToken> = []
  /// The selected web domains.
  public var webDomainTokens: Set<WebDomainToken> = []
  /// Indicates whether selecting a category also adds the tokens of its items.
  public let includeEntireCategory: Bool

  /// Creates an empty selection in which a category does not add the tokens of its items.
  public init() { self.init(includeEntireCategory: false) }

  /// - Parameter includeEntireCategory: Whether selecting a category also adds the tokens of its current items.
  public init(includeEntireCategory: Bool) { self.includeEntireCategory = includeEntireCategory }

  /// The selected applications, with a token but no name.
  public var applications: Set<Application> { Set(applicationTokens.map(Application.init(token:))) }
  /// The selected categories, with a token but no name.
  public var categories: Set<ActivityCategory> { Set(categoryTokens.map(ActivityCategory.init(token:))) }
  /// The selected web domains, with a token but no name.
  public var webDomains: Set<WebDomain> { Set(webDomainTokens.map(WebDomain.init(token:))) }
}
