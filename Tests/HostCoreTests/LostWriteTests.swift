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
import WrittenCodes

@testable import HostCore

/// The device's memory of people's acts and answers, also after writing them has failed.
@Suite struct LostWriteTests {
  private static let worklog = FamilyID("worklog")
  private static let question = ExtensionRequest.authorize(AuthorizeParams(member: .individual))
  private static let first = PromptID(number: 1)

  private struct FullDisk: Error {}

  /// Takes an input whose write fails, then reads everything from the store again.
  ///
  /// - Parameter between: looks at the memory while it is ahead of the store.
  private func lose(_ input: DeviceInput, on life: PlayedLife, between: () throws -> Void = {}) throws {
    let store = life.facts.store
    store.onTransaction = { moment, _ in if moment == .beforeCommit { throw FullDisk() } }
    #expect(throws: FullDisk.self) { try life.bench.take(input) }
    store.onTransaction = nil
    try between()
    life.take(.operator(.saves))
  }

  // MARK: - Failed writes

  @Test func `neither an answer nor a visit outlasts a failed write`() throws {
    let life = try PlayedLife(points: []) { ($0.clock, $0.turns) = (.real, .perFamily) }
    let persons = life.facts.owners.persons
    let visit = try life.open("worklog")
    try life.end(visit, .replied(["effects": []]))
    try #require(persons.visits[Self.worklog] != nil)
    let call = try life.open("homework")
    try life.ask(call, 1, Self.question)
    try lose(.person(PersonAct(.answers(Self.first, .said(.denied)), id: "no")), on: life) {
      try #require(persons.book.settled.map(\.number) == [1] && persons.lastAct == "no")
    }
    #expect(persons.book == PromptBook() && persons.lastAct == nil)
    #expect(persons.visits.isEmpty && life.facts.openPrompts.isEmpty)
  }

  @Test func `a question whose write failed takes no number`() throws {
    let life = try PlayedLife(points: [])
    let call = try life.open("homework")
    try lose(.asked(QuestionID(call, 1), .request(Self.question)), on: life)
    #expect(life.facts.openPrompts.isEmpty)
    life.take(.person(PersonAct(.opens(FamilyID("homework"), stays: true))))
    let again = try #require(life.bench.sent.last { $0.program == "homework.app" }).call
    try #require(again != call)
    var numbers: [Int64] = []
    for case .prompt(let id, _) in try life.ask(again, 1, Self.question) { numbers.append(id.number) }
    #expect(numbers == [1])
  }

  @Test func `a shield whose write failed is not counted`() throws {
    let life = try PlayedLife(points: [])
    let store = life.facts.store
    let keeper = try store.read { try SurfaceKeeper($0) }
    try store.transaction { try keeper.countShield(on: "a", in: $0) }
    #expect(throws: FullDisk.self) {
      try store.transaction { transaction in
        try keeper.countShield(on: "a", in: transaction)
        throw FullDisk()
      }
    }
    try #require(keeper.shieldCount.count(on: "a") == 2)
    try store.read { try keeper.reload($0) }
    #expect(keeper.shieldCount.count(on: "a") == 1)
  }

  // MARK: - Acts

  @Test func `no press has been made on a shield that has just come up, whatever was done before`() throws {
    let life = try PlayedLife()
    try life.meet("homework", picking: [PlayedLife.chess.id])
    life.order(.rename(item: "Chess", name: "Game of kings"))
    try #require(life.facts.owners.persons.lastAct == "act 1")
    try life.use(PlayedLife.chess, minutes: 21)
    try #require(life.facts.state.shield?.item == PlayedLife.chess)
    #expect(life.facts.owners.persons.lastAct == "")
    #expect(try life.facts.store.read { try $0.value(String.self, HostMeta.lastAct) } == "")
  }

  @Test func `a length of no time is refused and leaves no entry`() throws {
    let life = try PlayedLife(points: [])
    let act = PersonAct(.allowsTime(PlayedLife.chess, GrantLength(.add, seconds: 0), by: .person))
    let error = #expect(throws: HostError.self) { try life.bench.take(.person(act)) }
    #expect(error?.code == .usage && error?.description.contains("1 to 604800 seconds") == true)
    let kinds = try life.facts.store.read { try $0.ledger() }.map(\.kind)
    #expect(!kinds.contains(LedgerKind.timeRequest.rawValue))
  }

  // MARK: - Answers

  @Test func `an answer of another form than its question is refused`() throws {
    let life = try PlayedLife(points: [])
    let call = try life.open("homework")
    try life.ask(call, 1, Self.question)
    let error = #expect(throws: HostError.self) {
      try life.bench.take(.person(PersonAct(.answers(Self.first, .picked(nil)))))
    }
    #expect(error == HostError(.usage, "The answer does not fit the prompt."))
  }

  @Test func `a late yes can narrow the profile, at once`() throws {
    let life = try PlayedLife(points: [])
    let call = try life.open("worklog")
    try life.ask(call, 1, Self.question)
    life.take(.person(PersonAct(.answers(Self.first, .said(.unanswered)))))
    try life.end(call, .replied(["effects": []]))
    life.leave("worklog")
    try #require(life.facts.profile == .open && life.facts.unansweredPrompts.map(\.number) == [1])
    life.take(.person(PersonAct(.answers(Self.first, .said(.approved), profile: .tight))))
    #expect(life.facts.state.families[Self.worklog]?.isApproved == true && life.facts.profile == .tight)
  }

  @Test func `a question after the end of its callback is not held against the app`() throws {
    let life = try PlayedLife(points: [])
    let call = try life.open("homework")
    try life.end(call, .replied(["effects": []]))
    var refusals = 0
    for case .answer(_, .refusal(_)) in try life.ask(call, 1, Self.question) { refusals += 1 }
    #expect(refusals == 1 && life.bench.record.refusals.isEmpty)
  }
}
