// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import ScreenTimeRules
import Testing
import UsageSources

@Suite struct SyntheticWeekTests {
  private let week = SyntheticWeek(seed: 2_026)

  @Test func `the same seed gives the same week, another seed another`() {
    #expect(SyntheticWeek(seed: 2_026).contents == week.contents)
    #expect(SyntheticWeek(seed: 2_027).contents != week.contents)
  }

  @Test(arguments: [1, 7, 2_026] as [UInt64])
  func `is as large as a real week and well-formed`(_ seed: UInt64) throws {
    let week = SyntheticWeek(seed: seed)
    #expect((2_000...8_000).contains(week.samples.count), "\(week.samples.count)")
    let file = try UsageFile(contents: week.contents)
    #expect(file.badLines.isEmpty)
    #expect(file.samples == week.samples)
    #expect(file.overlapping == 0)
    #expect(week.samples.allSatisfy { $0.start >= week.span.start })
  }

  @Test func `lasts a week plus the hour at the end of summer time`() {
    #expect(week.span.milliseconds == (7 * 24 + 1) * 3_600_000)
  }

  @Test func `has use across midnight and in both passes of the repeated hour`() {
    let spans = UsageTimeline(week.samples).spans.filter(\.isInUse)
    func isUsed(_ time: Int64) -> Bool {
      spans.contains { $0.start.milliseconds <= time && time < $0.end.milliseconds }
    }
    // Saturday 24 October, 24:00 in Berlin is 22:00 UTC; the repeated hour is 0:00–2:00 UTC.
    let midnight: Int64 = 1_792_879_200_000
    #expect((-5...5).contains { isUsed(midnight + $0 * 60_000) })
    #expect((0..<60).contains { isUsed(midnight + 7_200_000 + $0 * 60_000) })
    #expect((0..<60).contains { isUsed(midnight + 10_800_000 + $0 * 60_000) })
  }

  @Test func `has an empty morning, pauses, a lock and sleep`() {
    let wednesday = week.span.start.milliseconds + 2 * 86_400_000
    let morning = UsageTimeline(week.samples).spans.filter {
      $0.isInUse && $0.start.milliseconds < wednesday + 43_200_000 && $0.end.milliseconds > wednesday
    }
    #expect(morning.isEmpty)
    for claim: UsageSample.Claim in [.idle, .lock, .off(.suspended), .none] {
      #expect(week.samples.contains { $0.claim == claim })
    }
  }

  @Test(arguments: [1, 2, 3, 4, 5, 42, 2_026] as [UInt64])
  func `homework reaches 45 minutes on school days, after games were tried`(_ seed: UInt64) {
    let week = SyntheticWeek(seed: seed)
    let ledger = UseLedger(UsageTimeline(week.samples).spans)
    let education: ItemSet = [
      .application("org.libreoffice.LibreOffice.writer"), .application("org.gnome.TextEditor"),
      .application("org.kde.gcompris"),
    ]
    let encouraged = ItemSelection(applications: education, webDomains: [.webDomain("learn.example")])
    let games = ItemSelection(categories: [CategoryCode.games.item, CategoryCode.social.item])
    for day in 0..<5 {
      let start = week.span.start.advanced(by: Int64(day) * 86_400_000)
      let whole = TimeSpan(start: start, end: start.advanced(by: 86_400_000))
      let before = TimeSpan(start: start, end: start.advanced(by: 14 * 3_600_000 + 1_800_000))
      #expect(ledger.total(of: encouraged, within: whole, registry: week.registry) >= 45 * 60_000, "day \(day)")
      #expect(ledger.total(of: games, within: before, registry: week.registry) >= 5 * 60_000, "day \(day)")
    }
  }

  @Test func `has a name and a category for every app`() {
    let apps = week.displayNames.keys.filter { $0.kind == .application }
    let hosts = week.displayNames.keys.filter { $0.kind == .webDomain }
    #expect(apps.count == 12)
    #expect(hosts.count >= 10)
    #expect(hosts.allSatisfy { $0.id.hasSuffix(".example") || $0.id.hasSuffix(".test") })
    #expect(week.displayNames[.application("net.minetest.minetest")] == "Minetest")
    #expect(week.registry.category(of: .application("org.kde.gcompris")) == CategoryCode.education.item)
    #expect(week.registry.category(of: .webDomain("wiki.games.example")) == CategoryCode.games.item)
    #expect(week.registry.category(of: .application("org.mozilla.firefox")) == .otherCategory)
  }

  @Test func `accepts another start, zone and length`() throws {
    let zone = try #require(TimeZone(identifier: "America/New_York"))
    let week = SyntheticWeek(seed: 1, firstDay: DateComponents(year: 2026, month: 3, day: 2), zone: zone, days: 7)
    // Summer time begins on Sunday, 8 March 2026.
    #expect(week.span.milliseconds == (7 * 24 - 1) * 3_600_000)
    #expect(week.span.start.milliseconds == 1_772_427_600_000)
  }

  @Test(arguments: [(0, 1), (401, 400)]) func `lasts at least a day and at most 400`(days: Int, expected: Int) {
    let zone = TimeZone(identifier: "UTC")
    #expect(SyntheticWeek(seed: 1, zone: zone, days: days).span.milliseconds == Int64(expected) * 86_400_000)
  }

  @Test func `a year begins with the week, is well-formed and repeats no week`() throws {
    let year = SyntheticWeek(seed: 2_026, days: 365)
    let saturday = week.span.start.advanced(by: 5 * 86_400_000)
    #expect(year.samples.filter { $0.start < saturday } == week.samples.filter { $0.start < saturday })
    let file = try UsageFile(contents: year.contents)
    #expect(file.badLines.isEmpty && file.overlapping == 0 && file.samples == year.samples)
    // One summer time ends and one begins.
    #expect(year.span.milliseconds == 365 * 86_400_000)

    let spans = UsageTimeline(year.samples).spans.filter(\.isInUse)
    func weeks(_ value: (UseSpan) -> Int64) -> [[Int64]] {
      let byWeek = Dictionary(grouping: spans) { $0.start.milliseconds(since: year.span.start) / 604_800_000 }
      return (0..<52).map { (byWeek[$0] ?? []).map(value) }
    }
    let lengths = weeks { $0.end.milliseconds(since: $0.start) }
    #expect(Set(lengths).count == 52)
    // Between two and ten hours a day on average.
    #expect(lengths.allSatisfy { (14...70).contains($0.reduce(0, +) / 3_600_000) })
    let used = Set(spans.map { $0.start.milliseconds(since: year.span.start) / 86_400_000 })
    #expect(used.count == 365)
  }
}
