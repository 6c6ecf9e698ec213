// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ExtensionProtocol
import FamilyManifests
import PrivacyBoundary
import ProcessSupervision
import ScreenTimeRules
import ScreenTimeStore
import ScreenTimeVocabulary
import Testing

@testable import HostCore

/// Families that are refused, revoked or removed, and tokens that are changed, by what each step says and leaves.
@Suite struct EndedFamilyTests {
  private static let homework = FamilyID("homework")
  private static let worklog = FamilyID("worklog")

  private func act(_ kind: PersonAct.Kind) -> DeviceInput { .person(PersonAct(kind)) }

  private func words(_ commands: [DeviceCommand]) -> [String] {
    commands.compactMap { command -> String? in
      switch command {
      case .perform(_, let program, _): "perform \(program.rawValue)"
      case .cancel(let call, let reason): "cancel \(call.number) \(reason.rawValue)"
      case .stop(let program, let reason): "stop \(program.rawValue) \(reason.rawValue)"
      case .closePrompt(let id): "close \(id.number)"
      case .tell(let event) where event.kind == .authorization: "tell \(event.what): \(event.detail)"
      default: nil
      }
    }
  }

  /// Opens a family's app, which asks for authorization.
  private func ask(_ family: FamilyID, as member: FamilyMember = .individual, on bench: NotificationBench) throws
    -> (call: CallID, prompt: PromptID)
  {
    try bench.take(act(.opens(family, stays: false)))
    let call = try #require(bench.sent.last).call
    let params = AuthorizeParams(member: member == .child ? .child : .individual)
    for case .prompt(let id, _) in try bench.take(.asked(QuestionID(call, 1), .request(.authorize(params)))) {
      return (call, id)
    }
    throw CancellationError()
  }

  private func approve(_ family: FamilyID, as member: FamilyMember = .individual, on bench: NotificationBench) throws {
    let (_, prompt) = try ask(family, as: member, on: bench)
    try bench.take(act(.answers(prompt, .said(.approved))))
    try bench.end("activate", of: family.rawValue, .replied(["effects": []]))
    try #require(bench.driver.facts.state.families[family]?.isApproved == true)
  }

  private func entries(_ kind: LedgerKind, _ family: FamilyID, _ facts: DeviceFacts) throws -> [[String: String]] {
    try facts.store.read { try PrivacyLedger.entries(family: family.rawValue, in: $0, name: \.id) }
      .filter { $0.kind == kind }.map { $0.values ?? [:] }
  }

  // MARK: - Refusals

