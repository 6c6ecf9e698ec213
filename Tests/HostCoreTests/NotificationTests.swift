// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ExtensionProtocol
import Foundation
import HostCore
import PrivacyBoundary
import ProcessSupervision
import ScreenTimeRules
import Testing
import WrittenCodes

/// Notifications of families on a device: when each is shown, that it is shown once, and how bad ones are refused.
@Suite struct NotificationTests {
  private typealias Bench = NotificationBench

  @Test func `a notification without a trigger is shown with its reply, others at their instants (Q1, Q3)`() throws {
    let bench = try Bench()
    let begin = bench.device.now
    let verdict = try bench.reply(
      "homework", Bench.notification("now"), Bench.notification("soon", Bench.after(90)),
      Bench.notification("eight", Bench.at(["hour": 8]), title: "Up"))
    #expect(verdict.error == nil)
    #expect(bench.shown.map(\.id) == ["now"])
    #expect(bench.own().nextDue == begin.advanced(by: 90_000))
    try bench.pass(seconds: 89)
    #expect(bench.shown.map(\.id) == ["now"])
    try bench.pass(seconds: 1)
    #expect(bench.shown.map(\.id) == ["now", "soon"] && bench.shown.last?.at == begin.advanced(by: 90_000))
    try bench.pass(seconds: 86_400)
    #expect(bench.shown.map(\.id) == ["now", "soon", "eight"])
    #expect(bench.shown.last?.at == begin.advanced(by: 8 * 3_600_000))
    #expect(bench.shown.last?.familyName == "Homework" && bench.shown.last?.title == "Up")
    #expect(bench.own().pending.isEmpty && bench.own().listed.count == 3)
    #expect(try bench.ledger(.notificationDecided) == 3)
  }

  @Test func `is shown at its instant within a span of use (Q5)`() throws {
    let bench = try Bench()
    let begin = bench.device.now
    try bench.reply("homework", Bench.notification("n", Bench.after(60)))
    let use = UseSpan(start: begin, end: begin.advanced(by: 110_000), app: .application("editor"), isPresent: true)
    try bench.take(.use(use))
    #expect(bench.device.now == begin.advanced(by: 60_000))
    #expect(bench.shown.map(\.at) == [begin.advanced(by: 60_000)])
    try bench.take(.use(use))
    #expect(bench.device.now == use.end && bench.shown.count == 1)
    // Stopping at the notification does not change the use counted.
    _ = try bench.device.take(.operator(.saves))
    #expect(try bench.driver.facts.totals(from: begin, to: use.end) == [.application("editor"): 110_000])
  }

  @Test func `a repeating notification is shown at each of its dates until it is cancelled (Q1, Q7)`() throws {
    let bench = try Bench()
    try bench.reply("homework", Bench.notification("daily", Bench.at(["hour": 20, "minute": 30], repeats: true)))
    try bench.pass(seconds: 3 * 86_400)
    #expect(bench.shown.count == 3 && bench.own().listed.count == 1)
    try bench.reply("homework", Bench.cancel(["daily"], of: "pending"))
    try bench.pass(seconds: 3 * 86_400)
    #expect(bench.shown.count == 3 && bench.own().listed.count == 1)
    try bench.reply("homework", Bench.cancel([]))
    #expect(bench.own().isEmpty)
  }

  @Test func `a number is not reused, even if a family's first notification was withdrawn in the same reply`() throws {
    let bench = try Bench()
    try bench.reply("homework", Bench.notification("n"), Bench.cancel([]))
    #expect(bench.shown.map(\.number) == [1] && bench.own().listed.isEmpty)
    let next = try bench.killed()
    try next.reply("homework", Bench.notification("m"))
    #expect(next.shown.map(\.number) == [2])
  }

  @Test func `the same identifier replaces the pending notification (Q4)`() throws {
    let bench = try Bench()
    try bench.reply("homework", Bench.notification("n", Bench.after(60), title: "Old"))
    try bench.reply("homework", Bench.notification("n", Bench.after(120), title: "New"))
    try bench.reply("worklog", Bench.notification("n", Bench.after(60), title: "Theirs"))
    try bench.pass(seconds: 300)
    #expect(bench.shown.map(\.title) == ["Theirs", "New"])
  }

  @Test func `a badge stays until the app sets another (Q10, FOCUS-N10)`() throws {
    let bench = try Bench()
    let first = try bench.reply("homework", Bench.badge(7))
    #expect(!first.request.contains("badge"))
    let second = try bench.reply("homework", Bench.badge(0))
    #expect(second.request.contains("\"badge\":7"))
    #expect(bench.own().badge == 0)
    #expect(bench.own("worklog").badge == 0)
  }

  // MARK: - Bad input

