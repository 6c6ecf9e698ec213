// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

internal import ExtensionProtocol
internal import Foundation
internal import HostCore
internal import PrivacyBoundary
internal import ScreenTimeRules

/// Direct tests for faults that a comparison of two worlds can't show, because both worlds would leak alike or no
/// program happens to try. Each runs against the same host as the other checks.
struct HostProbes {
  private let check: PrivacyCheck

  init(_ check: PrivacyCheck) { self.check = check }

  static let names = [
    "a request with a field that the policy doesn't list", "an answer with a field that the policy doesn't list",
    "a start without the token key", "other families' tokens", "too many thresholds for a day",
    "a release before its ledger entry",
  ]

  /// - Returns: one finding for each probe that was not refused.
  func findings() throws -> [Finding] {
    try unlistedFields() + lostKey() + tokensOfOthers() + releaseBeforeEntry()
  }

  private func finding(_ channel: String, _ seen: String) -> Finding {
    Finding(
      property: .host, channel: channel, fields: [], pair: "probe", left: seen, right: "refused", bitsPerUse: 1,
      usesPerDay: 1, evidence: .exact, removedBy: "")
  }

  // MARK: - PRIV-FP1

  private func unlistedFields() throws -> [Finding] {
    let policy = try FlowPolicy.builtIn()
    let trials: [(root: String, form: EncodedRequest.Form)] = [
      ("perform", .call(.perform)), ("commit", .result(.commit)),
    ]
    return trials.compactMap { root, form in
      for point in [ExtensionPoint.app, .monitor, .shieldAction] {
        let encoder = RequestEncoder(policy: policy, point: point, profile: check.plan.profile)
        if (try? encoder.encode(["accumulatedUse": 61_000], as: form, at: root)) != nil {
          return finding("a field without a row in \(root) to \(point.rawValue)", "sent")
        }
      }
      return nil
    }
  }

  // MARK: - PRIV-TK8

  private func lostKey() throws -> [Finding] {
    let run = livingRun(World(seed: check.plan.seed))
    try run.live()
    try run.close()
    return try run.mistakeWithoutKey().map { [finding("a start without the token key", $0)] } ?? []
  }

  // MARK: - PRIV-TK4, PRIV-TK6, PRIV-MT1

  /// Has the app try tokens that it should not have, each correctly encoded.
  private func tokensOfOthers() throws -> [Finding] {
    var world = World(seed: check.plan.seed)
    world.neighbour = 1
    // One text identifies both a site and an application: a token of one kind must not work for the other.
    world.identities[.picked3] = world.identities[.site]
    let run = livingRun(world)
    try run.live()
    defer { try? run.close() }
    guard let host = run.host else { return [] }
    let family = FamilyID(check.family.name)
    // Without these tokens, the forged ones would be refused for the wrong reason.
    let known = Set(host.facts.nameableItems(of: family))
    guard known.contains(world.item(.site)), known.contains(world.item(.picked3)) else {
      return [finding("tokens of the probe's app", "it never received the ones that it would forge")]
    }
    func token(_ role: Role) -> String { host.facts.token(for: world.item(role), of: family)?.text ?? "" }
    let own = token(.picked0)
    let forged: [(what: String, token: String)] = [
      ("of an item that only a sealed report was shown", token(.private0)),
      (
        "of another family", host.facts.token(for: TokenNames.shared, of: FamilyID(CheckedFamily.neighbour))?.text ?? ""
      ),
      ("of a site as an application's", "AQE" + token(.site).dropFirst(3)),
      ("that was altered", String(own.dropLast()) + (own.hasSuffix("A") ? "Q" : "A")),
      (
        "of an item that was never shown",
        host.facts.token(for: .application("org.example.never"), of: family)?.text ?? ""
      ),
    ]
    let attempts =
      forged.map { Self.rule(on: $0.token) } + forged.map { Self.event(on: $0.token) } + [Self.diary(on: own)]
    let answers = try run.answers(to: attempts)
    guard answers.count == attempts.count else {
      return [finding("answers to an app's commits", "\(answers.count) of \(attempts.count) received")]
    }
    var found: [Finding] = []
    for (index, one) in forged.enumerated() {
      let (asRule, asEvent) = (answers[index], answers[forged.count + index])
      if Self.code(asRule) != ErrorCode.unknownToken.rawValue {
        found.append(finding("a rule on a token \(one.what)", Self.summary(asRule)))
      }
      if Self.code(asEvent) != ErrorCode.unknownToken.rawValue {
        found.append(finding("an event on a token \(one.what)", Self.summary(asEvent)))
      }
    }
    // The error must be the same for all causes, because the cause itself is information.
    let errors = answers.prefix(forged.count).map { Self.error($0).map { WireText.canonical(.object($0)) } }
    if Set(errors).count > 1, found.isEmpty {
      found.append(finding("the error for a token that doesn't resolve", "differs by cause"))
    }
    if check.plan.profile.callbacksPerDay != nil, Self.violation(answers[answers.count - 1]) != "limit.meteringBudget" {
      found.append(finding("more thresholds than the daily callback limit", Self.summary(answers[answers.count - 1])))
    }
    return found
  }

