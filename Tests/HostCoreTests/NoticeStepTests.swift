// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ExtensionProtocol
import Foundation
import PrivacyBoundary
import ScreenTimeRules
import ScreenTimeStore
import ScreenTimeVocabulary
import Testing

@testable import HostCore

/// What becomes of notifications, by the commands, the journal and the ledger that each step leaves.
@Suite struct NoticeStepTests {
  private typealias Bench = NotificationBench

  private static let homework = FamilyID("homework")
  private static let worklog = FamilyID("worklog")

  /// What a step tells and shows of notifications, as words.
  private func words(_ commands: [DeviceCommand]) -> [String] {
    commands.compactMap { command -> String? in
      switch command {
      case .tell(let event) where event.kind == .notification || event.kind == .press || event.kind == .warning:
        "tell \(event.kind) \(event.family ?? "-") \(event.what): \(event.detail)"
      case .notify(let one): "notify \(one.family.rawValue) \(one.number) \(one.id)\(one.isRepeated ? " again" : "")"
      case .present(.notifications(let list)):
        "list \(list.notifications.map { "\($0.family.rawValue) \($0.number)" }) badges \(list.badges.map(\.count))"
      default: nil
      }
    }
  }

  private func journal(_ bench: Bench) throws -> [JournalEntry] {
    try bench.take(.operator(.saves))
    return try bench.driver.facts.store.read { try $0.journal() }.filter { entry in
      if case .notification = entry.reason { true } else { false }
    }
  }

  private func act(_ kind: PersonAct.Kind) -> DeviceInput { .person(PersonAct(kind)) }

