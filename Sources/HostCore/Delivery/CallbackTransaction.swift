// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ExtensionProtocol
import PrivacyBoundary
import ProcessSupervision
import ScreenTimeRules
import ScreenTimeStore

/// The working copy of one callback: savepoints and the reply's effects go here, and nothing is real before the
/// terminal reply is accepted (`protocol.md` §7). The state is a value, so a copy is all it takes.
final class CallbackTransaction {
  private let host: ScreenTimeHost
  private let program: HostedProgram
  private let family: FamilyID
  private let performing: Int64?
  private(set) var working: DeviceState
  private var deliveries: [Delivery] = []
  private var dropped: [Int64] = []
  private var shields: [ShieldTransition] = []
  private(set) var applied: [Effect] = []
  /// What the registrations of this callback were charged (MT1).
  private var budget: CallbackBudget?
  /// Why the host's own store refused a write meanwhile. What is in memory may be ahead of it then, so the callback can't
  /// end well, whatever is answered.
  private var storeFailure: (any Error)?

  init(_ host: ScreenTimeHost, _ program: HostedProgram, family: FamilyID, performing: Int64?) {
    self.host = host
    self.program = program
    self.family = family
    self.performing = performing
    working = host.state
  }

  /// Checks and applies effects to the working copy, all of them or none.
  ///
  /// - Throws: the error for the extension, with the JSON pointer of the effect at fault.
  func apply(_ effects: [Effect], pointer: String) throws(ErrorObject) {
    guard !effects.isEmpty else { return }
    do throws(ErrorObject) {
      try applyChecked(effects, pointer: pointer)
    } catch {
      if let attempt = BlockedAttempt(error) {
        do { try host.note(attempt, by: family) } catch { throw fail(error) }
      }
      throw error
    }
  }

  private func applyChecked(_ effects: [Effect], pointer: String) throws(ErrorObject) {
    let resolved = try host.resolve(effects, of: family, program, pointer: pointer)
    let rules = resolved.ruleEffects
    var copy = working
    let consent = rules.contains { $0.effect == .revokeAuthorization } ? host.consentToRevoke(family, in: copy) : []
    do throws(EffectViolation) {
      let outcome = try host.rules.apply(
        rules.map(\.effect), of: family, performing: performing, consent: consent, to: &copy)
      deliveries += outcome.deliveries
      dropped += outcome.dropped
      shields += outcome.shields
    } catch {
      // The rules count their own effects only; the extension counts all it sent.
      var violation = error
      if rules.indices.contains(error.effectIndex) { violation.effectIndex = rules[error.effectIndex].index }
      throw ErrorObject(violation, pointer: pointer)
    }
    try charge(rules, to: copy, pointer: pointer)
    for case .refreshShields(let item) in resolved.hostEffects {
      shields += host.rules.askAgain(family, over: item, in: &copy)
    }
    working = copy
    applied += effects
  }

  /// D7: the metering budget is asked last, when everything else is right.
  private func charge(
    _ effects: [(index: Int, effect: RuleEffect)], to copy: DeviceState, pointer: String
  ) throws(ErrorObject) {
    let (before, after) = (working.families[family]?.activities ?? [:], copy.families[family]?.activities ?? [:])
    guard before.mapValues(\.registration) != after.mapValues(\.registration) else { return }
    do {
      budget = try host.charge(family, from: before, to: after, budget)
    } catch var violation as EffectViolation {
      let last = effects.last { if case .startMonitoring = $0.effect { true } else { false } }
      violation.effectIndex = last?.index ?? 0
      throw ErrorObject(violation, pointer: pointer)
    } catch {
      throw fail(error)
    }
  }

  /// A write of the host's own failed: not the extension's fault, and not to be swallowed.
  ///
  /// - Returns: what the extension is told.
  func fail(_ error: any Error) -> ErrorObject {
    // What fails after the first may fail because of it.
    let first = storeFailure ?? error
    storeFailure = first
    return ErrorObject(.busy, "The host could not write its state: \(first)", retry: .after)
  }

