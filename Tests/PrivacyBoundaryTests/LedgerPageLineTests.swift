// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import PrivacyBoundary
import ScreenTimeRules
import ScreenTimeStore
import Testing

/// The order of the phrases on a family's page, and whether its last check still applies.
@Suite struct LedgerPageLineTests {
  private func event(_ kind: LedgerKind, _ values: [String: LedgerEvent.Value] = [:]) -> LedgerEvent {
    LedgerEvent(family: "homework", kind: kind, values: values)
  }

  /// The page of a day with these events.
  private func page(_ events: [LedgerEvent], build: String? = nil) throws -> LedgerPage {
    let (fixture, day) = (try BoundaryFixture(), "2026-11-20")
    let ledger = PrivacyLedger(policy: fixture.policy, random: { Array(repeating: 1, count: $0) })
    for event in events {
      try fixture.store.transaction { _ = try ledger.append(event, day: day, slot: "18:15", in: $0) }
    }
    let entries = try fixture.store.read { try PrivacyLedger.entries(family: "homework", in: $0) { $0.id } }
    return LedgerPage(
      LedgerPage.Standing(
        family: "homework", name: "Homework", profile: .tight, isApproved: true,
        tier: IsolationTier(acceptedMissing: []), nameableItems: 0, callbacks: .init(registered: 0, most: 24),
        build: build),
      from: day, to: day, entries: entries, policy: fixture.policy)
  }

  /// The events come in the opposite order.
  @Test func `phrases of one point of declassification are in the order of the kinds`() throws {
    let page = try page([
      event(.budgetRefused, ["asked": .number(50), "most": .number(48)]),
      event(.blockedAttempt, ["class": .word("to print")]), event(.shieldShown),
      event(.reportShown, ["range": .word("today")]), event(.focus, ["edge": .word("on")]),
      event(.widgetPlaced, ["what": .word("placed")]), event(.widget),
    ])
    #expect(
      page.learned == [
        "you used its own window once", "one of its widgets was placed once",
        "a Focus with its filter went on once",
      ])
    #expect(
      page.shown == [
        "your use, to draw your report, once", "the name of an item it shields, to draw the shield, once",
      ])
    #expect(page.stopped == ["to print once", "more callbacks a day than it may have, once"])
  }

  @Test(arguments: [nil, "ab12"] as [String?])
  func `a family that was never checked has no check that is out of date`(_ build: String?) throws {
    let page = try page([event(.widget)], build: build)
    #expect(page.check == nil && !page.checkIsStale)
  }

  @Test(arguments: [nil, "ab12"] as [String?])
  func `a check that names no files is out of date, even if the family's can't be read`(_ build: String?) throws {
    let page = try page([event(.checkerVerdict, ["verdict": .word("passed")])], build: build)
    #expect(page.check == "20 Nov: passed" && page.checkIsStale)
  }
}
