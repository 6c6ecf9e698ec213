// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

internal import ExtensionProtocol

/// The state of this family's shields. It does not include the shields of other families.
public struct FamilyState: Sendable {
  /// The current state, including the writes made so far.
  public static var current: FamilyState { FamilyState(snapshot: ExtensionSession.current?.snapshot) }

  private let snapshot: Snapshot?

  init(snapshot: Snapshot?) { self.snapshot = snapshot }

  public enum Rule: String, Hashable, Sendable {
    /// A store's set contains the token.
    case direct
    /// The token is a category that a store shields. Only the host knows which items the category covers.
    case category
    /// A store shields everything except its exceptions.
    case all
  }

  public struct Verdict: Hashable, Sendable {
    /// Indicates whether a rule of this family shields the token. Categories that contain the token are not considered.
    public let isShielded: Bool
    /// The first store with a direct rule or, if there is none, the first store with another rule.
    public let store: String?
    public let rule: Rule?
    /// A store that shields the token although another store excepts it. An exception applies only to the policy that
    /// contains it.
    public let missedException: String?
  }

  /// Returns whether this family shields `token`, and by which rule.
  public func verdict(for token: some TokenIdentifying) -> Verdict {
    guard let token = WireToken(token._stableKey), let snapshot else {
      return Verdict(isShielded: false, store: nil, rule: nil, missedException: nil)
    }
    var hits: [(store: String, rule: Rule)] = []
    var exceptedBy: String?
    for store in snapshot.stores where store.isActive {
      let findings = ShieldRules(settings: store.settings, token: token)
      if let rule = findings.rule { hits.append((store.name, rule)) }
      if findings.isExcepted { exceptedBy = exceptedBy ?? store.name }
    }
    let hit = hits.first { $0.rule == .direct } ?? hits.first
    return Verdict(
      isShielded: hit != nil, store: hit?.store, rule: hit?.rule, missedException: hit == nil ? nil : exceptedBy)
  }
}

/// The result of one store's shield rules for one token.
private struct ShieldRules {
  let rule: FamilyState.Rule?
  let isExcepted: Bool

  init(settings: [SettingKey: SettingValue], token: WireToken) {
    let (direct, policies): (SettingKey?, [SettingKey]) =
      switch token.kind {
      case .application: (.shieldApplications, [.shieldApplicationCategories])
      case .webDomain: (.shieldWebDomains, [.shieldWebDomainCategories])
      case .category: (nil, [.shieldApplicationCategories, .shieldWebDomainCategories])
      }
    var rule: FamilyState.Rule?
    var isExcepted = false
    if let direct, case .tokens(let tokens)? = settings[direct], tokens.contains(token) { rule = .direct }
    for key in policies {
      guard case .categoryPolicy(let policy)? = settings[key] else { continue }
      switch policy {
      case .none: break
      case .specific(let categories, let except):
        isExcepted = isExcepted || except.contains(token)
        if categories.contains(token) { rule = rule ?? .category }
      case .all(let except):
        isExcepted = isExcepted || except.contains(token)
        if !except.contains(token) { rule = rule ?? .all }
      }
    }
    self.rule = rule
    self.isExcepted = isExcepted
  }
}
