// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

internal import ExtensionProtocol

/// A breach of a rule by extension code, with a name: what Apple's API leaves silent (`screen-time.md` §7).
public struct EffectViolation: Error, Hashable, Sendable, CustomStringConvertible {
  /// What was breached, as a name that can be compared; new names may appear in any release.
  public struct Code: RawRepresentable, Hashable, Sendable {
    public let rawValue: String

    public init(rawValue: String) { self.rawValue = rawValue }

    public static let tokenUnknown = Code(rawValue: "token.unknown")
    public static let unauthorized = Code(rawValue: "unauthorized")
    public static let nameInvalid = Code(rawValue: "name.invalid")
    public static let domainInvalid = Code(rawValue: "domain.invalid")
    public static let ratingOutOfRange = Code(rawValue: "range.rating")
    public static let groupUndeclared = Code(rawValue: "group.undeclared")
    public static let shieldText = Code(rawValue: "limit.shieldText")
    public static let shieldIcon = Code(rawValue: "shield.icon")
    public static let shieldColor = Code(rawValue: "shield.color")
    public static let submenu = Code(rawValue: "limit.submenu")
    public static let namedStores = Code(rawValue: "limit.namedStores")
    public static let shieldApplications = Code(rawValue: "limit.shieldApplications")
    public static let shieldWebDomains = Code(rawValue: "limit.shieldWebDomains")
    public static let shieldCategories = Code(rawValue: "limit.shieldCategories")
    public static let shieldExceptions = Code(rawValue: "limit.shieldExceptions")
    public static let blockedApplications = Code(rawValue: "limit.blockedApplications")
    public static let filterDomains = Code(rawValue: "limit.filterDomains")
    public static let filterExceptions = Code(rawValue: "limit.filterExceptions")
    public static let events = Code(rawValue: "limit.events")
    public static let eventTokens = Code(rawValue: "limit.eventTokens")
    public static let defaults = Code(rawValue: "limit.defaults")
    public static let payload = Code(rawValue: "limit.payload")
    /// Not a place for effects: a sealed process, a widget, or no host at all.
    public static let notHere = Code(rawValue: "effects.notHere")
    /// The host refused what this process found acceptable.
    public static let refused = Code(rawValue: "host.refused")
  }

  public var code: Code
  /// The rule of `spec/screen-time.md` that was breached, such as `M11`.
  public var rule: String
  /// What was written: a setting key, an activity, a suite.
  public var subject: String
  public var limit: Int?
  public var actual: Int?
  /// Completes the sentence in `description`; never repeats values that name an app, a site or a person.
  public var detail: String

  public init(
    _ code: Code, rule: String, subject: String, limit: Int? = nil, actual: Int? = nil, detail: String
  ) {
    self.code = code
    self.rule = rule
    self.subject = subject
    self.limit = limit
    self.actual = actual
    self.detail = detail
  }

  public var description: String { "\(subject) \(detail) (\(code.rawValue), rule \(rule))." }
}

extension EffectViolation {
  /// The reply that settles the delivery `refused` (C4).
  var errorObject: ErrorObject {
    ErrorObject(
      .effectViolation, description, limit: limit == nil ? nil : code.rawValue, maximum: limit.map(Int64.init),
      violation: code.rawValue, subject: subject, actual: actual.map(Int64.init))
  }
}
