// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ExtensionProtocol
import Foundation
import Pages
import PrivacyBoundary
import ProcessSupervision
import ScreenTimeRules
import Testing

@testable import HostCore

/// Devices whose programs are played, over weeks, on an adult's device and at the limits of what a device keeps.
@Suite struct PlayedWeeksTests {
  private static let homework = FamilyID("homework")
  private static let hour: Int64 = 3_600_000
  private static let day: Int64 = 24 * hour

  private static func app(_ number: Int) -> Item { .application("org.example.App\(number)") }

  @Test func `weeks of use in seven categories match their transcript`() throws {
    let life = try PlayedLife { configuration in
      for number in 1...7 {
        configuration.names[Self.app(number)] = "App \(number)"
        configuration.registry.categories[Self.app(number)] = .category("\(number)")
      }
      configuration.registry.categories[PlayedLife.site] = .category("9")
    }
    func use(_ item: Item, _ web: Item? = nil, day: Int64, from hour: Int64, minutes: Int64) throws {
      let start = NotificationBench.start.advanced(by: day * Self.day + hour * Self.hour)
      try life.pass(until: start)
      try life.use(item, web, minutes: minutes)
    }
    // Three Mondays, and the days of the last week.
    for week in 0..<3 as Range<Int64> {
      try use(Self.app(1), day: week * 7, from: 9, minutes: 30 + 7 * week)
      try use(PlayedLife.browser, PlayedLife.site, day: week * 7, from: 10, minutes: 12)
    }
    for number in 1...7 { try use(Self.app(number), day: 15, from: Int64(8 + number), minutes: Int64(8 - number)) }
    life.take(.source(.blind(.focus, .disconnected, since: life.instant)))
    try life.pass(hours: 1)
    life.take(.source(.sighted(.focus, at: life.instant)))
    try use(Self.app(2), day: 16, from: 23, minutes: 90)
    let span = TimeSpan(start: life.instant, end: life.instant.advanced(by: 2 * Self.hour))
    life.take(.source(.suspended(span)))
    try life.pass(until: span.end)
    try use(Self.app(3), day: 17, from: 9, minutes: 5)
    life.show(["/today", "/week", "/week/2026-W43", "/week/2026-W44", "/week/2026-W54", "/day/2026-11-03"])
    life.show(["/item/app:org.example.App2", "/item/category:2", "/item/web:example.org", "/item/app:org.example.None"])
    try use(Self.app(1), day: 21, from: 9, minutes: 3)
    life.show(["/today", "/week"])
    try life.compare("played-weeks")
  }

  @Test func `an adult's device, its consents and its revocations match their transcript`() throws {
    let life = try PlayedLife { configuration in
      configuration.authorization = AuthorizationPolicy(person: .adult)
      configuration.profile = .standard
    }
    life.show(["/families", "/requests", "/device"])
    let call = try life.open("homework")
    try life.ask(call, 1, .authorize(AuthorizeParams(member: .individual)))
    life.show(["/requests"])
    life.order(.answer(prompt: 1, isYes: true, ConsentTerms(profile: .tight, policy: 1)))
    try life.end(call, .replied(["effects": []]))
    life.leave("homework")
    try life.meet("worklog", picking: ["org.gnome.TextEditor"])
    life.show(["/families", "/family/homework", "/family/worklog"])
    life.order(.consent(Self.homework, ConsentTerms(profile: .standard)))
    life.order(.consent(FamilyID("nobody")))
    let opened = try life.open("worklog")
    try life.end(opened, .replied(["effects": [["kind": "revokeAuthorization"]]]))
    life.leave("worklog")
    life.order(.revoke(Self.homework, keepsShields: true))
    life.order(.revoke(Self.homework, keepsShields: true))
    life.show(["/families", "/family/homework", "/family/worklog", "/ledger"])
    try life.compare("played-adult")
  }

