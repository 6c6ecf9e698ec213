// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

extension EffectViolation {
  /// The rule that was violated. Code on both sides switches over the case; the wire and the store hold the raw value.
  public enum Code: Hashable, Sendable {
    /// A limit of `screen-time.md#limits` was exceeded.
    case limit(Limit)
    /// Any other rule was violated.
    case fault(Fault)
    /// A registration was refused for a reason that Apple's API defines (D7).
    case monitoring(MonitoringRefusal)
    /// A request to authorize or to revoke was refused for a reason that Apple's API defines (A6, A8).
    case authorization(AuthorizationRefusal)
    /// A code of a later version, kept and shown unchanged.
    case unknown(String)
  }

  /// The limits that have their own code.
  public enum Limit: String, Hashable, Sendable, CaseIterable {
    case shieldText = "limit.shieldText"
    case submenu = "limit.submenu"
    case namedStores = "limit.namedStores"
    case shieldApplications = "limit.shieldApplications"
    case shieldWebDomains = "limit.shieldWebDomains"
    case shieldCategories = "limit.shieldCategories"
    case shieldExceptions = "limit.shieldExceptions"
    case blockedApplications = "limit.blockedApplications"
    case filterDomains = "limit.filterDomains"
    case filterExceptions = "limit.filterExceptions"
    case events = "limit.events"
    case eventTokens = "limit.eventTokens"
    case defaults = "limit.defaults"
    case payload = "limit.payload"
    case notification = "limit.notification"
    /// The family's pending notifications (N1).
    case pending = "limit.pending"
    /// The notifications that one callback shows at once (Q6).
    case notifications = "limit.notifications"
    /// The daily budget of callbacks under the person's profile (PRIV-MT1).
    case meteringBudget = "limit.meteringBudget"
  }

  public enum Fault: String, Hashable, Sendable, CaseIterable {
    case tokenUnknown = "token.unknown"
    /// A write before approval (A11).
    case unauthorized
    case nameInvalid = "name.invalid"
    case domainInvalid = "domain.invalid"
    case ratingOutOfRange = "range.rating"
    /// The value's type is not the type of the setting.
    case settingKind = "setting.kind"
    case groupUndeclared = "group.undeclared"
    case shieldIcon = "shield.icon"
    case shieldColor = "shield.color"
    case notificationTrigger = "notification.trigger"
    case notificationNotAllowed = "notification.notAllowed"
    case badgeRange = "badge.range"
    case badgeNotAllowed = "badge.notAllowed"
    case familyUnknown = "family.unknown"
    /// A revocation was combined with other effects (A9).
    case revocationNotAlone = "revokeAuthorization.alone"
    /// Effects are not allowed here: the process is sealed, it is a widget, or it has no host.
    case notHere = "effects.notHere"
    /// The host refused an effect that this process had accepted.
    case refused = "host.refused"
  }
}

extension EffectViolation.Code: RawRepresentable {
  /// Never fails. `unauthorized` decodes as a write before approval. `startMonitoring` has a refusal with the same
  /// name; the error that carries the code distinguishes the two.
  public init(rawValue: String) {
    if let limit = EffectViolation.Limit(rawValue: rawValue) {
      self = .limit(limit)
    } else if let fault = EffectViolation.Fault(rawValue: rawValue) {
      self = .fault(fault)
    } else if let refusal = MonitoringRefusal(rawValue: rawValue) {
      self = .monitoring(refusal)
    } else if let refusal = AuthorizationRefusal(rawValue: rawValue) {
      self = .authorization(refusal)
    } else {
      self = .unknown(rawValue)
    }
  }

  public var rawValue: String {
    switch self {
    case .limit(let limit): limit.rawValue
    case .fault(let fault): fault.rawValue
    case .monitoring(let refusal): refusal.rawValue
    case .authorization(let refusal): refusal.rawValue
    case .unknown(let name): name
    }
  }
}

// MARK: - Names used in extension sources

extension EffectViolation.Code {
  public static let tokenUnknown = Self.fault(.tokenUnknown)
  public static let unauthorized = Self.fault(.unauthorized)
  public static let nameInvalid = Self.fault(.nameInvalid)
  public static let domainInvalid = Self.fault(.domainInvalid)
  public static let ratingOutOfRange = Self.fault(.ratingOutOfRange)
  public static let groupUndeclared = Self.fault(.groupUndeclared)
  public static let shieldText = Self.limit(.shieldText)
  public static let shieldIcon = Self.fault(.shieldIcon)
  public static let shieldColor = Self.fault(.shieldColor)
  public static let submenu = Self.limit(.submenu)
  public static let namedStores = Self.limit(.namedStores)
  public static let shieldApplications = Self.limit(.shieldApplications)
  public static let shieldWebDomains = Self.limit(.shieldWebDomains)
  public static let shieldCategories = Self.limit(.shieldCategories)
  public static let shieldExceptions = Self.limit(.shieldExceptions)
  public static let blockedApplications = Self.limit(.blockedApplications)
  public static let filterDomains = Self.limit(.filterDomains)
  public static let filterExceptions = Self.limit(.filterExceptions)
  public static let events = Self.limit(.events)
  public static let eventTokens = Self.limit(.eventTokens)
  public static let defaults = Self.limit(.defaults)
  public static let payload = Self.limit(.payload)
  public static let notHere = Self.fault(.notHere)
  public static let refused = Self.fault(.refused)
}
