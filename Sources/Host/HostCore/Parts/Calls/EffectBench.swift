// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ExtensionProtocol
import FamilyManifests
import Foundation
import PrivacyBoundary
import ScreenTimeRules
import ScreenTimeStore

/// The working copy of one callback. Savepoints and the reply's effects are applied to it, and nothing takes effect
/// before the terminal reply is accepted (`wire.md#requests-of-an-extension`). The state is a value, so a copy is enough.
struct WorkingCopy {
  var state: DeviceState
  var deliveries: [Delivery] = []
  var dropped: [Int64] = []
  var shields: [ShieldTransition] = []
  var applied: [Effect] = []
  /// The family's notifications, those to show immediately, and how many were pushed off the full list.
  var notifications: FamilyNotifications
  var notificationsShown: [ListedNotification] = []
  var notificationsLeft = 0
  /// The metering budget after charging this callback's registrations (PRIV-MT1).
  var budget: CallbackBudget?

  /// Whether a rule over all categories was accepted. Its family is then issued the tokens of all categories, so that
  /// the category token in a later tap reveals nothing new (S6).
  func coversEverything(for family: FamilyID) -> Bool {
    state.families[family]?.isApproved == true
      && applied.contains { effect in
        if case .setSetting(_, _, .categoryPolicy(.all)) = effect { true } else { false }
      }
  }
}

/// Checks effects against point, capabilities and rules, and applies them to a working copy.
final class EffectBench {
  let memory: DeviceMemory
  let notifications: NotificationCenter
  let focus: FocusDesk
  let registry: FamilyRegistry
  let consent: ConsentDesk
  let chronicle: Chronicle
  let blocked: BlockedAttempts

  init(_ owners: Owners, blocked: BlockedAttempts) {
    memory = owners.memory
    notifications = owners.notifications
    focus = owners.focus
    registry = owners.registry
    consent = owners.consent
    chronicle = owners.chronicle
    self.blocked = blocked
  }

  /// The working copy of a call: the present state with the call's savepoints applied again (H5).
  func copy(for call: OpenCall, _ program: HostedProgram, _ turn: Turn) throws -> WorkingCopy {
    var copy = WorkingCopy(state: memory.state, notifications: notifications[call.family])
    for effects in call.savepoints { try apply(effects, of: call, program, to: &copy, at: "/effects", turn) }
    return copy
  }

  /// Checks and applies effects, all of them or none.
  ///
  /// - Throws: `ErrorObject` for the extension, with the JSON pointer of the offending effect, or an error of the
  ///   store.
  func apply(
    _ effects: [Effect], of call: OpenCall, _ program: HostedProgram, to copy: inout WorkingCopy, at pointer: String,
    _ turn: Turn
  ) throws {
    guard !effects.isEmpty else { return }
    do {
      try applyChecked(effects, of: call, program, to: &copy, at: pointer, turn)
    } catch let error as ErrorObject {
      if let attempt = BlockedAttempt(error) { try blocked.note(attempt, by: call.family, turn) }
      throw error
    }
  }

  private func applyChecked(
    _ effects: [Effect], of call: OpenCall, _ program: HostedProgram, to copy: inout WorkingCopy, at pointer: String,
    _ turn: Turn
  ) throws {
    let resolved = try resolve(effects, program)
    let ruleEffects = resolved.ruleEffects
    let rules = memory.rules
    var state = copy.state
    let outcome: Outcome
    do throws(EffectViolation) {
      outcome = try rules.apply(
        ruleEffects.map(\.effect), of: call.family, performing: call.performing, consent: call.guardian ?? [],
        to: &state)
    } catch {
      // Rules index their own effects only; the extension expects an index into all the effects it sent.
      var violation = error
      if let index = error.effectIndex, ruleEffects.indices.contains(index) {
        violation.effectIndex = ruleEffects[index].index
      }
      throw ErrorObject(violation, pointer: pointer)
    }
    copy.budget = try charge(ruleEffects, of: call.family, from: copy, to: state, at: pointer, turn) ?? copy.budget
    copy.deliveries += outcome.deliveries
    copy.dropped += outcome.dropped
    copy.shields += outcome.shields
    for (index, effect) in resolved.hostEffects {
      do throws(EffectViolation) {
        try apply(effect, of: call.family, to: &copy)
      } catch {
        var violation = error
        violation.effectIndex = index
        throw ErrorObject(violation, pointer: pointer)
      }
      if case .refreshShields(let item) = effect {
        copy.shields += rules.askAgain(call.family, over: item, in: &state)
      }
    }
    copy.state = state
    copy.applied += effects
  }

