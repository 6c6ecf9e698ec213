// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import ScreenTimeRules

/// The merge compared with the table of §3, over generated worlds; each seed reproduces its worlds.
@Suite struct MergeTests {
  static let seeds = Array(UInt64(1)...40)
  /// The worlds per seed: each test reports forty times and checks two hundred.
  static let worlds = 5

  private func eachWorld(_ seed: UInt64, _ body: (DeviceRules, DeviceState, MergeOracle) throws -> Void) rethrows {
    for world in 0..<Self.worlds {
      var made = GeneratedSettings(seed: seed * 1_000 + UInt64(world))
      let (registry, state) = (made.registry(), made.state())
      try body(DeviceRules(registry: registry), state, MergeOracle(state: state, registry: registry))
    }
  }

  @Test(arguments: seeds)
  func `merges settings as the table computed from first principles (§3, M2, M3, M5)`(_ seed: UInt64) {
    eachWorld(seed) { rules, state, oracle in
      let effective = EffectiveSettings(state)
      for key in SettingKey.allCases {
        switch key.kind {
        case .bool: #expect(effective.isRestricted(key) == oracle.isOn(key), "\(key)")
        case .rating: #expect(effective.rating(key) == oracle.rating(key), "\(key)")
        case .cookiePolicy: #expect(effective.cookiePolicy == oracle.cookiePolicy)
        case .items, .blockedApplications, .categoryPolicy, .webFilter: break
        }
      }
      for item in GeneratedSettings.items {
        #expect(effective.isBlocked(item, registry: rules.registry) == oracle.isBlocked(item), "\(item)")
        #expect(effective.isShielded(item, registry: rules.registry) == oracle.isWanted(item), "\(item)")
      }
    }
  }

  @Test(arguments: seeds)
  func `decides blocked before granted before shielded, for every item (§3, M7, M8, M10, M11, S12, LIVE-GRT1)`(
    _ seed: UInt64
  ) {
    eachWorld(seed) { rules, state, oracle in
      for item in GeneratedSettings.items {
        let expected =
          oracle.isBlocked(item)
          ? "blocked" : !oracle.isWanted(item) ? "free" : oracle.isGranted(item) ? "granted" : "shielded"
        #expect(rules.decision(on: item, in: state).word == expected, "\(item)")
      }
    }
  }

