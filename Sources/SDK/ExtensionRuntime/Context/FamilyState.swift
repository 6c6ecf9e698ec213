// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

internal import ExtensionProtocol

/// What the snapshot says about this family's own shields; other families' are not told (`screen-time.md`).
public struct FamilyState: Sendable {
  /// The state as it is at this call, with the writes made so far.
  public static var current: FamilyState { FamilyState(snapshot: ExtensionSession.current?.snapshot) }

  private let snapshot: Snapshot?

  init(snapshot: Snapshot?) { self.snapshot = snapshot }

  public enum Rule: String, Hashable, Sendable {
    /// The token stands in a store's set.
    case direct
    /// A category of a store stands for it; which items it covers is the host's knowledge.
    case category
    /// A store covers everything but its exceptions.
    case all
  }

  public struct Verdict: Hashable, Sendable {
    /// Whether a rule of this family names the token; a category of another token is not resolved here.
    public let isShielded: Bool
    /// The first store, by name, whose rule holds.
    public let store: String?
    public let rule: Rule?
    /// A store that covers the token although another one excepts it (M8, G4): exceptions bind their own policy only.
    public let missedException: String?
  }

  /// Whether this family shields `token`, and by which rule.
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

/// The shield rules of one store, asked about one token.
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
