// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

internal import ExtensionProtocol

/// The rules of `screen-time.md#limits` that a process can check before the host does (C3).
struct EffectRules {
  let terms: HostTerms
  let snapshot: Snapshot

  private var isStrict: Bool { terms.behaviour == .strict }

  /// Returns the effect in the form to collect.
  ///
  /// - Returns: `nil` if `appleCompatible` drops it silently.
  /// - Throws: The violation, under `strict` (C4).
  func accept(_ effect: Effect) throws(EffectViolation) -> Effect? {
    guard terms.point.mayHaveEffects else {
      throw EffectViolation(
        .notHere, rule: "C9", subject: effect.kind.rawValue, detail: "is not open to \(terms.point.rawValue)")
    }
    if effect.needsApproval, snapshot.authorization != .approved {
      guard isStrict else { return nil }
      throw EffectViolation(
        .unauthorized, rule: "A11", subject: effect.kind.rawValue,
        detail: "needs an approved request for authorization")
    }
    switch effect {
    case .setSetting(let store, let key, let value): return try setting(store, key, value)
    case .setStoreActive(let store, _):
      try check(name: store, of: "store")
      return try fits(store) ? effect : nil
    case .clearStore(let store), .deleteStore(let store):
      try check(name: store, of: "store")
      return effect
    case .startMonitoring(let activity, _, let events):
      try check(name: activity, of: "activity")
      for event in events { try check(name: event.name, of: "event") }
      return effect
    case .setDefault(let suite, let key, let value): return try defaultsValue(suite, key, value)
    default: return effect
    }
  }

  /// Checks a name. Equal names must have equal bytes.
  func check(name: String, of what: String) throws(EffectViolation) {
    do { try WireText.check(name, as: .name, atMost: 256, at: "") } catch {
      throw EffectViolation(
        .nameInvalid, rule: "§4", subject: "The name of the \(what)", limit: error.kind == .limit ? 256 : nil,
        actual: error.kind == .limit ? name.utf8.count : nil, detail: error.reason)
    }
  }

  // MARK: - Settings

  private func setting(
    _ store: String, _ key: SettingKey, _ value: SettingValue?
  ) throws(EffectViolation) -> Effect? {
    try check(name: store, of: "store")
    guard var value else { return .setSetting(store: store, key: key, value: nil) }
    guard try fits(store) else { return nil }
    switch try SettingRules(key: key, snapshot: snapshot, maximum: Int(terms.limits.tokens ?? 50)).check(value) {
    case .accepted(let checked): value = checked
    case .breach(let violation, let silently):
      guard !isStrict else { throw violation }
      switch silently {
      case .drop: return .setSetting(store: store, key: key, value: nil)
      case .replace(let replacement): value = replacement
      }
    }
    return .setSetting(store: store, key: key, value: value)
  }

  /// Returns whether the store exists or can be created: 50 stores in addition to `Default`.
  private func fits(_ store: String) throws(EffectViolation) -> Bool {
    let maximum = Int(terms.limits.stores ?? 51) - 1
    let named = snapshot.stores.count { $0.name != defaultStoreName }
    guard store != defaultStoreName, !snapshot.stores.contains(where: { $0.name == store }), named >= maximum else {
      return true
    }
    guard isStrict else { return false }
    throw EffectViolation(
      .namedStores, rule: "§4", subject: "The store “\(store)”", limit: maximum, actual: named + 1,
      detail: "would be named store \(named + 1); the maximum is \(maximum)")
  }

  // MARK: - Defaults

  private static let suiteBytes = 256 << 10

  private func defaultsValue(
    _ suite: String, _ key: String, _ value: PropertyValue?
  ) throws(EffectViolation) -> Effect? {
    try check(name: key, of: "defaults key")
    var after = snapshot
    after.apply(.setDefault(suite: suite, key: key, value: value))
    let bytes = after.defaults.first { $0.suite == suite }?.values.reduce(0) { $0 + $1.approximateBytes } ?? 0
    guard value == nil || bytes <= Self.suiteBytes else {
      throw EffectViolation(
        .defaults, rule: "§4", subject: "The suite “\(suite)”", limit: Self.suiteBytes, actual: bytes,
        detail: "would hold \(bytes) bytes; the maximum is \(Self.suiteBytes)")
    }
    return .setDefault(suite: suite, key: key, value: value)
  }
}

extension Effect {
  /// Only settings and monitoring require approval (A11); defaults, badges and notifications concern only the family
  /// itself.
  var needsApproval: Bool {
    switch self {
    case .setSetting, .setStoreActive, .clearStore, .deleteStore, .startMonitoring: true
    default: false
    }
  }
}

extension PropertyValue.Entry {
  var approximateBytes: Int { key.utf8.count + value.approximateBytes }
}

extension PropertyValue {
  var approximateBytes: Int {
    switch self {
    case .bool, .integer, .date: 8
    case .decimal(let text), .string(let text), .url(let text), .data(let text): text.utf8.count
    case .entity(let type, let id): type.utf8.count + id.utf8.count
    case .list(let values): values.reduce(0) { $0 + $1.approximateBytes }
    case .map(let entries): entries.reduce(0) { $0 + $1.approximateBytes }
    }
  }
}
