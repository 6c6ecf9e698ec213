// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

internal import ExtensionProtocol
internal import ProcessSupervision
internal import ScreenTimeRules

/// Decides what every extension does in every callback, from the plan and the delivery's number only. It records the
/// answers, so that the reference model knows the effects of an accepted reply.
final class ScriptBrain {
  /// A delivery's identity: its family and number.
  struct DeliveryKey: Hashable {
    var family: String
    var sequence: Int64
  }

  /// The extension's last answer to one delivery.
  struct Answer {
    /// Effects in the order in which they apply: accepted savepoints, then those of the reply.
    var batches: [[RuleEffect]] = []
    /// The reply's notification requests.
    var notices: [ScriptedNotice] = []
    /// Whether the reply requests notifications and nothing else, which counts as a transaction of the family too.
    var hasNoticesAlone: Bool { batches.last?.isEmpty == true && !notices.isEmpty }
    /// Whether a reply was sent in time.
    var isAnswer = false
    /// Whether the person did not approve the family when its app asked in this callback.
    var isUnapproved = false
    /// Whether an effect breaks a rule, so that nothing may be applied.
    var breaksRule = false
    /// Whether an effect breaks a rule unless the family is approved when the reply arrives. The person may answer late.
    var needsApproval = false
  }

  private let plan: SimulationPlan
  /// The family's token for an item.
  var token: (Item, String) -> WireToken? = { _, _ in nil }
  /// Called with each request as the extension receives it.
  var onPerform: (PerformParams, String) -> Void = { _, _ in }
  /// Whether every extension now behaves.
  var isHealthy = false
  private(set) var answers: [DeliveryKey: Answer] = [:]
  /// The families with an open authorization request, and the requested member.
  private(set) var asking: [String: FamilyMember] = [:]
  /// Errors in the conversation itself.
  private(set) var complaints: [String] = []
  /// The number of injected faults of each kind.
  private(set) var injected: [SimulatedFault: Int] = [:]
  private var launches: [String: Int] = [:]
  /// The delivery that each program is handling.
  private var current: [String: DeliveryKey] = [:]
  private var thinking: SimulationRandom

  init(_ plan: SimulationPlan) {
    self.plan = plan
    thinking = SimulationRandom(seed: plan.seed, "latency")
  }

  /// A random latency up to `longest`; zero on a virtual clock, where callbacks take no time.
  func latency(_ longest: Duration) -> Duration {
    guard plan.isInterleaved, !thinking.oneIn(3) else { return .zero }
    return longest * thinking.number(0...1_000) / 1_000
  }

  func complain(_ sentence: String) { complaints.append(sentence) }

  func takeComplaints() -> [String] {
    defer { complaints = [] }
    return complaints
  }

  /// Drops conversations in progress after a host was killed.
  func forgetConversation() { (asking, current) = ([:], [:]) }

  /// The member for whom a family requests authorization; only the first may be a child's, since a device has one (A4).
  func member(of family: String) -> FamilyMember {
    family == Household.name(of: 0) && plan.seed % 3 != 0 ? .child : .individual
  }

  func diesBeforeHello(_ id: String) -> Bool {
    launches[id, default: 0] += 1
    var random = SimulationRandom(seed: plan.seed, "launch \(id) \(launches[id] ?? 0)")
    return injects(.crash, oneIn: 80, &random)
  }

  /// The plan of extension `id` for a callback.
  func plan(for call: PerformParams, of id: String, at point: ExtensionPoint) -> ScriptPlan {
    let family = String(id.prefix { $0 != "." })
    onPerform(call, family)
    guard !point.isSealed, let sequence = call.delivery.sequence else { return shield(id) }
    let key = DeliveryKey(family: family, sequence: sequence)
    current[id] = key
    answers[key] = Answer()
    var random = SimulationRandom(
      seed: plan.seed, "reply \(family) \(call.callback.name) \(call.delivery.now) \(sequence) \(call.delivery.attempt)"
    )
    if let misconduct = misconduct(&random) { return ScriptPlan(conduct: misconduct, reply: { [:] }) }
    let conduct = conduct(&random)
    var maker = EffectMaker(
      random: random, family: family, activities: plan.activities, call: call, point: point,
      token: { [token] in token($0, family) })
    var requests: [ScriptedRequest] = []
    if point == .app {
      requests = [.authorize(member(of: family) == .child ? .child : .individual), .pick]
      maker.isFirst = call.snapshot.activities.isEmpty
    } else if maker.random.oneIn(6) {
      let effects = maker.some(1...2)
      let wire = effects.compactMap(maker.wire)
      if !effects.isEmpty, wire.count == effects.count { requests = [.commit(effects, wire: wire, isValid: true)] }
    }
    var composer = maker
    let isStrict = family != Household.name(of: 1)
    let reply = { [unowned self] in compose(&composer, key, isStrict: isStrict, isLate: conduct.isLate) }
    // An app always asks first; a savepoint is made only if the reply is in time.
    let asks = point == .app || conduct.isPlain
    return ScriptPlan(conduct: asks && !requests.isEmpty ? .asksFirst(requests) : conduct, reply: reply)
  }