  private func refused(_ effects: WireValue..., requests: [String] = ["badge", "notifications"]) throws -> ErrorObject?
  {
    let bench = try Bench(requests: requests)
    let opening = try bench.take(.person(PersonAct(.opens(FamilyID("homework"), stays: false))))
    let verdict = try bench.answer(opening, [Bench.notification("good", Bench.after(60))] + effects)
    // One refused effect refuses the reply.
    #expect(bench.own().isEmpty && bench.shown.isEmpty)
    #expect(try bench.ledger(.notificationDecided) == 0)
    return verdict.error
  }

  @Test(arguments: [
    Bench.after(0), Bench.at(["month": 2, "day": 30], repeats: true), Bench.at(["year": 2001, "month": 1, "day": 1]),
    Bench.at([:]), Bench.at(["hour": 25], repeats: true), Bench.at(["hour": 1, "timeZone": "Mars/Olympus"]),
    Bench.at(["second": 30], repeats: true),
  ])
  func `a trigger that never fires refuses the reply (Q1)`(trigger: WireValue) throws {
    let error = try refused(Bench.notification("bad", trigger))
    #expect(error?.violation == "notification.trigger" && error?.pointer == "/effects/1")
  }

  @Test(arguments: [
    Bench.notification("bad", Bench.after(-1)), Bench.notification("a\u{7}b"), Bench.notification("a\u{202E}b"),
    Bench.notification(String(repeating: "n", count: 129)), Bench.notification(""),
    Bench.notification("bad", ["afterS": 60, "repeats": true]),
    Bench.notification("bad", title: String(repeating: "t", count: 257)),
    Bench.notification("bad", title: "line\nbreak\u{1B}[31m"), Bench.badge(-1), Bench.badge(100_000),
    Bench.cancel(["good"], of: "everything"),
    [
      "body": "", "id": "bad", "kind": "scheduleNotification", "level": "active", "title": "",
      "userInfo": ["key": "value"],
    ],
  ])
  func `a notification that breaks the wire schema is refused with its location (Q2)`(effect: WireValue) throws {
    let error = try refused(effect)
    #expect(error?.pointer?.hasPrefix("/effects/1") == true, "\(String(describing: error))")
  }

  @Test func `schedules nothing without the capability (Q1, FOCUS-N1)`() throws {
    #expect(try refused(Bench.notification("n"), requests: ["badge"])?.code == .denied)
    #expect(try refused(Bench.badge(3), requests: ["notifications"])?.code == .denied)
  }

  @Test func `refuses a family's 65th pending notification, and other families have their own 64 (Q6)`() throws {
    let bench = try Bench()
    for batch in 0..<8 {
      let opening = try bench.take(.person(PersonAct(.opens(FamilyID("homework"), stays: false))))
      let effects = (0..<8).map { Bench.notification("n\(batch * 8 + $0)", Bench.after(600)) }
      #expect(try bench.answer(opening, effects).error == nil)
    }
    let error = try bench.reply("homework", Bench.notification("one more", Bench.after(600))).error
    #expect(error?.code == .limit && error?.limit == "limit.pending" && error?.maximum == 64 && error?.actual == 65)
    #expect(bench.own().pending.count == 64)
    #expect(try bench.reply("homework", Bench.notification("n3", Bench.after(900))).error == nil)
    #expect(try bench.reply("worklog", Bench.notification("one", Bench.after(600))).error == nil)
    try bench.pass(seconds: 600)
    #expect(bench.shown.count == 64 && bench.own().pending.keys.sorted() == ["n3"])
  }

  @Test func `a callback shows 8 notifications at once, counting those of its savepoints (H9, Q6)`() throws {
    let bench = try Bench()
    func commits(_ opening: [DeviceCommand], _ number: Int, _ ids: [String]) throws -> ErrorObject? {
      guard case .perform(let call, _, _)? = opening.last(where: { if case .perform = $0 { true } else { false } })
      else { throw HostError(.failed, "no callback is in flight") }
      let params = try CommitParams(
        wire: ["effects": .array(ids.map { Bench.notification($0) })], at: "", from: .extension)
      for case .answer(_, .refusal(let error)) in try bench.take(
        .asked(QuestionID(call, number), .request(.commit(params))))
      { return error }
      return nil
    }
    func opening() throws -> [DeviceCommand] {
      try bench.take(.person(PersonAct(.opens(FamilyID("homework"), stays: false))))
    }
    let first = try opening()
    #expect(try commits(first, 1, (0..<8).map { "n\($0)" }) == nil)
    for number in 2...32 {
      let error = try commits(first, number, ["one more"])
      #expect(error?.violation == "limit.notifications" && error?.maximum == 8 && error?.actual == 9)
    }
    #expect(try bench.answer(first, [Bench.notification("later", Bench.after(60))]).error == nil)
    #expect(bench.shown.count == 8 && bench.own().pending.count == 1)
    // A reply that shows one more is refused with its savepoints.
    let second = try opening()
    #expect(try commits(second, 1, (8..<16).map { "n\($0)" }) == nil)
    #expect(try bench.answer(second, [Bench.notification("n16")]).error?.violation == "limit.notifications")
    #expect(bench.shown.count == 8)
    // Each callback has its own eight.
    #expect(try bench.answer(try opening(), (16..<24).map { Bench.notification("n\($0)") }).error == nil)
    #expect(bench.shown.count == 16)
  }

