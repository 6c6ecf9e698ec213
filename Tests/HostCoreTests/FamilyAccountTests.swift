// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import PrivacyBoundary
import ScreenTimeRules
import Testing

@testable import HostCore

/// A family's notifications, and the days on its page of the ledger.
@Suite struct FamilyAccountTests {
  private static let homework = FamilyID("homework")
  private static let hour: Int64 = 3_600_000

  @Test func `each listed and pending notification has its time and a sentence, the pending ones by their times`()
    throws
  {
    let life = try PlayedLife(points: [])
    let now = life.instant
    func request(
      _ id: String, _ trigger: ScreenTimeRules.NotificationRequest.Trigger? = nil
    ) -> ScreenTimeRules.NotificationRequest {
      ScreenTimeRules.NotificationRequest(id: id, title: "T", body: "B", trigger: trigger, scheduledAt: now)
    }
    func at(_ seconds: Int64) -> Timestamp { now.advanced(by: seconds * 1_000) }
    let pending = [
      PendingNotification(request("b", .after(seconds: 60)), dueAt: at(60)),
      PendingNotification(request("e", .at(ScheduleComponents(minute: 2), repeats: true)), dueAt: at(120)),
      PendingNotification(request("a", .after(seconds: 61)), dueAt: at(60)),
      PendingNotification(request("c", .at(ScheduleComponents(second: 30), repeats: false)), dueAt: at(30)),
      PendingNotification(request("d"), dueAt: now),
    ]
    let own = FamilyNotifications(
      pending: Dictionary(uniqueKeysWithValues: pending.map { ($0.request.id, $0) }),
      listed: [
        ListedNotification(request("x"), number: 3, dueAt: now.advanced(by: -1), firedAt: now),
        ListedNotification(request("y"), number: 5, dueAt: now, firedAt: now),
      ], lastNumber: 5)
    life.facts.owners.notifications.change(Self.homework) { $0 = own }
    #expect(
      try life.facts.explainNotifications(of: Self.homework) == [
        ExplainedNotification(
          state: .listed, id: "x", number: 3, at: now,
          sentence: "It came due while the clock did not run, and was shown late."),
        ExplainedNotification(state: .listed, id: "y", number: 5, at: now, sentence: "It was shown when it came due."),
        ExplainedNotification(state: .pending, id: "d", at: now, sentence: "It is due immediately."),
        ExplainedNotification(
          state: .pending, id: "c", at: at(30),
          sentence: "It is due at the next instant that its date matches, once."),
        ExplainedNotification(
          state: .pending, id: "a", at: at(60), sentence: "It is due 61 s after it was scheduled."),
        ExplainedNotification(
          state: .pending, id: "b", at: at(60), sentence: "It is due 60 s after it was scheduled."),
        ExplainedNotification(
          state: .pending, id: "e", at: at(120), sentence: "It is due at each instant that its date matches."),
      ])
    #expect(try life.facts.explainNotifications(of: FamilyID("worklog")).isEmpty)
  }

  @Test func `the page of a family ends with the last day that has begun, and has seven days`() throws {
    let life = try PlayedLife(points: [])
    func days(_ count: Int? = nil) throws -> [String] {
      guard let count else {
        let page = try life.facts.ledgerPage(of: Self.homework)
        return [page.from, page.to]
      }
      let page = try life.facts.ledgerPage(of: Self.homework, days: count)
      return [page.from, page.to]
    }
    let start = life.instant
    #expect(try days() == ["2026-10-12", "2026-10-18"])
    for (end, first, last) in [
      (1, "2026-10-13", "2026-10-19"), (24 * Self.hour, "2026-10-13", "2026-10-19"),
      (24 * Self.hour + 1, "2026-10-14", "2026-10-20"),
    ] as [(Int64, String, String)] {
      try life.pass(until: start.advanced(by: end))
      #expect(try days() == [first, last] && days(7) == [first, last] && days(1) == [last, last], "\(end)")
    }
    #expect(try days(30) == ["2026-09-21", "2026-10-20"])
  }

  @Test func `the page of a family says whether it is approved, and how many items it can name`() throws {
    let life = try PlayedLife(points: [])
    func standing() throws -> String {
      let page = try life.facts.ledgerPage(of: Self.homework)
      return "\(page.family) \(page.name) \(page.isApproved) \(page.nameableItems)"
    }
    #expect(try standing() == "homework Homework false 0")
    try life.meet("homework", picking: [PlayedLife.chess.id, PlayedLife.editor.id])
    // The two applications, a category and a website.
    #expect(try standing() == "homework Homework true 4")
  }
}
