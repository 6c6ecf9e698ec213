// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

public import ManagedSettings

/// What a person chose in the picker.
public struct FamilyActivitySelection: Equatable, Sendable {
  /// The applications chosen one by one; at most 50 of them can be shielded at once (§4).
  public var applicationTokens: Set<ApplicationToken> = []
  /// The categories chosen as a whole.
  public var categoryTokens: Set<ActivityCategoryToken> = []
  /// The web domains chosen one by one.
  public var webDomainTokens: Set<WebDomainToken> = []
  /// Whether choosing a category also yields the tokens of its items (T7).
  public let includeEntireCategory: Bool

  /// Nothing chosen; a category counts as itself only.
  public init() { self.init(includeEntireCategory: false) }

  /// - Parameter includeEntireCategory: whether choosing a category also gives the tokens of what it holds now (T7).
  public init(includeEntireCategory: Bool) { self.includeEntireCategory = includeEntireCategory }

  /// `applicationTokens` as applications; they have a token and no name.
  public var applications: Set<Application> { Set(applicationTokens.map(Application.init(token:))) }
  /// `categoryTokens` as categories; they have a token and no name.
  public var categories: Set<ActivityCategory> { Set(categoryTokens.map(ActivityCategory.init(token:))) }
  /// `webDomainTokens` as web domains; they have a token and no name.
  public var webDomains: Set<WebDomain> { Set(webDomainTokens.map(WebDomain.init(token:))) }
}
