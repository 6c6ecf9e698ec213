// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

/// A working copy of one family, to which effects are applied in order. It is discarded if one is refused (C2, C4).
struct RuleTransaction {
  let rules: DeviceRules
  let context: RuleContext
  let id: FamilyID
  /// The delivery whose handler produced these effects. It counts as delivered (C10, D13).
  let performing: Int64?
  /// The people who agreed to these effects on a surface of the host (A8).
  var consent: Set<Authenticator> = []
  var family: FamilyState
  var dues: [PendingCallback] = []
  var dropped: [Int64] = []
  var changesShields = false

  var isStrict: Bool { family.mode == .strict }

  mutating func apply(_ effect: RuleEffect) throws(EffectViolation) {
    switch effect {
    case .setSetting(let store, let key, let value): try setSetting(store, key, value)
    case .setStoreActive(let store, let isActive): try setActive(store, isActive)
    case .clearStore(let store): try clear(store, deletes: false)
    case .deleteStore(let store): try clear(store, deletes: true)
    case .startMonitoring(let activity, let schedule, let events): try start(activity, schedule, events)
    case .stopMonitoring(let activities): stop(activities)
    case .setDefault(let suite, let key, let value): try setDefault(suite, key, value)
    case .revokeAuthorization:
      guard mayRevoke else {
        throw EffectViolation(
          .authorization(.authorizationCanceled), rule: "A8", subject: id.rawValue)
      }
      revoke()
    }
  }

  /// The name, checked against its limits. Compat normalizes it first.
  func checkedName(_ name: String, of subject: String) throws(EffectViolation) -> String {
    let name = isStrict ? name : NameRule.normalized(name)
    guard NameRule.isValid(name, maximumBytes: rules.limits.nameBytes) else {
      throw EffectViolation(
        .fault(.nameInvalid), rule: "§4", subject: subject, limit: Int64(rules.limits.nameBytes),
        actual: Int64(name.utf8.count))
    }
    return name
  }

  private mutating func setDefault(
    _ suite: String, _ key: String, _ value: DefaultValue?
  ) throws(EffectViolation) {
    guard let value else {
      family.defaults[suite]?[key] = nil
      if family.defaults[suite]?.isEmpty == true { family.defaults[suite] = nil }
      return
    }
    var values = family.defaults[suite] ?? [:]
    values[key] = value
    let weight = values.reduce(0) { $0 + $1.key.utf8.count + $1.value.weight }
    guard weight <= rules.limits.defaultsBytes else {
      throw EffectViolation(
        .limit(.defaults), rule: "§4", subject: suite, limit: Int64(rules.limits.defaultsBytes),
        actual: Int64(weight))
    }
    family.defaults[suite] = values
  }

  /// Whether the family may end its authorization. One that a guardian approved needs a guardian's consent (A8).
  private var mayRevoke: Bool {
    !family.isApproved || family.member != .child || consent.contains(.guardian)
  }

  /// Ends monitoring, deletes the settings and drops pending deliveries. No `intervalDidEnd` follows (A9).
  mutating func revoke() {
    guard family.isApproved else { return }
    family.authorization = .denied
    family.member = nil
    family.stores = [:]
    family.activities = [:]
    dropped += family.outstanding.map(\.sequence).filter { $0 != performing }
    family.outstanding.removeAll { $0.sequence != performing }
    family.held = nil
    dues = []
    changesShields = true
  }
}

extension DeviceRules {
  /// Applies the effects of one reply or commit, all or none (C2).
  ///
  /// - Parameters:
  /// - performing: the sequence number of the delivery whose handler produced the effects, if any. Settle it
  ///   afterwards.
  /// - consent: the people who agreed to the effects on a surface of the host (A8).
  /// - Returns: the deliveries and shield changes that the effects cause (C10), and the deliveries they withdrew.
  /// - Throws: the first violation, with the effect's position. The state is then unchanged (C4).
  package func apply(
    _ effects: [RuleEffect], of family: FamilyID, performing: Int64? = nil, consent: Set<Authenticator> = [],
    to state: inout DeviceState
  ) throws(EffectViolation) -> Outcome {
    guard let before = state.families[family] else {
      throw EffectViolation(.fault(.familyUnknown), rule: "M4", subject: family.rawValue)
    }
    var transaction = RuleTransaction(
      rules: self, context: context(state), id: family, performing: performing, consent: consent,
      family: before)
    for (index, effect) in effects.enumerated() {
      guard effect != .revokeAuthorization || effects.count == 1 else {
        throw EffectViolation(
          .fault(.revocationNotAlone), rule: "A9", subject: family.rawValue, effectIndex: index)
      }
      do throws(EffectViolation) {
        try transaction.apply(effect)
      } catch {
        var violation = error
        violation.effectIndex = index
        throw violation
      }
    }
    return commit(transaction, to: &state)
  }

  func commit(_ transaction: RuleTransaction, to state: inout DeviceState) -> Outcome {
    var outcome = Outcome()
    var family = transaction.family
    family.revision += 1
    family.removeFinishedActivities()
    if transaction.changesShields {
      state.shieldOrder += 1
      family.updateShieldGrounds(order: state.shieldOrder)
    }
    state.families[transaction.id] = family
    outcome.deliveries = deliver(transaction.dues, in: &state)
    outcome.dropped = transaction.dropped.sorted()
    if transaction.changesShields { outcome.shields = updateShield(&state, changed: [transaction.id]) }
    return outcome
  }
}