  /// Composes and records the reply when it is sent.
  private func compose(_ maker: inout EffectMaker, _ key: DeliveryKey, isStrict: Bool, isLate: Bool) -> WireValue {
    var effects = maker.reply()
    var wire = effects.compactMap(maker.wire)
    // Without its tokens a family sends no effects.
    if wire.count != effects.count { (effects, wire) = ([], []) }
    var breaksRule = false
    if answers[key]?.isUnapproved == true {
      // A11. An app of the strict families tries nevertheless, and the whole reply must be refused.
      answers[key]?.needsApproval = isStrict && effects.contains(where: \.needsApproval)
      if !isStrict { (effects, wire) = ([], []) }
    }
    let notices = maker.notices()
    wire += notices.map(\.wire)
    if isStrict, injects(.refusal, oneIn: 30, &maker.random) {
      wire.append(maker.breach())
      breaksRule = true
    }
    answers[key]?.batches.append(effects)
    answers[key]?.notices += notices
    answers[key]?.breaksRule = breaksRule
    answers[key]?.isAnswer = !isLate || maker.point == .app
    return maker.point == .shieldAction
      ? ShieldActionResult(response: maker.random.pick([.none, .close, .defer]), effects: wire).wire
      : EffectsResult(effects: wire).wire
  }

  // MARK: - Requests within a callback

  func asks(_ request: ScriptedRequest, of id: String) {
    let family = String(id.prefix { $0 != "." })
    asking[family] = if case .authorize = request { member(of: family) } else { nil }
  }

  func answered(_ request: ScriptedRequest, of id: String, _ answer: ScriptedAnswer) {
    asking[String(id.prefix { $0 != "." })] = nil
    if case .authorize = request, answer == .refused, let key = current[id] { answers[key]?.isUnapproved = true }
    guard case .commit(let effects, _, let isValid) = request, let key = current[id], answer != .unheard else { return }
    let wasGranted = answer == .granted
    if wasGranted != isValid { complain("a savepoint of \(id) was wrongly \(wasGranted ? "accepted" : "refused")") }
    if wasGranted { answers[key]?.batches.append(effects) }
  }

  // MARK: - Misconduct

  private func misconduct(_ random: inout SimulationRandom) -> ScriptPlan.Conduct? {
    if injects(.crash, oneIn: 40, &random) {
      return .saysNothing(.leave(random.oneIn(2) ? .signalled(11) : .exited(status: 0)))
    }
    if injects(.hang, oneIn: 50, &random) { return .saysNothing(random.oneIn(2) ? .hang : .halfLine) }
    if injects(.garbage, oneIn: 50, &random) {
      let long = String(repeating: "x", count: 300_000)
      return .saysNothing(
        .garbage(
          random.pick(["garbage\n", "{}\n", "{\"jsonrpc\":\"2.0\",\"id\":\"h99\",\"result\":{}}\n", long + "\n"])))
    }
    if injects(.refusal, oneIn: 50, &random) {
      let repeats = random.oneIn(2)
      return .fails(
        ErrorObject(
          repeats ? .busy : .effectViolation, "The script refuses.", retry: repeats ? .after : .never))
    }
    return nil
  }

  private func conduct(_ random: inout SimulationRandom) -> ScriptPlan.Conduct {
    if injects(.late, oneIn: 50, &random) { return .answersLate }
    if injects(.duplicate, oneIn: 60, &random) { return .answersTwice }
    return .answers
  }

  private func shield(_ id: String) -> ScriptPlan {
    launches[id, default: 0] += 1
    var random = SimulationRandom(seed: plan.seed, "shield \(launches[id] ?? 0)")
    if let misconduct = misconduct(&random) { return ScriptPlan(conduct: misconduct, reply: { [:] }) }
    return ScriptPlan(conduct: .answers, reply: { ["configuration": [:]] })
  }

  private func injects(_ fault: SimulatedFault, oneIn times: Int, _ random: inout SimulationRandom) -> Bool {
    // Draw in any case, so that a plan with fewer faults is the same run without them.
    let strikes = random.oneIn(times)
    guard strikes, !isHealthy, plan.faults.contains(fault) else { return false }
    injected[fault, default: 0] += 1
    return true
  }
}

extension RuleEffect {
  /// Whether only an approved family may request it (A11).
  fileprivate var needsApproval: Bool {
    switch self {
    case .setSetting, .setStoreActive, .clearStore, .deleteStore, .startMonitoring: true
    case .stopMonitoring, .setDefault, .revokeAuthorization: false
    }
  }
}

extension ScriptPlan.Conduct {
  fileprivate var isPlain: Bool { if case .answers = self { true } else { false } }
  fileprivate var isLate: Bool { if case .answersLate = self { true } else { false } }
}
