// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ExtensionProtocol
import FamilyManifests
import PrivacyBoundary
import ProcessSupervision
import ScreenTimeRules
import ScreenTimeStore
import ScreenTimeVocabulary
import Surfaces
import Testing

@testable import HostCore

/// Presses on shields whose family is not told of them, and what the device says of shields and refusals.
@Suite struct ShieldPressTests {
  private static let homework = FamilyID("homework")
  private static let worklog = FamilyID("worklog")

  private func told(_ commands: [DeviceCommand], _ kind: HostEvent.Kind) -> [HostEvent] {
    commands.compactMap { if case .tell(let event) = $0, event.kind == kind { event } else { nil } }
  }

  private func press(_ life: PlayedLife, _ button: ShieldButton = .primaryButtonPressed) throws -> [HostEvent] {
    let shield = try #require(life.facts.state.shield)
    return told(life.take(.person(PersonAct(.presses(button, shield), id: "press \(life.lines.count)"))), .press)
  }

  // MARK: Words

  @Test func `each button, each reason and each kind of shield has words of its own`() {
    let buttons: [ShieldButton] = [
      .primaryButtonPressed, .secondaryButtonPressed, .firstSecondarySubmenuItemPressed,
      .secondSecondarySubmenuItemPressed, .thirdSecondarySubmenuItemPressed,
    ]
    #expect(
      buttons.map(\.spoken)
        == ["the first button", "the second button", "the first choice", "the second choice", "the third choice"])
    for button in ShieldButton.allCases { #expect(ShieldTap(button)?.rawValue == button.rawValue) }
    #expect(IgnoredTap.unanswered.spoken == "the last press is not answered yet")
    #expect(IgnoredTap.notShown.spoken == "the shield has no such button")
    let changes: [ShieldTransition.Change] = [.appeared, .changed, .disappeared]
    #expect(changes.map(\.word) == ["up over", "asked again over", "down from"])
    let hits: [ShieldHit] = [.direct, .category(.category("3")), .linked(PlayedLife.chess)]
    #expect(
      hits.map { hit in hit.spoken { "<\($0.id)>" } }
        == ["direct", "category <3>", "belongs to <org.gnome.Chess>"])
    let counts = [0, 1, 2].map { Replies.count(of: [Effect](repeating: .setBadgeCount(0), count: $0)) }
    #expect(counts == ["0 effects", "1 effect", "2 effects"])
  }

  // MARK: Presses

  @Test func `without an extension for presses the first button closes the page or the windows, and no other does`()
    throws
  {
    let life = try PlayedLife(points: ["shieldConfiguration"])
    try life.meet("homework", picking: ["org.gnome.Chess"])
    let call = try life.open("homework")
    let own = try #require(life.selections["homework"])
    let effects: [Effect] = [
      .setSetting(store: "s", key: .shieldApplications, value: .tokens(own.applications)),
      .setSetting(store: "s", key: .shieldWebDomains, value: .tokens(own.webDomains)),
    ]
    try life.end(call, .replied(EffectsResult(effects: effects).wire))
    life.leave("homework")
    for (item, name, closes) in [
      (PlayedLife.chess, "Chess", "its windows"), (PlayedLife.site, "example.org", "its page"),
    ] {
      let isSite = item == PlayedLife.site
      try life.use(isSite ? PlayedLife.browser : item, isSite ? item : nil, minutes: 1)
      try #require(life.facts.state.shield?.item == item)
      func event(_ what: String, _ detail: String = "") -> HostEvent {
        HostEvent(at: life.instant, .press, family: "homework", what, detail: detail)
      }
      #expect(
        try press(life) == [
          event("primaryButtonPressed on \(name)"), event("close for \(name)"), event("\(name) closes", closes),
        ])
      // The look did not come, so any button may have been on it.
      #expect(
        try press(life, .secondaryButtonPressed) == [
          event("secondaryButtonPressed on \(name)"), event("none for \(name)"),
        ])
    }
    #expect(!life.facts.owners.outbox.owed.contains { $0.point == "shieldAction" })
    #expect(try life.bench.ledger(.shieldAction) == 0)
  }

  @Test func `a press that is not answered yet holds up the next one of its family, and of no other`() throws {
    let life = try PlayedLife()
    life.isHeld = { $0.program.hasSuffix(".shieldaction") }
    try life.meet("homework", picking: ["org.gnome.Chess"])
    try life.meet("worklog", picking: ["org.gnome.TextEditor"])
    try life.use(PlayedLife.chess, minutes: 22)
    try life.use(PlayedLife.editor, minutes: 22)
    try #require(life.facts.state.shield?.family == Self.worklog)
    try life.use(PlayedLife.chess, minutes: 1)
    try #require(life.facts.state.shield?.family == Self.homework)
    #expect(try press(life).map(\.what) == ["primaryButtonPressed on Chess"])
    let ignored = try press(life)
    #expect(ignored.map(\.what) == ["primaryButtonPressed on Chess is ignored"])
    #expect(ignored.map(\.detail) == ["the last press is not answered yet"])
    try life.use(PlayedLife.editor, minutes: 1)
    #expect(try press(life).map(\.what) == ["primaryButtonPressed on Editor"])
    let presses = life.facts.owners.outbox.owed.filter { $0.point == "shieldAction" }
    #expect(presses.map(\.family) == ["homework", "worklog"] && presses.allSatisfy { $0.callback == "handle" })
    #expect(presses.allSatisfy { $0.dueAt == $0.owedAt } && presses.last?.dueAt == life.instant)
    for family in NotificationBench.families { #expect(try life.bench.ledger(.shieldAction, family) == 1) }
  }

  // MARK: Shields a day

  @Test func `the two hundredth shield of a day is drawn by its extension, and further ones by the host`() throws {
    let life = try PlayedLife()
    try life.meet("homework", picking: ["org.gnome.Chess"])
    try life.use(PlayedLife.chess, minutes: 22)
    let day = life.facts.owners.chronicle.calendar.day(life.instant)
    #expect(life.facts.owners.surfaces.shieldCount == DailyCount(day: day, count: 1))
    life.take(.operator(.saves))
    try life.facts.store.transaction { try $0.setValue(DailyCount(day: day, count: 198), HostMeta.shieldCount) }
    try life.restart()
    var asked = 0
    life.reply = { one in
      if one.program.hasSuffix(".shieldconfiguration") { asked += 1 }
      return nil
    }
    let before = try life.bench.ledger(.shieldShown)
    var found: [Int] = []
    for _ in 0..<4 {
      try life.use(PlayedLife.editor, minutes: 1)
      try life.use(PlayedLife.chess, minutes: 1)
      found.append(asked)
    }
    #expect(found == [1, 2, 2, 2])
    // The ledger has those whose extension was told of them.
    #expect(try life.bench.ledger(.shieldShown) == before + 2)
    let shown = life.bench.presented.compactMap { if case .shield(let shield) = $0 { shield } else { nil } }
    #expect(shown.suffix(4).map(\.ordinal) == [199, 200, 201, 202])
    #expect(shown.suffix(4).allSatisfy { $0.grade == "default shield" && !$0.isRepeated && $0.isOnScreen })
    #expect(try life.facts.store.read { try $0.value(DailyCount.self, HostMeta.shieldCount) }?.count == 202)
    // A new day begins anew.
    try life.use(PlayedLife.editor, minutes: 1)
    try life.pass(hours: 24)
    try life.use(PlayedLife.chess, minutes: 1)
    #expect(asked == 3)
  }

  // MARK: Refusals

  @Test func `a refused launch and a refused visit are told once each, with the setting that refuses them`() throws {
    let life = try PlayedLife()
    let policy: [SettingKey: ScreenTimeRules.SettingValue] = [
      .blockedApplications: .blockedApplications([.item(PlayedLife.chess)]),
      .blockedByFilter: .webFilter(.specific([.name("example.org")])),
    ]
    life.take(.operator(.policy(["policy": SettingsStore(values: policy)])))
    func use(_ app: Item, _ web: Item? = nil) -> [HostEvent] {
      let end = life.instant.advanced(by: 60_000)
      var events: [HostEvent] = []
      while life.instant < end {
        let span = UseSpan(start: life.instant, end: end, app: app, web: web, isPresent: true)
        events += told(life.take(.use(span)), .block)
      }
      return events
    }
    #expect(use(PlayedLife.editor) == [])
    var at = life.instant
    #expect(
      use(PlayedLife.chess) == [
        HostEvent(at: at, .block, "refused the launch of Chess", detail: "application.blockedApplications")
      ])
    #expect(use(PlayedLife.chess) == [])
    at = life.instant
    #expect(
      use(PlayedLife.browser, PlayedLife.site) == [
        HostEvent(at: at, .block, "refused the visit to example.org", detail: "webContent.blockedByFilter")
      ])
    #expect(use(PlayedLife.editor) == [])
  }
}