  private static func rule(on token: String) -> WireValue {
    ["kind": "setSetting", "store": "forged", "key": "shield.applications", "value": [.string(token)]]
  }

  private static func event(on token: String) -> WireValue { watching("forged", [event("once", token, minutes: 30)]) }

  private static func diary(on token: String) -> WireValue {
    watching("diary", (1...60).map { event("\($0)", token, minutes: $0) })
  }

  private static func watching(_ activity: String, _ events: [WireValue]) -> WireValue {
    [
      "kind": "startMonitoring", "activity": .string(activity),
      "schedule": ["start": ["hour": 7, "minute": 0], "end": ["hour": 23, "minute": 0], "repeats": true],
      "events": .array(events),
    ]
  }

  private static func event(_ name: String, _ token: String, minutes: Int64) -> WireValue {
    [
      "name": .string(name), "applications": [.string(token)], "categories": [], "webDomains": [],
      "threshold": ["minute": .integer(minutes)], "includesPastActivity": false,
    ]
  }

  /// `nil` for a result.
  private static func error(_ answer: WireValue) -> WireObject? {
    if case .object(let line) = answer, case .object(let error)? = line["error"] { error } else { nil }
  }

  private static func code(_ answer: WireValue) -> Int64? {
    if case .integer(let code)? = error(answer)?["code"] { code } else { nil }
  }

  private static func violation(_ answer: WireValue) -> String? {
    guard case .object(let data)? = error(answer)?["data"], case .string(let violation)? = data["violation"] else {
      return nil
    }
    return violation
  }

  private static func summary(_ answer: WireValue) -> String { code(answer).map { "error \($0)" } ?? "accepted" }

  // MARK: - PRIV-LG3

  /// Checks that the ledger has the entry of a request at the moment the request is sent.
  private func releaseBeforeEntry() throws -> [Finding] {
    let run = livingRun(World(seed: check.plan.seed))
    var sent: [LedgerKind: Int] = [:]
    var missing: Set<String> = []
    run.witness.onRequest = { [unowned run, check] crossing in
      guard crossing.program.hasPrefix(check.family.name + "."), let kind = Self.entry(for: crossing) else { return }
      sent[kind, default: 0] += 1
      let written = (try? run.host?.facts.ledgerCount(of: kind, FamilyID(check.family.name))) ?? 0
      if written < sent[kind, default: 0] { missing.insert("\(kind.rawValue) of \(crossing.point.rawValue)") }
    }
    try run.live()
    try run.close()
    var found = missing.sorted().map { finding("a release before its ledger entry", $0) }
    for kind in [LedgerKind.thresholdReached, .shieldShown, .shieldAction, .reportShown] where sent[kind] == nil {
      found.append(finding("the day of the ledger probe", "had no \(kind.rawValue)"))
    }
    return found
  }

  /// The ledger entry that must exist before this is sent, or `nil` if none is required.
  private static func entry(for crossing: Crossing) -> LedgerKind? {
    guard case .toProgram(.object(let line)) = crossing.event, case .object(let params)? = line["params"],
      case .string(let callback)? = params["callback"]
    else { return nil }
    return switch crossing.point {
    case .monitor where callback.hasPrefix("event"): .thresholdReached
    case .shieldAction: .shieldAction
    case .shieldConfiguration: .shieldShown
    case .report: .reportShown
    case .app, .monitor, .widget, .focusFilter: nil
    }
  }

  private func livingRun(_ world: World) -> WorldRun {
    WorldRun(check.family, cast: .understudies, world: world, script: PublicScript(), profile: check.plan.profile)
  }
}
