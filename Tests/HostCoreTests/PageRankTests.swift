// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ExtensionProtocol
import FamilyManifests
import Foundation
import Pages
import PrivacyBoundary
import ProcessSupervision
import ScreenTimeRules
import ScreenTimeStore
import ScreenTimeVocabulary
import Testing

@testable import HostCore

/// The order and the length of lists on pages: categories, notifications and limits.
@Suite struct PageRankTests {
  private static let homework = FamilyID("homework")

  private static func app(_ number: Int) -> Item { .application("org.example.App\(number)") }

  private func section(_ heading: String, of address: PageAddress, _ facts: DeviceFacts) throws -> Page.Section {
    let page = try PageMaker(facts, hasPasscode: false).page(address)
    return try #require(page.sections.first { $0.heading.text == heading }, "\(address.path) has no \(heading)")
  }

  @Test func `categories that were used for the same time are listed in one order`() throws {
    let life = try PlayedLife(points: []) { configuration in
      for number in 1...12 {
        configuration.names[Self.app(number)] = "App \(number)"
        configuration.registry.categories[Self.app(number)] = .category("\(number)")
      }
    }
    for number in (1...12).reversed() { life.use(Self.app(number), milliseconds: 1_000) }
    life.take(.operator(.saves))
    let days = try section("Days", of: .week, life.facts)
    let ordered = [1, 10, 11, 12, 2, 3, 4, 5, 6, 7, 8, 9].map { "Category \($0)" }
    #expect(days.table.texts.compactMap(\.first) == ordered + ["All use"])
    #expect((days.figure?.legend ?? []).map(\.says.text) == Array(ordered.prefix(5)) + ["other categories"])
  }

  @Test func `a week draws a single millisecond of use`() throws {
    let life = try PlayedLife(points: [])
    life.use(PlayedLife.chess, milliseconds: 1)
    life.take(.operator(.saves))
    let rows = try section("Days", of: .week, life.facts).figure?.rows ?? []
    #expect(rows.map { $0.parts.map(\.length) } == [[1], [], [], [], [], [], []])
    #expect(rows.flatMap(\.parts).map(\.says.text) == ["Category 3: 0 s"])
  }

  @Test(arguments: [49, 50, 51]) func `the present day lists its fifty newest notifications, the newest first`(
    _ count: Int
  ) throws {
    let bench = try NotificationBench()
    // The numbers have the order of their texts.
    let effects = (100..<100 + count).map { NotificationBench.notification("n\($0)", title: "Title \($0)") }
    for first in stride(from: 0, to: count, by: 8) {
      let opening = try bench.take(.person(PersonAct(.opens(Self.homework, stays: false))))
      let verdict = try bench.answer(opening, Array(effects[first..<min(first + 8, count)]))
      try #require(verdict.error == nil)
      try bench.pass(seconds: 1)
    }
    let list = try section("Notifications", of: .today, bench.driver.facts)
    let newest = (100..<100 + count).reversed().prefix(50).map { "Title \($0)" }
    #expect(list.table.texts.compactMap(\.first) == newest)
  }

  @Test func `a limit on all use is listed by its name alone`() throws {
    let life = try PlayedLife()
    try life.meet("homework", picking: [PlayedLife.chess.id])
    let call = try life.open("homework")
    let event = MonitoringEvent(
      name: "everything", applications: [], categories: [], webDomains: [],
      threshold: DateComponentsValue([.minute: 30]), includesPastActivity: false)
    try life.end(
      call,
      .replied(
        EffectsResult(effects: [
          .startMonitoring(
            activity: "whole",
            schedule: MonitoringSchedule(
              start: DateComponentsValue([.hour: 0, .minute: 0]), end: DateComponentsValue([.hour: 23, .minute: 59]),
              repeats: true, warning: DateComponentsValue([.minute: 5])), events: [event])
        ]).wire))
    life.leave("homework")
    try life.settle()
    try life.use(PlayedLife.editor, minutes: 1)
    let limits = (try section("Limits", of: .today, life.facts).table).texts
    #expect(limits.map { [$0[1], $0[2]] } == [["limit: Chess", "0 s"], ["everything", "1 min 00 s"]])
  }

  @Test func `time under a shield that no source could see either has both reasons, the shield first`() throws {
    let closedSite = ["house": SettingsStore(values: [.shieldWebDomains: .items([PlayedLife.site])])]
    let life = try PlayedLife(points: [])
    life.take(.operator(.policy(closedSite)))
    life.take(.source(.blind(.web, .disconnected, since: life.instant)))
    try life.use(PlayedLife.browser, PlayedLife.site, minutes: 1)
    life.take(.source(.sighted(.web, at: life.instant)))
    life.take(.operator(.saves))
    let address = try #require(PageAddress(.use, "2026-10-19~site:example.org"))
    let rows = (try section("Stretches", of: address, life.facts).table).texts
    let reasons = ["A shield covered it.", "No source could see it."]
    #expect(rows == reasons.map { ["00:00:00", "00:01:00", "–", "1 min 00 s not counted: \($0)"] })
  }
}