  /// Applies a host effect to the family's notifications.
  private func apply(
    _ effect: HostEffect, of family: FamilyID, to copy: inout WorkingCopy
  ) throws(EffectViolation) {
    switch effect {
    case .scheduleNotification(let request):
      let (now, setting) = (memory.state.now, TriggerSetting(of: family, in: memory.state))
      guard try copy.notifications.schedule(request, at: now, in: setting) else { return }
      guard copy.notificationsShown.count < FamilyNotifications.mostAtOnce else {
        throw EffectViolation(
          .limit(.notifications), rule: "Q6", subject: request.id, limit: Int64(FamilyNotifications.mostAtOnce),
          actual: Int64(copy.notificationsShown.count) + 1)
      }
      let (shown, left) = copy.notifications.fire(at: now, in: setting) { [focus] in
        NotificationDecision(on: $0.request, heldUntil: $0.heldUntil, of: family, in: focus.state, at: now)
      }
      copy.notificationsShown += shown
      copy.notificationsLeft += left
    case .cancelNotifications(let ids, let part): copy.notifications.cancel(ids, part)
    case .setBadgeCount(let count): try copy.notifications.setBadge(Int64(count))
    case .refreshShields, .reloadTimelines, .invalidateRelevance, .invalidateFocusContext: break
    }
  }

  /// Checks effects against point and capabilities and resolves their tokens.
  private func resolve(_ effects: [Effect], _ program: HostedProgram) throws(ErrorObject) -> [ResolvedEffect] {
    guard let manifest = registry.families[program.family]?.manifest else {
      throw ErrorObject(.denied, "The family \(program.family.rawValue) is not configured.")
    }
    do throws(EffectRefusal) {
      try EffectPolicy(
        point: program.point, capabilities: program.granted, groups: Set(manifest.groups), policy: consent.policy
      )
      .check(effects)
      let kept = effects.map { effect -> Effect in
        guard case .setDefault(let suite, let key, let value) = effect else { return effect }
        return .setDefault(suite: DefaultsSuite.key(for: suite, at: program.point), key: key, value: value)
      }
      return try EffectResolver(
        registry: consent.tokens, family: program.family.rawValue, behaviour: manifest.behaviour, now: memory.state.now
      ).resolve(kept)
    } catch {
      throw error.error
    }
  }

  /// Whether a guardian must be asked before these effects can be judged (A8).
  func needsGuardian(_ effects: [Effect], of call: OpenCall) -> Bool {
    guard call.guardian == nil, effects.contains(.revokeAuthorization) else { return false }
    return !memory.rules.mayEndAuthorization(of: call.family, by: .family, in: memory.state)
      && memory.rules.authorization.authenticators.contains(.guardian)
  }

  // MARK: - Metering

  /// Charges the metering budget, last, after all other checks have passed (D7).
  private func charge(
    _ effects: [(index: Int, effect: RuleEffect)], of family: FamilyID, from copy: WorkingCopy, to state: DeviceState,
    at pointer: String, _ turn: Turn
  ) throws -> CallbackBudget? {
    let (before, after) = (copy.state.families[family]?.activities ?? [:], state.families[family]?.activities ?? [:])
    guard before.mapValues(\.registration) != after.mapValues(\.registration),
      let most = consent.profile.callbacksPerDay
    else { return nil }
    let now = memory.state.now
    var budget =
      try copy.budget ?? turn.transaction.value(CallbackBudget.self, HostMeta.budget(family)) ?? CallbackBudget()
    let (day, isToday) = chronicle.calendar.today(at: now)
    budget.charge(from: before, to: after, on: day, isToday: isToday)
    let asked = budget.total(after, on: day, isToday: isToday)
    guard asked > most, after.contains(where: { before[$0.key]?.registration != $0.value.registration }) else {
      return budget
    }
    try chronicle.enter(
      LedgerEvent(
        family: family.rawValue, kind: .budgetRefused, values: ["asked": .number(asked), "most": .number(most)],
        profile: consent.profile), at: now, in: turn.transaction)
    let last = effects.last { if case .startMonitoring = $0.effect { true } else { false } }
    throw ErrorObject(
      EffectViolation(
        .limit(.meteringBudget), rule: "PRIV-MT1", subject: family.rawValue, limit: Int64(most),
        actual: Int64(asked), effectIndex: last?.index ?? 0), pointer: pointer)
  }
}

extension HostCalendar {
  /// The local day of `now`, and a predicate for instants at or after its midnight.
  func today(at now: Timestamp) -> (day: String, contains: (Timestamp) -> Bool) {
    let midnight = Timestamp(calendar.startOfDay(for: now.date))
    return (day(now), { midnight <= $0 })
  }
}

extension ErrorObject {
  /// The wire's error for a rule violation.
  init(_ violation: EffectViolation, pointer: String) {
    let place = "\(pointer)/\(violation.effectIndex ?? 0)"
    let name = violation.code.rawValue
    let (code, reason, limit): (ErrorCode, String?, String?) =
      switch violation.code {
      case .fault(.tokenUnknown): (.unknownToken, nil, nil)
      case .fault(.unauthorized): (.unauthorized, nil, nil)
      case .authorization: (.authorization, name, nil)
      case .monitoring: (.monitoring, name, nil)
      case .limit: (.limit, nil, name)
      case .fault, .unknown: (.schema, nil, nil)
      }
    self.init(
      code, violation.description, pointer: place, reason: reason, limit: limit,
      maximum: violation.limit.map { Int64($0) }, violation: name, subject: violation.subject,
      actual: violation.actual.map { Int64($0) })
  }
}