  /// - Throws: the store's failure. The host starts from what is durable, and the callback comes again.
  func checkStore() throws {
    if let storeFailure { throw storeFailure }
  }

  /// Makes the working copy the state, in one transaction with whatever `body` settles.
  func commit(with body: (StoreTransaction) throws -> Void) throws {
    let isRevoked = host.state.families[family]?.isApproved == true && working.families[family]?.isApproved != true
    host.state = working
    if let performing { host.rules.settle(performing, of: family, in: &host.state) }
    host.updatePress(for: shields)
    // The rules take back what they decided; a press on its way goes too, only the app that revokes goes on (A9).
    let revoked = isRevoked ? host.owed.filter { $0.family == family.rawValue && $0.point != "app" } : []
    let gone = Set(dropped).union(revoked.map(\.sequence)).sorted()
    try host.persist(Outcome(deliveries: deliveries, dropped: gone), of: family) { transaction in
      try host.savePress(in: transaction)
      if isRevoked { try host.void(family, in: transaction) }
      if coversEverything {
        let day = host.calendar.day(host.state.now)
        try host.tokens.issueAllCategories(to: family.rawValue, day: day, in: transaction)
      }
      if let budget { try transaction.setValue(budget, HostMeta.budget(family)) }
      if !applied.isEmpty, !isRevoked {
        try host.enter(
          LedgerEvent(
            family: family.rawValue, kind: .rulesApplied, values: ["count": .number(applied.count)],
            profile: host.profile), in: transaction)
      }
      try body(transaction)
    }
    if isRevoked { host.killExtensions(of: family) }
    for effect in applied { host.observer.tell(host.state.now, effect: effect, of: program, name: host.name(of:)) }
  }

  /// Whether a rule over all categories was accepted. Its family is then given the tokens of all of them, so that the
  /// one a tap brings along is never news (S6).
  private var coversEverything: Bool {
    working.families[family]?.isApproved == true
      && applied.contains { effect in
        if case .setSetting(_, _, .categoryPolicy(.all)) = effect { true } else { false }
      }
  }

  /// Draws what became visible; after `commit`, since a shield configuration is another process.
  func showShields() throws {
    for transition in shields { try host.show(transition) }
  }

  /// Whether the shield over an item was asked for its look by what this callback did.
  func hasAsked(over item: Item) -> Bool {
    shields.contains { $0.shield.item == item && $0.change != .disappeared }
  }

  /// Answers a `commit` within this callback: a savepoint (§7).
  func savepoint(_ commit: CommitParams) -> Result<WireValue, ErrorObject> {
    if let base = commit.base, base != working.families[family]?.revision {
      return .failure(ErrorObject(.conflict, "The state has changed since revision \(base).", pointer: "/base"))
    }
    do throws(ErrorObject) {
      try apply(commit.effects, pointer: "/effects")
      return .success(try host.commitResult(working, family, program))
    } catch {
      return .failure(error)
    }
  }

  /// Lets an act of the person, durable by itself, show in the working copy too.
  func adopt(_ change: (inout DeviceState) -> Void) { change(&working) }
}

extension ErrorObject {
  /// A rule's refusal as the wire says it (B15).
  init(_ violation: EffectViolation, pointer: String) {
    let place = "\(pointer)/\(violation.effectIndex)"
    let code: ErrorCode =
      switch violation.code {
      case "token.unknown": .unknownToken
      case _ where AuthorizationRefusal(rawValue: violation.code) != nil: .authorization
      case "unauthorized" where !violation.isMonitoringError: .unauthorized
      case _ where violation.isMonitoringError: .monitoring
      case _ where violation.code.hasPrefix("limit."): .limit
      default: .schema
      }
    self.init(
      code, violation.description, pointer: place,
      reason: code == .monitoring || code == .authorization ? violation.code : nil,
      limit: violation.code.hasPrefix("limit.") ? violation.code : nil, maximum: violation.limit,
      violation: violation.code, subject: violation.subject, actual: violation.actual)
  }
}