  @Test(arguments: [
    (FamilyMember.individual, PromptAnswer.denied, "denied by the owner"),
    (.child, .denied, "denied by the guardian"), (.individual, .unanswered, "unanswered by the owner"),
  ])
  func `a no denies the family and is entered, and a prompt without an answer may be asked again`(
    _ member: FamilyMember, _ answer: PromptAnswer, _ detail: String
  ) throws {
    let bench = try NotificationBench(requests: ["authorization"])
    let (call, prompt) = try ask(Self.homework, as: member, on: bench)
    let commands = try bench.take(act(.answers(prompt, .said(answer))))
    let answers = commands.compactMap { command -> ErrorObject? in
      guard case .answer(QuestionID(call, 1), .refusal(let error)) = command else { return nil }
      return error
    }
    var refusal = ErrorObject(AuthorizationRefusal.authorizationCanceled)
    if answer == .unanswered { refusal.retry = .same }
    #expect(answers == [refusal])
    #expect(words(commands) == ["tell refused: \(detail)"])
    let facts = bench.driver.facts
    let status = facts.state.families[Self.homework]?.authorization
    #expect(status == (answer == .denied ? .denied : .notDetermined))
    #expect(
      try entries(.refused, Self.homework, facts)
        == (answer == .denied ? [["what": "manage Screen Time (\(member.rawValue))"]] : []))
    #expect(try entries(.grant, Self.homework, facts).isEmpty)
  }

  // MARK: - Ends

  @Test func `removing a family ends its callback, its prompt and its programs, and the next family has its turn`()
    throws
  {
    let bench = try NotificationBench(requests: ["authorization"])
    let (call, prompt) = try ask(Self.homework, on: bench)
    for family in [Self.homework, Self.worklog] { try bench.take(act(.opens(family, stays: false))) }
    bench.forget(call)
    #expect(bench.sent.isEmpty)
    let commands = try bench.take(act(.removes(Self.homework, by: .person)))
    #expect(
      words(commands) == [
        "close \(prompt.number)", "cancel \(call.number) removed", "stop homework.app operator",
        "stop homework.monitor operator", "tell removed: by the person", "perform worklog.app",
      ])
    #expect(bench.driver.facts.owners.outbox.owed.map(\.family) == ["worklog"])
    #expect(bench.driver.facts.openPrompts.isEmpty)
    // It was never approved, so nothing was taken away from it.
    #expect(try bench.ledger(.revoke) == 0)
  }

  @Test func `revoking a family drops all that waits for it, and nothing that waits for another`() throws {
    let bench = try NotificationBench(requests: ["authorization"])
    for family in [Self.homework, Self.worklog] { try approve(family, on: bench) }
    for family in [Self.worklog, Self.homework, Self.homework, Self.worklog] {
      try bench.take(act(.opens(family, stays: false)))
    }
    let facts = bench.driver.facts
    let waiting = facts.owners.outbox.owed.filter { $0.family == "homework" }.map(\.id)
    let commands = try bench.take(act(.revokes(Self.homework, by: .person, keepsShields: false)))
    #expect(words(commands) == ["stop homework.monitor revoked", "tell revoked: by the person"])
    #expect(facts.owners.outbox.owed.map(\.family) == ["worklog", "worklog"])
    let history = try facts.store.read { try $0.deliveryHistory() }
    let dropped = history.filter { $0.settlement?.outcome == .dropped }
    #expect(dropped.map(\.id) == waiting && waiting.count == 2)
    #expect(try bench.ledger(.revoke) == 1 && bench.ledger(.revoke, "worklog") == 0)
    // Once more, there is nothing to revoke.
    #expect(words(try bench.take(act(.revokes(Self.homework, by: .person, keepsShields: false)))).isEmpty)
    #expect(try bench.ledger(.revoke) == 1)
  }

  @Test func `only a guardian ends what was approved for a child, and a refusal changes nothing`() throws {
    let bench = try NotificationBench(requests: ["authorization"])
    try approve(Self.homework, as: .child, on: bench)
    let before = bench.driver.facts.state
    for (kind, what) in [
      (.revokes(Self.homework, by: .person, keepsShields: false), "The authorization of homework"),
      (.revokes(Self.homework, by: .person, keepsShields: true), "The authorization of homework"),
      (.removes(Self.homework, by: .person), "The family homework"),
    ] as [(PersonAct.Kind, String)] {
      let error = #expect(throws: HostError.self) { try bench.take(act(kind)) }
      #expect(
        error == HostError(.failed, "\(what) was approved for a child; only its guardian can end that."))
    }
    #expect(try bench.driver.facts.state == before && bench.ledger(.revoke) == 0)
    let commands = try bench.take(act(.revokes(Self.homework, by: .guardian, keepsShields: false)))
    #expect(words(commands) == ["stop homework.monitor revoked", "tell revoked: by the guardian"])
    #expect(try bench.ledger(.revoke) == 1)
  }

  @Test func `a policy that forbids a family revokes that one at the next start, once`() throws {
    final class Terms { var forbidden: Set<FamilyID> = [] }
    let terms = Terms()
    let bench = try NotificationBench(requests: ["authorization"]) {
      $0.authorization = AuthorizationPolicy(person: .child, forbiddenFamilies: terms.forbidden)
    }
    for family in [Self.homework, Self.worklog] { try approve(family, on: bench) }
    terms.forbidden = [Self.homework]
    let again = try bench.killed().killed()
    let families = again.driver.facts.state.families
    #expect(families[Self.homework]?.isApproved == false && families[Self.worklog]?.isApproved == true)
    #expect(try again.ledger(.revoke) == 1 && again.ledger(.revoke, "worklog") == 0)
  }

  // MARK: - Tokens

  @Test func `new tokens have callbacks at the slots of the new grant`() throws {
    let life = try PlayedLife(points: []) { $0.profile = .tight }
    try life.meet("homework", picking: ["org.gnome.Chess"])
    func check() -> Int64? {
      let phase = life.facts.owners.consent.tokens.phaseSeconds(
        of: "homework", gridMinutes: PrivacyProfile.tight.gridMinutes)
      let slots = life.facts.rules.grids[Self.homework]?.phaseMilliseconds
      #expect(slots == Int64(phase) * 1_000)
      return slots
    }
    let first = check()
    life.take(.operator(.rotateTokens(Self.homework)))
    _ = check()
    life.take(act(.resetsIdentifiers(Self.homework)))
    #expect(check() != first)
    #expect(try entries(.tokenReset, Self.homework, life.facts) == [["what": "anything it held"]])
  }

  @Test func `an item that a family can't name is not withdrawn from it`() throws {
    let life = try PlayedLife(points: [])
    try life.meet("homework", picking: ["org.gnome.Chess"])
    let before = life.facts.state
    let error = #expect(throws: HostError.self) {
      try life.bench.take(act(.withdraws(PlayedLife.editor, from: Self.homework)))
    }
    #expect(
      error
        == HostError(.usage, "“homework” can't name Editor; `sallyport tokens status` lists what it can."))
    #expect(try life.facts.state == before && entries(.tokenReset, Self.homework, life.facts).isEmpty)
  }

  @Test func `a rotation ends on the sixtieth day after it began, at midnight`() throws {
    let bench = try NotificationBench(requests: ["authorization"])
    try approve(Self.homework, on: bench)
    let tokens = bench.driver.facts.owners.consent.tokens
    #expect(!tokens.isRotating)
    try bench.take(.operator(.rotateTokens(Self.homework)))
    let day: Int64 = 86_400
    try bench.pass(seconds: 60 * day - 1)
    #expect(tokens.isRotating)
    try bench.pass(seconds: 1)
    #expect(!tokens.isRotating)
  }
}
