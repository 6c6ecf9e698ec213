// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import PrivacyBoundary
import ScreenTimeRules
import ScreenTimeStore
import Testing

@Suite struct LedgerPageTests {
  private let fixture = try? BoundaryFixture()

  private func page(
    _ events: [(String, LedgerEvent)], profile: PrivacyProfile = .tight, missing: [String] = [],
    build: String? = nil
  ) throws -> LedgerPage {
    let fixture = try #require(fixture)
    let ledger = PrivacyLedger(policy: fixture.policy, random: { Array(repeating: 1, count: $0) })
    for (day, event) in events {
      try fixture.store.transaction { _ = try ledger.append(event, day: day, slot: "18:15", in: $0) }
    }
    let entries = try fixture.store.read { try PrivacyLedger.entries(family: "homework", in: $0) { "«\($0.id)»" } }
    return LedgerPage(
      LedgerPage.Standing(
        family: "homework", name: "Homework", profile: profile, isApproved: true,
        tier: IsolationTier(acceptedMissing: missing), nameableItems: 7, callbacks: .init(registered: 17, most: 24),
        build: build),
      from: "2026-11-14", to: "2026-11-20", entries: entries, policy: fixture.policy)
  }

  private func threshold(_ items: [Item] = [.category("6")], after time: String = "45 minutes") -> LedgerEvent {
    LedgerEvent(
      family: "homework", kind: .thresholdReached,
      values: ["T": .word(time), "set": .items(items), "q": .word("15 minutes")], profile: .tight)
  }

  private func event(_ kind: LedgerKind, _ values: [String: LedgerEvent.Value] = [:]) -> LedgerEvent {
    LedgerEvent(family: "homework", kind: kind, values: values)
  }

  @Test func `sums equal entries by days or times, and excludes other days and families`() throws {
    let page = try page([
      ("2026-11-13", threshold()), ("2026-11-14", threshold()), ("2026-11-15", threshold()),
      ("2026-11-15", threshold()), ("2026-11-16", threshold([.category("6"), .application("a")])),
      ("2026-11-17", event(.shieldAction, ["button": .word("the first button")])),
      ("2026-11-18", event(.shieldAction, ["button": .word("the first button")])),
      ("2026-11-18", event(.reportShown, ["range": .word("this week")])),
      ("2026-11-19", LedgerEvent(family: "worklog", kind: .widget)),
      ("2026-11-20", event(.blockedAttempt, ["class": .word("to print while it was sealed"), "count": .number(180)])),
      ("2026-11-20", event(.blockedAttempt, ["class": .word("to print while it was sealed"), "count": .number(1)])),
      ("2026-11-21", threshold()),
    ])
    #expect(
      page.learned == [
        "«6» reached 45 minutes on 2 days, to within 15 minutes",
        "«a» and «6» together reached 45 minutes on 1 day, to within 15 minutes",
        "you pressed the first button of its shields twice",
      ])
    #expect(page.shown == ["your use, to draw your report, once"])
    #expect(page.stopped == ["to print while it was sealed 181 times"])
  }

  @Test func `shows the grant, the check and the sandbox tier`() throws {
    let page = try page([
      ("2026-11-03", event(.grant, ["member": .word("child"), "profile": .word("tight")])),
      ("2026-11-04", event(.checkerVerdict, ["verdict": .word("passed")])),
    ])
    #expect(page.grant == "granted 3 Nov by a guardian")
    #expect(page.check == "4 Nov: passed")
    #expect(page.tier == "T1" && page.missingProtections.isEmpty)
    #expect(page.learned.isEmpty && page.shown.isEmpty && page.stopped.isEmpty)
    let weak = try self.page([("2026-11-05", event(.revoke))], missing: ["own-time-namespace"])
    #expect(weak.grant == "taken away 5 Nov")
    #expect(weak.tier == "T0" && weak.missingProtections == ["own-time-namespace"])
  }

  @Test func `a check of other files than the family has now is out of date`() throws {
    let checked = [("2026-11-04", event(.checkerVerdict, ["verdict": .word("passed"), "build": .word("ab12")]))]
    #expect(try !page(checked, build: "ab12").checkIsStale)
    #expect(try page(checked, build: "cd34").checkIsStale)
    // Files that can't be read can't be compared.
    #expect(try page(checked, build: nil).checkIsStale)
    #expect(try page(checked, build: "cd34").check == "4 Nov: passed")
    #expect(try !page([], build: "ab12").checkIsStale)
  }

  @Test func `lists what the policy did not release, and nothing untrue for the profile`() throws {
    #expect(try page([]).notTold.contains("exact times"))
    #expect(try !page([], profile: .open).notTold.contains("exact times"))
    #expect(try page([]).notTold.contains("the name of any app or site"))
    // Under `open` a shield may choose its buttons by the name, and a press tells which (PRIV-SF7).
    #expect(try !page([], profile: .open).notTold.contains("the name of any app or site"))
    #expect(try page([], profile: .open).notTold.contains("for how long you used something"))
  }

  @Test func `a value from the family can't imitate an item or a placeholder`() throws {
    let page = try page([("2026-11-20", event(.shieldAction, ["button": .word("{#1} {days} {times}")]))])
    #expect(page.learned == ["you pressed (#1) (days) (times) of its shields once"])
  }
}