  @Test func `a family that asks for too many callbacks a day is refused, and one that asks for fewer is not`() throws {
    let life = try PlayedLife { $0.profile = .tight }
    try life.meet("homework", picking: ["org.gnome.Chess"])
    let most = try #require(PrivacyProfile.tight.callbacksPerDay)
    func effects(thresholds: Int, name: String = "many") -> WireValue {
      let events = (0..<thresholds).map { number -> WireValue in
        [
          "name": .string("e\(number)"), "threshold": ["minute": .integer(Int64(number) * 15 + 15)],
          "applications": [], "categories": [], "webDomains": [], "includesPastActivity": false,
        ]
      }
      return [
        "effects": [
          [
            "kind": "startMonitoring", "activity": .string(name), "events": .array(events),
            "schedule": ["start": ["hour": 0, "minute": 0], "end": ["hour": 23, "minute": 59], "repeats": true],
          ]
        ]
      ]
    }
    let stop: WireValue = ["effects": [["kind": "stopMonitoring", "activities": ["many"]]]]
    for reply in [
      effects(thresholds: most + 8), effects(thresholds: 3), effects(thresholds: 4, name: "more"), stop,
      effects(thresholds: most - 6),
    ] {
      let call = try life.open("homework")
      try life.end(call, .replied(reply))
      life.leave("homework")
      try life.settle()
    }
    try life.pass(hours: 24)
    let call = try life.open("homework")
    try life.end(call, .replied(effects(thresholds: 5, name: "tomorrow")))
    life.leave("homework")
    life.show(["/family/homework", "/ledger"])
    try life.compare("played-budget")
  }

  @Test func `as many changes as the book holds wait, and the next one is refused until one is cancelled`() throws {
    let life = try PlayedLife { $0.looseningSeconds = 86_400 }
    func delay(_ seconds: Int64) throws -> OrderMeaning {
      try life.facts.meaning(of: PersonOrder(.delayChanges(seconds: seconds), act: "delay \(seconds)"))
    }
    for seconds in 1...Int64(ChangeBook.most) {
      guard case .waiting(let input, _, let number, _) = try delay(seconds) else {
        Issue.record("\(seconds) does not wait")
        return
      }
      #expect(number == seconds)
      life.take(input)
    }
    let error = #expect(throws: HostError.self) { try delay(1_000) }
    #expect(error?.description.contains("\(ChangeBook.most) changes wait already") == true)
    life.order(.cancelChange(3))
    guard case .waiting(_, _, let number, _) = try delay(1_000) else {
      Issue.record("it does not wait")
      return
    }
    #expect(number == Int64(ChangeBook.most) + 1)
    #expect(life.facts.waitingChanges.count == ChangeBook.most - 1)
    try life.pass(hours: 25)
    life.take(.time(life.instant))
    #expect(life.facts.waitingChanges.isEmpty && life.facts.looseningSeconds < 86_400)
  }

  @Test(arguments: [199, 200, 201]) func `an item's page lists up to two hundred others to merge it with`(
    _ others: Int
  ) throws {
    let life = try PlayedLife { configuration in
      configuration.names = Dictionary(uniqueKeysWithValues: (0...others).map { (Self.app($0), "App \($0)") })
      configuration.registry = ItemRegistry()
    }
    let page = try PageMaker(life.facts, hasPasscode: false).page(
      try #require(PageAddress(.item, "app:" + Self.app(0).id)))
    let merge = try PressedControl("Merge", on: page).control
    #expect(merge.fields.map(\.options.count) == [others > 200 ? 0 : others])
  }

  @Test func `items are found by a part of their name, their id or their category's name`() throws {
    let life = try PlayedLife { $0.names[PlayedLife.site] = "Café Example" }
    func found(_ text: String) -> [String] { life.facts.items(containing: text).map(\.id) }
    #expect(found("CHESS") == ["org.gnome.Chess"] && found("cafe") == ["example.org"])
    #expect(found("texteditor") == ["org.gnome.TextEditor"])
    #expect(found("category 5") == ["org.gnome.TextEditor", "5"] && found("nothing of this") == [])
    #expect(found("").count == 17)
  }

  @Test(arguments: [
    "2026", "2026-10", "2026-10-19-1", "2026-02-30", "1969-12-31", "10000-01-01", "2026-1-19", "-2026-10-19", "today",
    "",
  ]) func `a page of a day is refused for text that is not a date`(_ text: String) throws {
    let life = try PlayedLife()
    let maker = PageMaker(life.facts, hasPasscode: false)
    #expect(throws: HostError.self) { try maker.day(named: text) }
    #expect(try maker.day(named: "2026-10-19").name == "2026-10-19")
  }
}