  @Test(arguments: seeds)
  func `names the winner, its store and the rule it hit, in the order transactions added them (S2, S11)`(
    _ seed: UInt64
  ) throws {
    var made = GeneratedSettings(seed: seed)
    let rules = DeviceRules(registry: made.registry())
    var state = made.state()
    state.grants = [:]
    for family in state.families.keys { state.families[family]?.stores = [:] }
    var births: [FamilyID: [String: Int]] = [:]
    for step in 1...40 {
      guard let family = state.families.filter({ $0.value.isApproved }).keys.sorted().randomPick(&made) else { return }
      _ = try rules.apply([made.effect()], of: family, to: &state)
      let oracle = MergeOracle(state: state, registry: rules.registry)
      let present = Set(oracle.opinions.filter { $0.family == family }.flatMap { oracle.allRules(of: $0.values) })
      births[family] = (births[family] ?? [:]).filter { present.contains($0.key) }
        .merging(present.map { ($0, step) }) { old, _ in old }
      for item in GeneratedSettings.items {
        let expected = oracle.winner(over: item, births: births)
        let claim = rules.claims(on: item, in: state).first
        #expect(claim?.hit.precedence == expected?.rank, "step \(step), \(item)")
        #expect(claim?.family == expected?.family, "step \(step), \(item)")
        guard claim != nil else { continue }
        let stores = oracle.opinions.filter { $0.family == claim?.family && oracle.rank($0, item) == expected?.rank }
        #expect(claim?.store == stores.map(\.store).min(), "step \(step), \(item)")
        if case .category(let category)? = claim?.hit { #expect(category == oracle.category(of: item)) }
      }
    }
  }

  @Test(arguments: seeds)
  func `lists each family that shields an item once, in one fixed order, and the operator last`(_ seed: UInt64) throws {
    try eachWorld(seed) { rules, world, oracle in
      var state = world
      // Few numbers, so that rules of several families often appeared at the same time.
      for (index, family) in state.families.keys.sorted().enumerated() {
        state.families[family]?.updateShieldGrounds(order: Int64((seed + UInt64(index)) % 2))
      }
      for item in GeneratedSettings.items {
        let claims = rules.claims(on: item, in: state)
        let shielding = oracle.opinions.filter { oracle.rank($0, item) != nil }.map(\.family)
        #expect(Set(claims.map(\.family)) == Set(shielding) && claims.count == Set(shielding).count, "\(item)")
        #expect(!claims.dropLast().contains { $0.family == nil }, "\(item)")
        let keys = try claims.filter { $0.family != nil }.map { claim in
          let family = try #require(claim.family)
          let isChild = state.families[family]?.member == .child
          return (isChild ? 0 : 1, claim.hit.precedence, claim.order, family.rawValue)
        }
        for (one, next) in zip(keys, keys.dropFirst()) { #expect(one < next, "\(item)") }
      }
    }
  }

  @Test(arguments: seeds)
  func `the merge is associative, commutative and idempotent, and empty settings are neutral (§3)`(_ seed: UInt64) {
    var made = GeneratedSettings(seed: seed)
    for _ in 0..<Self.worlds {
      let own = ItemSet(made.some(of: GeneratedSettings.apps, 3))
      let (a, b, c) = (
        EffectiveSettings(made.store(), exempt: own), EffectiveSettings(made.store()), EffectiveSettings(made.store())
      )
      #expect(merged(merged(a, b), c) == merged(a, merged(b, c)))
      #expect(merged(a, b) == merged(b, a))
      #expect(merged(a, a) == a)
      #expect(merged(a, EffectiveSettings()) == a)
    }
  }

  @Test(arguments: seeds)
  func `an added store never frees what was restricted, nor does clearing another (M2)`(_ seed: UInt64) {
    eachWorld(seed) { rules, state, _ in
      for (family, known) in state.families {
        for store in known.stores.keys {
          var less = state
          less.families[family]?.stores[store] = nil
          let (before, after) = (EffectiveSettings(less), EffectiveSettings(state))
          for item in GeneratedSettings.items {
            #expect(
              !before.isShielded(item, registry: rules.registry) || after.isShielded(item, registry: rules.registry))
            #expect(
              !before.isBlocked(item, registry: rules.registry) || after.isBlocked(item, registry: rules.registry))
          }
          #expect(before.restrictions.isSubset(of: after.restrictions))
          #expect(after.cookiePolicy <= before.cookiePolicy)
          #expect(after.rating(.maximumRating) <= before.rating(.maximumRating))
        }
      }
    }
  }

  @Test(arguments: seeds)
  func `a default value merges like no value (M3)`(_ seed: UInt64) {
    eachWorld(seed) { _, state, _ in
      var silent = state
      for (family, known) in state.families {
        for (name, store) in known.stores {
          silent.families[family]?.stores[name] = SettingsStore(
            isActive: store.isActive, values: store.values.filter { !Self.isDefault($0.value) })
        }
      }
      #expect(EffectiveSettings(silent) == EffectiveSettings(state))
    }
  }

  private static func isDefault(_ value: SettingValue) -> Bool {
    [
      .bool(false), .integer(1_000), .cookiePolicy(.always), .items([]), .blockedApplications([]),
      .categoryPolicy(.none), .webFilter(.none),
    ].contains(value)
  }

  private func merged(_ left: EffectiveSettings, _ right: EffectiveSettings) -> EffectiveSettings {
    var result = left
    result.merge(right)
    return result
  }
}

extension ShieldDecision {
  /// The kind of decision, without the family that made it.
  fileprivate var word: String {
    switch self {
    case .free: "free"
    case .granted: "granted"
    case .blocked: "blocked"
    case .shielded: "shielded"
    }
  }
}

extension [FamilyID] {
  fileprivate func randomPick(_ made: inout GeneratedSettings) -> FamilyID? { isEmpty ? nil : made.one(of: self) }
}
