// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ExtensionProtocol
import Foundation
import Pages
import PrivacyBoundary
import ProcessSupervision
import ScreenTimeRules
import ScreenTimeStore
import Testing

@testable import HostCore

/// Pages at single instants: midnights, single milliseconds, and the starts and ends of grants and activities.
@Suite struct PageMomentTests {
  private static let hour: Int64 = 3_600_000
  private static let day = 24 * hour
  private static let start = NotificationBench.start

  // MARK: - Milliseconds

  @Test func `a single millisecond is shown as use, as a usual day and as unknown time`() throws {
    let life = try PlayedLife(points: [])
    let end = Self.start.advanced(by: 1)
    for _ in 0..<9 where life.instant < end {
      life.take(.use(UseSpan(start: life.instant, end: end, app: PlayedLife.chess, isPresent: true)))
    }
    life.take(.operator(.saves))
    let used = try life.facts.page("/item/app:org.gnome.Chess").section("Use by day")
    let parts = (used.figure?.rows ?? []).map(\.parts)
    let none: [[Figure.Part]] = Array(repeating: [], count: 13)
    #expect(parts == none + [[Figure.Part(start: 0, length: 1, tone: .first, says: "0 s")]])
    try life.pass(until: Self.start.advanced(by: 7 * Self.day + Self.hour))
    life.take(.operator(.saves))
    let before = try life.facts.page("/today")
    #expect(before.says.text == "0 s in use on Mon 26 Oct 2026; a usual Monday: 0 s.")
    #expect(!before.sections.contains { $0.heading.text == "Unknown time" })
    #expect(try life.facts.page("/week").says.text.hasSuffix(", 0 s less than the week before."))
    life.take(.source(.blind(.focus, .disconnected, since: life.instant)))
    try life.pass(until: life.instant.advanced(by: 1))
    life.take(.source(.sighted(.focus, at: life.instant)))
    let after = try life.facts.page("/today")
    #expect(after.says.text == "0 s in use on Mon 26 Oct 2026, 0 s unknown; a usual Monday: 0 s.")
    let gaps = try after.section("Unknown time").table?.rows ?? []
    #expect(gaps.map { $0.prefix(3).map(\.says.text) } == [["01:00:00", "01:00:00", "0 s"]])
    #expect(gaps.map { $0[2].milliseconds } == [1])
  }

  // MARK: - Midnights

  @Test func `a day leads to the next one when that has begun, and a trace already at midnight`() throws {
    let life = try PlayedLife(points: [])
    func turns(_ path: String) throws -> [String] {
      (try life.facts.page(path).section("Other days").table).texts.map { $0.joined(separator: ", ") }
    }
    let before = "2026-10-18, the day before"
    let both = [before, "2026-10-20, the day after"]
    try life.pass(until: Self.start.advanced(by: Self.day - 1))
    #expect(try turns("/day") == [before] && turns("/trace") == [before])
    try life.pass(until: Self.start.advanced(by: Self.day))
    #expect(try turns("/day") == [before] && turns("/trace") == both)
    try life.pass(until: Self.start.advanced(by: Self.day + 1))
    #expect(try turns("/day/2026-10-19") == both && turns("/trace/2026-10-19") == both)
    #expect(try turns("/day") == ["2026-10-19, the day before"] && turns("/trace") == turns("/day"))
  }

  @Test(arguments: [(23, "2026-10-19", "2026-10-20"), (24, "2026-10-20", "2026-10-19")] as [(Int64, String, String)])
  func `unknown time that touches a midnight belongs to one of the days`(
    _ from: Int64, _ day: String, _ other: String
  ) throws {
    let life = try PlayedLife(points: [])
    try life.pass(until: Self.start.advanced(by: from * Self.hour))
    life.take(.source(.blind(.focus, .disconnected, since: life.instant)))
    try life.pass(hours: 1)
    life.take(.source(.sighted(.focus, at: life.instant)))
    try life.pass(hours: 3)
    func lanes(_ name: String) throws -> [Figure.Row] {
      try life.facts.page("/trace/\(name)").section("Drawn").figure?.rows ?? []
    }
    let drawn = try lanes(day)
    #expect(drawn.map(\.label.text) == ["Unknown"])
    let parts = drawn.flatMap(\.parts)
    #expect(parts.map(\.start) == [from % 24 * Self.hour] && parts.map(\.length) == [Self.hour])
    #expect(parts.map(\.tone) == [.unknown])
    #expect(try lanes(other).isEmpty)
  }

  // MARK: - Starts and ends

  @Test func `a time grant runs until the millisecond of its end`() throws {
    let life = try PlayedLife(points: [])
    try life.pass(hours: 1)
    life.order(.allow(.item("Editor"), GrantLength(.add, seconds: 600)), as: .guardian)
    let end = life.instant.advanced(by: 600_000)
    #expect(life.facts.grantEnd(of: PlayedLife.editor) == end && life.facts.grantEnd(of: PlayedLife.chess) == nil)
    try life.pass(until: end.advanced(by: -1))
    #expect(life.facts.grantEnd(of: PlayedLife.editor) == end)
    try life.pass(until: end)
    #expect(life.facts.grantEnd(of: PlayedLife.editor) == nil)
  }

