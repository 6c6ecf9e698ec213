// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ExtensionProtocol
import Foundation
import PrivacyBoundary
import ProcessSupervision
import ScreenTimeRules
import ScreenTimeStore
import ScreenTimeVocabulary
import Testing
import WrittenCodes

@testable import HostCore

/// An input whose write failed, and which is not taken again, leaves nothing behind in memory or in the store.
@Suite struct FailedWriteTests {
  private struct FullDisk: Error {}

  private static let homework = FamilyID("homework")
  private static let filter = FocusFilterKey(homework, "Mute")
  private static let intents: WireValue = [
    ["intent": "Mute", "opensApp": false, "roles": ["focusFilter"], "title": "Mute"]
  ]

  /// The device's memory, and everything that it has stored and can explain.
  private struct Held: Equatable {
    var state: DeviceState
    var registry: ItemRegistry
    var items: ItemBook
    var requests: TimeRequestBook
    var changes: ChangeBook
    var prompts: PromptBook
    var notifications: [FamilyID: FamilyNotifications]
    var nextDue: Timestamp?
    var focus: FocusState
    var widgets: [String]
    var owed: [PendingDelivery]
    var shields: DailyCount
    var record: [String]
  }

  private func held(_ life: PlayedLife) throws -> Held {
    let owners = life.facts.owners
    return Held(
      state: life.facts.state, registry: life.facts.rules.registry, items: owners.items.book,
      requests: owners.persons.timeRequests, changes: owners.persons.changes, prompts: owners.persons.book,
      notifications: owners.notifications.families, nextDue: owners.notifications.nextDue, focus: owners.focus.state,
      widgets: owners.widgets.ordered.map(\.id), owed: owners.outbox.owed, shields: owners.surfaces.shieldCount,
      record: try DeviceRecord(life.facts, since: NotificationBench.start).lines())
  }

  /// Takes an input whose transaction can't be committed.
  private func fail(_ input: DeviceInput, on bench: NotificationBench) {
    let store = bench.driver.facts.store
    store.onTransaction = { moment, _ in if moment == .beforeCommit { throw FullDisk() } }
    defer { store.onTransaction = nil }
    #expect(throws: FullDisk.self, "\(input)") { try bench.take(input) }
  }

  /// A device whose family has a notification that waits and one in the list, a widget, and a Focus with a filter.
  private func life() throws -> PlayedLife {
    let life = try PlayedLife(
      requests: ["badge", "focus", "timelines"],
      points: ["shieldConfiguration", "shieldAction", "widget", "focusFilter"])
    life.reply = { [unowned life] in PlayedReplies.reply(to: $0.callback, at: life.now, intents: Self.intents) }
    try life.settle()
    try life.meet("homework", picking: ["org.gnome.Chess"])
    let call = try life.open("homework")
    try life.end(
      call,
      .replied([
        "effects": [
          NotificationBench.notification("soon", NotificationBench.after(900)), NotificationBench.notification("now"),
          NotificationBench.badge(2),
        ]
      ]))
    life.leave("homework")
    for change in [
      .define(FocusMode(id: "work", name: "Work")), .set(FocusFilter(Self.filter, parameters: []), in: "work"),
    ] as [FocusChange] {
      life.take(.person(PersonAct(.changesFocus(change))))
    }
    life.take(.person(PersonAct(.placesWidget(Self.homework, kind: "Clock", size: "systemSmall", []))))
    try life.settle()
    try life.use(PlayedLife.chess, minutes: 1)
    return life
  }

