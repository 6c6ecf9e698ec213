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

/// The immediate effects of a callback that is given up, of a change whose wait is over, and of a journey.
@Suite struct SettledChangeTests {
  private static let homework = FamilyID("homework")

  @Test func `a callback of a monitor that is given up is outstanding no longer`() throws {
    let life = try PlayedLife(points: [])
    try life.meet("homework", picking: [PlayedLife.chess.id])
    life.failure = .fallback(reason: .process(.deadline))
    try life.use(PlayedLife.chess, minutes: 21)
    try #require(try life.facts.undelivered(of: Self.homework).contains { $0.callback == "eventDidReachThreshold" })
    try #require(life.facts.owners.outbox.owed.isEmpty)
    #expect(life.facts.state.families[Self.homework]?.outstanding.isEmpty == true)
  }

  @Test func `a shield on screen goes down with the change that ends it`() throws {
    let life = try PlayedLife(points: [])
    try life.meet("homework", picking: [PlayedLife.chess.id])
    let call = try life.open("homework")
    let own = try #require(life.selections["homework"])
    let effect = Effect.setSetting(store: "s", key: .shieldApplications, value: .tokens(own.applications))
    try life.end(call, .replied(EffectsResult(effects: [effect]).wire))
    life.leave("homework")
    let due = life.instant.advanced(by: 3_600_000)
    let change = LooserChange.lifts(Self.homework, removes: false)
    life.take(.person(PersonAct(.waits(change, opening: [PlayedLife.chess], until: due, by: .person))))
    try life.use(PlayedLife.chess, minutes: 60)
    try #require(life.instant == due && life.facts.state.shield?.item == PlayedLife.chess)
    let lifted = life.take(.time(due)).compactMap { command -> Item? in
      if case .withdraw(.shield(let shield)) = command { shield.shield.item } else { nil }
    }
    #expect(lifted == [PlayedLife.chess])
    #expect(life.facts.state.shield == nil && life.facts.waitingChanges.isEmpty)
  }

  @Test func `a notification of an hour follows the person as soon as they travel`() throws {
    let bench = try NotificationBench()
    let begin = bench.device.now
    try bench.reply("homework", NotificationBench.notification("local", NotificationBench.at(["hour": 8])))
    #expect(bench.own().nextDue == begin.advanced(by: 8 * 3_600_000))
    try bench.take(.source(.zoneChanged(CalendarPlace(timeZone: "America/New_York"))))
    #expect(bench.own().nextDue == begin.advanced(by: 12 * 3_600_000))
  }
}
