// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

public import ManagedSettings

/// What a person chose in the picker.
public struct FamilyActivitySelection: Equatable, Sendable {
  public var applicationTokens: Set<ApplicationToken> = []
  public var categoryTokens: Set<ActivityCategoryToken> = []
  public var webDomainTokens: Set<WebDomainToken> = []
  /// Whether choosing a category also yields the tokens of its items (T7).
  public let includeEntireCategory: Bool

  public init() { self.init(includeEntireCategory: false) }

  public init(includeEntireCategory: Bool) { self.includeEntireCategory = includeEntireCategory }

  public var applications: Set<Application> { Set(applicationTokens.map(Application.init(token:))) }
  public var categories: Set<ActivityCategory> { Set(categoryTokens.map(ActivityCategory.init(token:))) }
  public var webDomains: Set<WebDomain> { Set(webDomainTokens.map(WebDomain.init(token:))) }
}