  private func inputs(_ life: PlayedLife) throws -> [DeviceInput] {
    let payload = try RemotePayload(json: Data(#"{"aps":{"alert":"Page 4","badge":5}}"#.utf8))
    let listed = try #require(life.facts.notifications(of: Self.homework).listed.first).number
    let later = life.instant.advanced(by: 3_600_000)
    let closedGames = [
      "house": SettingsStore(values: [
        .shieldApplicationCategories: .categoryPolicy(.specific([.category("3")], except: []))
      ])
    ]
    let acts: [PersonAct.Kind] = [
      .changesItem(.renames(PlayedLife.chess, "King")), .changesItem(.files(PlayedLife.chess, under: .category("5"))),
      .changesItem(.merges(PlayedLife.browser, into: PlayedLife.editor)),
      .asksTime(PlayedLife.chess, seconds: 900, reason: "level 3"),
      .waits(.shortensDelay(seconds: 0), opening: [], until: later, by: .person),
      .changesFocus(.define(FocusMode(id: "rest", name: "Rest"))), .changesFocus(.activate("work")),
      .placesWidget(Self.homework, kind: "Clock", size: "systemSmall", []), .locksScreen(.locked),
      .deliversPayload(payload, to: Self.homework), .clearsNotification(listed, of: Self.homework),
      .answersNotification(listed, of: Self.homework), .opens(Self.homework, stays: true),
      .turnsLedger(isOn: false), .withdraws(PlayedLife.chess, from: Self.homework), .resetsIdentifiers(Self.homework),
      .revokes(Self.homework, by: .person, keepsShields: false), .removes(Self.homework, by: .person),
    ]
    let others: [DeviceInput] = [
      .operator(.policy(closedGames)), .operator(.rotateTokens(Self.homework)), .source(.clockJumped(to: later)),
      .source(.blind(.focus, .disconnected, since: life.instant)),
    ]
    return others + acts.map { DeviceInput.person(PersonAct($0)) }
  }

  @Test func `an input whose write failed changes nothing`() throws {
    let life = try life()
    life.take(.operator(.saves))
    let before = try held(life)
    for input in try inputs(life) {
      fail(input, on: life.bench)
      life.take(.operator(.saves))
      let after = try held(life)
      #expect(after.record.first { !before.record.contains($0) } == nil, "\(input)")
      #expect(after == before, "\(input)")
    }
  }

  @Test func `a failed write drops the callbacks in flight and their questions, and they are sent again`() throws {
    let life = try PlayedLife(points: [])
    let call = try life.open("homework")
    try life.ask(call, 1, .authorize(AuthorizeParams(member: .individual)))
    let owners = life.facts.owners
    try #require(life.facts.callsInFlight == [call] && owners.persons.prompts.count == 1)
    fail(.person(PersonAct(.turnsLedger(isOn: false))), on: life.bench)
    life.take(.operator(.saves))
    #expect(life.facts.callsInFlight.isEmpty && owners.persons.prompts.isEmpty && owners.outbox.turns.isEmpty)
    let verdicts = life.take(.ended(call, .replied(["effects": []]))).compactMap { command -> ErrorObject? in
      if case .conclude(call, .denied(let error)) = command { error } else { nil }
    }
    #expect(verdicts == [.ofNoCall])
    #expect(life.bench.sent.map(\.callback) == ["activate", "activate"])
  }

  @Test func `a crash whose write failed doesn't count against its request`() throws {
    for fails in [false, true] {
      let life = try PlayedLife(points: [])
      let end = DeviceInput.ended(try life.open("homework"), .fallback(reason: "crash.SIGSEGV"))
      if fails { fail(end, on: life.bench) } else { life.take(end) }
      life.take(.operator(.saves))
      let standing = try #require(life.facts.owners.registry.standing(ProgramID("homework.app")))
      #expect((standing.felledBy != nil) == !fails)
    }
  }

  @Test func `an agreement whose write failed can be given again`() throws {
    final class Terms { var policy: FlowPolicy? }
    let terms = Terms()
    let first = try NotificationBench(requests: ["authorization"]) { $0.policy = terms.policy }
    try first.approve()
    terms.policy = try FlowPolicy.widened(1)
    let bench = try first.killed()
    let facts = bench.driver.facts
    let agreement = DeviceInput.person(PersonAct(.agrees(Self.homework, by: .person)))
    try #require(facts.suspension(of: Self.homework) != nil)
    fail(agreement, on: bench)
    try bench.take(.operator(.saves))
    #expect(facts.suspension(of: Self.homework) != nil)
    try bench.take(agreement)
    #expect(facts.suspension(of: Self.homework) == nil)
  }

  @Test func `a wider profile holds only once the consent to it is written`() throws {
    final class Terms {
      var profile = PrivacyProfile.tight
      var answer = PromptAnswer.approved
    }
    let terms = Terms()
    let first = try NotificationBench(requests: ["authorization"]) {
      $0.profile = terms.profile
      $0.answers.families["homework"] = PersonAnswers.Family(authorize: terms.answer)
    }
    try first.approve()
    (terms.profile, terms.answer) = (.open, .denied)
    let bench = try first.killed()
    let facts = bench.driver.facts
    func held() -> [String] { [facts.profile.rawValue, facts.rules.mode.rawValue] }
    #expect(held() == ["tight", "exact"])
    let agreement = DeviceInput.person(PersonAct(.agrees(Self.homework, by: .person, profile: .open)))
    fail(agreement, on: bench)
    try bench.take(.operator(.saves))
    #expect(held() == ["tight", "exact"])
    try bench.take(agreement)
    #expect(held() == ["open", "faithful"])
  }
}