  @Test func `the grant of a category ends by its number, and that of an item by its id or name`() throws {
    let life = try PlayedLife(points: [])
    let games = Item.category("3")
    let end = life.instant.advanced(by: Self.hour)
    func open() -> [Item] {
      [games, PlayedLife.chess, PlayedLife.editor].filter { life.facts.grantEnd(of: $0) != nil }
    }
    for item in [games, PlayedLife.editor, PlayedLife.chess] { life.take(.operator(.grant(item, until: end))) }
    #expect(open() == [games, PlayedLife.chess, PlayedLife.editor])
    life.order(.endGrant(item: "3"))
    #expect(open() == [PlayedLife.chess, PlayedLife.editor])
    life.order(.endGrant(item: "org.gnome.Chess"))
    #expect(open() == [PlayedLife.editor])
    life.order(.endGrant(item: "Chess"))
    #expect(open() == [PlayedLife.editor] && life.lines.last == "already: No time grant for Chess runs.")
    life.order(.endGrant(item: "Editor"))
    #expect(open().isEmpty)
  }

  @Test func `a limit is listed only while its activity runs`() throws {
    let life = try PlayedLife()
    try life.meet("homework", picking: [PlayedLife.chess.id])
    let own = try #require(life.tokens["homework"])
    let lesson = MonitoringEvent(
      name: "lesson", applications: own, categories: [], webDomains: [], threshold: DateComponentsValue([.minute: 30]),
      includesPastActivity: false)
    let call = try life.open("homework")
    try life.end(
      call,
      .replied(
        EffectsResult(effects: [
          .startMonitoring(
            activity: "school",
            schedule: MonitoringSchedule(
              start: DateComponentsValue([.hour: 8, .minute: 0]), end: DateComponentsValue([.hour: 9, .minute: 0]),
              repeats: true, warning: DateComponentsValue([.minute: 5])), events: [lesson])
        ]).wire))
    life.leave("homework")
    try life.settle()
    func limits() throws -> [String] {
      (try life.facts.page("/today").section("Limits").table).texts.map { $0[1] }
    }
    for (minute, names) in [
      (479, ["limit: Chess"]), (481, ["limit: Chess", "lesson: Chess"]), (539, ["limit: Chess", "lesson: Chess"]),
      (541, ["limit: Chess"]),
    ] as [(Int64, [String])] {
      try life.pass(until: Self.start.advanced(by: minute * 60_000))
      #expect(try Set(limits()) == Set(names), "minute \(minute)")
    }
  }

  // MARK: - Long lists

  @Test func `a trace draws forty thresholds by family, activity and event, with their highest level`() {
    func at(_ seconds: Int64) -> Timestamp { Timestamp(milliseconds: seconds * 1_000) }
    func filling(_ family: String, _ activity: String, _ event: String, level: Int64) -> ThresholdFilling {
      ThresholdFilling(
        family: family, activity: activity, event: event, level: level,
        pieces: [TimeSpan(start: at(10), end: at(20))])
    }
    var fillings: [ThresholdFilling] = []
    var labels: [String] = []
    for family in ["a", "b"] {
      for activity in ["x", "y"] {
        for event in 10..<21 {
          fillings.append(filling(family, activity, "e\(event)", level: 60_000))
          labels.append("\(family) \(activity) e\(event): 1 min")
        }
      }
    }
    labels[0] = "a x e10: 2 min"
    fillings.insert(filling("a", "x", "e10", level: 120_000), at: 7)
    let lanes = TraceLanes(span: TimeSpan(start: at(0), end: at(100))) { "\($0.milliseconds)" }
    let rows = lanes.thresholds(fillings.reversed()) { .name($0) }
    #expect(rows.map(\.label.text) == Array(labels.prefix(40)))
    #expect(rows.map(\.parts.count) == [2] + Array(repeating: 1, count: 39))
    #expect(rows.flatMap(\.parts).allSatisfy { $0.tone == .third && $0.start == 10_000 && $0.length == 10_000 })
  }

  @Test(arguments: [400, 401]) func `a lane draws four hundred parts, and says how many there are`(_ count: Int) {
    func span(_ number: Int) -> TimeSpan {
      TimeSpan(
        start: Timestamp(milliseconds: Int64(number) * 10), end: Timestamp(milliseconds: Int64(number) * 10 + 5))
    }
    let day = TimeSpan(start: Timestamp(milliseconds: 0), end: Timestamp(milliseconds: Self.day))
    let lanes = TraceLanes(span: day) { "\($0.milliseconds)" }
    let filling = ThresholdFilling(
      family: "f", activity: "a", event: "e", level: Self.day, pieces: (0..<count).map(span))
    let rows =
      lanes.thresholds([filling]) { .name($0) }
      + lanes.shields((0..<count).map { (item: PlayedLife.chess, span: span($0)) }) { .name($0.id) }
    let rest = count > 400 ? " (first 400 of 401)" : ""
    #expect(rows.map(\.label.text) == ["f a e: 24 h\(rest)", "Shields\(rest)"])
    #expect(rows.map(\.parts.count) == [400, 400])
    let tones: [Figure.Part.Tone] = [.third, .closed]
    #expect(rows.map { Set($0.parts.map(\.tone)) } == tones.map { [$0] })
  }
}
