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

/// What is left of a family whose app gives its authorization back: of its callbacks, its tokens and its ledger.
@Suite struct RevokedFamilyTests {
  private static let homework = FamilyID("homework")
  private static let revocation: WireValue = ["kind": "revokeAuthorization"]
  private static let everything: WireValue = [
    "key": "shield.applicationCategories", "kind": "setSetting", "store": "s",
    "value": ["except": [], "policy": "all"],
  ]
  private static let day: WireValue = [
    "activity": "day", "events": [], "kind": "startMonitoring",
    "schedule": ["end": ["hour": 23, "minute": 59], "repeats": true, "start": ["hour": 0, "minute": 0]],
  ]

  private func owed(_ facts: DeviceFacts, _ family: String, _ point: String) -> [Int64] {
    facts.owners.outbox.owed.filter { $0.family == family && $0.point == point }.map(\.sequence)
  }

  @Test func `a revocation drops none of the family's further openings and nothing of another family`() throws {
    let bench = try NotificationBench(requests: ["authorization", "monitoring", "settings"])
    let facts = bench.driver.facts
    for family in NotificationBench.families { try bench.approve(family) }
    // While the other family's app is open, openings of this one wait, one of which has the number that the monitor's
    // callback of the other gets.
    let opening = try bench.take(.person(PersonAct(.opens(FamilyID("worklog"), stays: false))))
    for _ in 1...4 { try bench.take(.person(PersonAct(.opens(Self.homework, stays: false)))) }
    let first = try bench.answer(opening, [Self.day]).commands
    let number = try #require(owed(facts, "worklog", "monitor").first)
    let openings = owed(facts, "homework", "app")
    try #require(openings.dropFirst().contains(number))
    try bench.answer(first, [Self.revocation])
    #expect(facts.state.families[Self.homework]?.isApproved == false)
    #expect(owed(facts, "homework", "app") == Array(openings.dropFirst()))
    #expect(owed(facts, "worklog", "monitor") == [number])
    let history = try facts.store.read { try $0.deliveryHistory() }
    #expect(!history.contains { $0.settlement?.outcome == .dropped })
  }

  @Test func `a revocation drops the family's pending press and its monitor's callbacks`() throws {
    let life = try PlayedLife()
    try life.meet("homework", picking: ["org.gnome.Chess"])
    try life.meet("worklog", picking: ["org.gnome.TextEditor"])
    try life.use(PlayedLife.chess, minutes: 22)
    let call = try life.open("homework")
    try life.press(.primaryButtonPressed)
    #expect(owed(life.facts, "homework", "shieldAction").count == 1)
    let pending = life.facts.owners.outbox.owed.filter { $0.family == "homework" && $0.point != "app" }.map(\.id)
    try life.end(call, .replied(["effects": [Self.revocation]]))
    #expect(life.facts.state.families[Self.homework]?.isApproved == false)
    let history = try life.facts.store.read { try $0.deliveryHistory(family: "homework") }
    let dropped = history.filter { $0.settlement?.outcome == .dropped }
    #expect(dropped.map(\.id).sorted() == pending.sorted() && dropped.contains { $0.point == "shieldAction" })
    #expect(dropped.allSatisfy { $0.settlement?.at == life.instant && $0.settlement?.revision == nil })
    #expect(life.facts.owners.outbox.owed.allSatisfy { $0.family != "homework" || $0.point == "app" })
    #expect(life.facts.state.families[FamilyID("worklog")]?.isApproved == true)
  }

  @Test func `a rule over all categories gives tokens of them, unless its callback ends the authorization`() throws {
    for isRevoked in [false, true] {
      let life = try PlayedLife()
      try life.meet("homework", picking: ["org.gnome.Chess"])
      func categories() throws -> Int {
        let issued = try life.facts.store.read { try $0.issuance() }.filter { $0.family == "homework" }
        return Set(issued.map(\.item)).count { $0.kind == .category }
      }
      let before = try categories()
      #expect(before == 1)
      let call = try life.open("homework")
      let effect = try Effect(wire: Self.everything, at: "", from: .extension)
      let answers = try life.ask(call, 1, .commit(CommitParams(effects: [effect])))
      #expect(answers.contains { if case .answer(_, .result(_)) = $0 { true } else { false } })
      // Nothing is issued for a savepoint, which may come to nothing.
      #expect(try categories() == before)
      try life.end(call, .replied(["effects": isRevoked ? [Self.revocation] : []]))
      #expect(try categories() == (isRevoked ? 0 : 12))
      let kinds = try life.facts.store.read { try $0.ledger(family: "homework") }.map(\.kind)
      let last = kinds.last { ["revoke", "rulesApplied"].contains($0) }
      #expect(last == (isRevoked ? "revoke" : "rulesApplied"), "\(kinds)")
    }
  }

  @Test func `a rule over some categories gives no tokens, and a reply without effects is no entry`() throws {
    let life = try PlayedLife()
    try life.meet("homework", picking: ["org.gnome.Chess"])
    func counts() throws -> [Int] {
      let (issued, entries) = try life.facts.store.read { (try $0.issuance(), try $0.ledger(family: "homework")) }
      return [issued.count, entries.count { $0.kind == "rulesApplied" }]
    }
    let before = try counts()
    let call = try life.open("homework")
    let picked = try #require(life.selections["homework"]).categories
    let some: WireValue = [
      "key": "shield.applicationCategories", "kind": "setSetting", "store": "s",
      "value": ["categories": .array(picked.map(\.wire)), "except": [], "policy": "specific"],
    ]
    try life.end(call, .replied(["effects": [some]]))
    let after = try counts()
    #expect(after == [before[0], before[1] + 1])
    life.leave("homework")
    let again = try life.open("homework")
    try life.end(again, .replied(["effects": []]))
    #expect(try counts() == after)
  }

  @Test func `a reply's delivery is settled with the revision that its effects made`() throws {
    let life = try PlayedLife(points: [])
    try life.meet("homework", picking: ["org.gnome.Chess"])
    try life.use(PlayedLife.chess, minutes: 22)
    let history = try life.facts.store.read { try $0.deliveryHistory(family: "homework") }
    let reached = try #require(history.first { $0.callback == "eventDidReachThreshold" })
    let revision = life.facts.state.families[Self.homework]?.revision
    #expect(
      reached.settlement
        == PendingDelivery.Settlement(
          .applied, reason: .delivery(.accepted), revision: revision, at: reached.settlement?.at ?? life.instant))
    let attempts = try life.facts.store.read { try $0.attempts(family: "homework") }[reached.id] ?? []
    #expect(attempts.map(\.number) == [1] && attempts.map(\.reason) == [.delivery(.accepted)])
    #expect(attempts.first?.detail.isEmpty == false && attempts.first?.at == reached.settlement?.at)
  }
}