  @Test func `a notification that comes due is told, shown, listed and written down once each`() throws {
    let bench = try Bench()
    try bench.reply("homework", Bench.notification("later", Bench.after(60), title: "Maths"))
    let due = bench.device.now.advanced(by: 60_000)
    try bench.pass(until: due.advanced(by: -1))
    #expect(try bench.ledger(.notificationDecided) == 0 && bench.own().listed.isEmpty)
    #expect(
      words(try bench.take(.time(due))) == [
        "tell notification homework Maths: Text", "notify homework 1 later", #"list ["homework 1"] badges []"#,
      ])
    #expect(words(try bench.take(.time(due))).isEmpty)
    #expect(
      try journal(bench) == [
        JournalEntry(at: due, family: "homework", reason: .notification(.noFocus), detail: "later")
      ])
    let entries = try bench.driver.facts.store.read { try PrivacyLedger.entries(in: $0, name: \.id) }
    let decided = entries.filter { $0.kind == .notificationDecided }
    #expect(decided.map(\.family) == ["homework"] && decided.map(\.profile) == [.open])
    #expect(decided.compactMap { $0.values?["reason"] } == ["it was shown, since no Focus is on"])
  }

  @Test func `a person's answer to a notification, or its removal, is told and takes it off the list`() throws {
    let bench = try Bench()
    try bench.reply("homework", Bench.notification("a", title: "Maths"), Bench.notification("b", title: "Art"))
    #expect(
      words(try bench.take(act(.clearsNotification(1, of: Self.homework)))) == [
        "tell press homework notification cleared: Maths", #"list ["homework 2"] badges []"#,
      ])
    #expect(try bench.ledger(.notification) == 0)
    for number in [1, 3] as [Int64] {
      let error = HostError(
        .usage, "“homework” has no notification \(number) in the list; `sallyport notification list` shows it.")
      for kind in [
        .clearsNotification(number, of: Self.homework), .answersNotification(number, of: Self.homework),
      ] as [PersonAct.Kind] {
        let refused = #expect(throws: HostError.self) { try bench.take(act(kind)) }
        #expect(refused == error)
      }
    }
    #expect(
      words(try bench.take(act(.answersNotification(2, of: Self.homework)))) == [
        "tell press homework notification answered: Art", "list [] badges []",
      ])
    #expect(try bench.ledger(.notification) == 1)
  }

  @Test func `the list is in the order of showing, whatever the family, and of the triggers at one instant`() throws {
    let bench = try Bench()
    try bench.reply("worklog", Bench.notification("first"), Bench.badge(2))
    try bench.pass(seconds: 10)
    try bench.reply("homework", Bench.notification("second"), Bench.badge(0))
    try bench.reply("homework", Bench.notification("fourth", Bench.after(60)))
    try bench.reply("worklog", Bench.notification("third", Bench.after(30)))
    // Both are due while the host does not look.
    try bench.take(.source(.clockJumped(to: bench.device.now.advanced(by: 3_600_000))))
    let list = bench.driver.facts.parts.home.notices.list
    #expect(list.notifications.map(\.id) == ["first", "second", "third", "fourth"])
    #expect(list.notifications.map(\.family) == [Self.worklog, Self.homework, Self.worklog, Self.homework])
    #expect(list.badges == [PresentedNotificationList.Badge(familyName: "Worklog", count: 2)])
    #expect(!list.notifications.contains { $0.isRepeated })
  }

  @Test func `a revocation cancels what waits and leaves what is listed`() throws {
    let bench = try Bench(requests: ["authorization", "badge", "notifications"])
    for family in Bench.families {
      try bench.approve(family)
      try bench.reply(
        family, Bench.notification("now"), Bench.notification("later", Bench.after(60)), Bench.badge(3))
    }
    try bench.take(act(.revokes(Self.homework, by: .person, keepsShields: false)))
    #expect(bench.own().pending.isEmpty && bench.own().listed.map(\.request.id) == ["now"])
    #expect(bench.own("worklog").pending.keys.sorted() == ["later"])
    try bench.pass(seconds: 120)
    #expect(bench.shown.map(\.id) == ["now", "now", "later"] && bench.shown.last?.family == Self.worklog)
  }

  @Test func `each notification that leaves a full list is written down, without its name`() throws {
    let bench = try Bench()
    let most = FamilyNotifications.mostListed
    for start in stride(from: 0, to: most, by: 8) {
      let effects = (start..<start + 8).map { Bench.notification("n\($0)") }
      try bench.answer(try bench.take(act(.opens(Self.homework, stays: false))), effects)
    }
    #expect(try bench.ledger(.notificationDecided) == most)
    try bench.reply("homework", Bench.notification("x"), Bench.notification("y"), Bench.notification("z"))
    #expect(try bench.ledger(.notificationDecided) == most + 6)
    let left = try journal(bench).filter { $0.reason == .notification(.listFull) }
    let entry = JournalEntry(at: bench.device.now, family: "homework", reason: .notification(.listFull))
    #expect(left == [entry, entry, entry])
    #expect(bench.own().listed.count == most && bench.own().listed.first?.request.id == "n3")
  }

  @Test func `a pushed payload has a number of its own, and one that would wake the app is told`() throws {
    let bench = try Bench(requests: ["authorization", "notifications"])
    try bench.approve()
    func push(_ members: String) throws -> [String] {
      let payload = try RemotePayload(json: Data("{\"aps\":{\(members)}}".utf8))
      return words(try bench.take(act(.deliversPayload(payload, to: Self.homework))))
    }
    let alert = #""alert":{"title":"Maths","body":"Page 4"}"#
    #expect(
      try push(alert) == [
        "tell notification homework Maths: Page 4", "notify homework 1 remote.1", #"list ["homework 1"] badges []"#,
      ])
    #expect(
      try push(alert + #","badge":4,"content-available":1"#) == [
        "tell warning homework push.ignored: no app is woken in the background",
        "tell notification homework Maths: Page 4", "notify homework 2 remote.2",
        #"list ["homework 1", "homework 2"] badges [4]"#,
      ])
    #expect(try push(#""badge":0"#) == [#"list ["homework 1", "homework 2"] badges []"#])
    #expect(bench.own().pending.isEmpty)
  }

  @Test func `a killed host shows again what it may not have shown, and no list if it has none`() throws {
    let bench = try Bench()
    try bench.reply("homework", Bench.notification("a"), Bench.notification("b"))
    // The next transaction knows that both were shown.
    try bench.take(.operator(.saves))
    try bench.reply("worklog", Bench.notification("c"))
    let again = try bench.killed()
    #expect(again.shown.map(\.id) == ["c"] && again.shown.map(\.isRepeated) == [true])
    #expect(again.own().listed.map(\.isAnnounced) == [true, true])
    let lists = again.presented.compactMap { surface -> [String]? in
      if case .notifications(let list) = surface { list.notifications.map(\.id) } else { nil }
    }
    #expect(lists == [["a", "b", "c"]])
    let none = try Bench().killed()
    #expect(
      !none.presented.contains { surface in
        if case .notifications = surface { true } else { false }
      })
  }
}