  @Test func `a flood fills only its own family's list (Q6)`() throws {
    let bench = try Bench()
    try bench.reply("worklog", Bench.notification("quiet", Bench.after(5)))
    for batch in 0..<40 {
      let opening = try bench.take(.person(PersonAct(.opens(FamilyID("homework"), stays: false))))
      #expect(try bench.answer(opening, (0..<8).map { Bench.notification("f\(batch * 8 + $0)") }).error == nil)
    }
    let opening = try bench.take(.person(PersonAct(.opens(FamilyID("homework"), stays: false))))
    #expect(try bench.answer(opening, (0..<9).map { Bench.notification("g\($0)") }).error != nil)
    #expect(bench.own().listed.count == 256 && bench.own().listed.first?.request.id == "f64")
    // One entry for each that was shown and for each that was dropped from the list.
    #expect(try bench.ledger(.notificationDecided) == 320 + 64)
    try bench.pass(seconds: 5)
    #expect(bench.own("worklog").listed.map(\.request.id) == ["quiet"])
  }

  // MARK: - The person

  @Test func `answering a notification opens its app and is recorded in the ledger (Q9)`() throws {
    let bench = try Bench()
    try bench.reply("homework", Bench.notification("n"))
    let number = try #require(bench.shown.first?.number)
    let act = DeviceInput.person(PersonAct(.answersNotification(number, of: FamilyID("homework"))))
    let opened = try bench.answer(try bench.take(act))
    #expect(opened.error == nil && opened.request.contains("\"reason\":\"notification\""))
    #expect(bench.own().listed.isEmpty)
    #expect(try bench.ledger(.notification) == 1)
    #expect(throws: HostError.self) { try bench.take(act) }
    #expect(try bench.ledger(.notification) == 1)
  }

  @Test func `a cleared notification leaves the list and its family is not notified`() throws {
    let bench = try Bench()
    try bench.reply("homework", Bench.notification("n"))
    let clear = DeviceInput.person(PersonAct(.clearsNotification(1, of: FamilyID("homework"))))
    let commands = try bench.take(clear)
    #expect(!commands.contains { if case .perform = $0 { true } else { false } })
    #expect(bench.own().listed.isEmpty)
    #expect(try bench.ledger(.notification) == 0)
    for wrong in [(1, "homework"), (1, "worklog"), (9, "unknown")] as [(Int64, String)] {
      let act = PersonAct(.clearsNotification(wrong.0, of: FamilyID(wrong.1)))
      #expect(throws: HostError.self) { try bench.take(.person(act)) }
    }
  }

  @Test func `removing a family deletes its notifications and badge (Q8)`() throws {
    let bench = try Bench()
    try bench.reply("homework", Bench.notification("now"), Bench.notification("later", Bench.after(60)), Bench.badge(3))
    try bench.take(.person(PersonAct(.removes(FamilyID("homework"), by: .person))))
    try bench.pass(seconds: 120)
    #expect(bench.shown.map(\.id) == ["now"] && bench.own() == FamilyNotifications())
    #expect(try bench.killed().own() == FamilyNotifications())
  }

  @Test func `explain reports what is pending and listed, and why (FOCUS-N9)`() throws {
    let bench = try Bench()
    try bench.reply("homework", Bench.notification("now"), Bench.notification("later", Bench.after(60)))
    let lines = try bench.driver.facts.explainNotifications(of: FamilyID("homework"))
    #expect(lines.map(\.state) == [.decided, .listed, .pending])
    #expect(lines.map(\.id) == ["now", "now", "later"])
    #expect(lines.first?.reason == .notification(.noFocus))
    #expect(try bench.driver.facts.explainNotifications(of: FamilyID("worklog")).isEmpty)
  }

  @Test func `a badge without a notification is shown again after a restart`() throws {
    let bench = try Bench()
    try bench.reply("homework", Bench.badge(3))
    let again = try bench.killed()
    try again.take(.operator(.opens))
    #expect(again.own().listed.isEmpty)
    #expect(
      again.presented.contains { surface in
        if case .notifications(let list) = surface { list.badges.contains { $0.count == 3 } } else { false }
      })
  }
}
