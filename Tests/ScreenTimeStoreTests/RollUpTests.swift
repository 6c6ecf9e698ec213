// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import ScreenTimeRules
import ScreenTimeStore
import Testing

/// Compares the roll-ups with the sum of raw use over generated days, in zones with difficult days.
@Suite struct RollUpTests {
  /// Clock changes of an hour and of half an hour, and offsets of half and three quarters of an hour from UTC.
  static let zones = [
    "Europe/Berlin", "America/Los_Angeles", "Australia/Lord_Howe", "Asia/Kathmandu", "America/St_Johns",
    "Pacific/Chatham",
  ]
  static let seeds = Array(UInt64(1)...4)

  private let directory = StateDirectory()

  @Test(arguments: seeds, zones)
  func `days and hours equal the sum of raw use, clock changes included (E11, R5)`(_ seed: UInt64, _ zone: String)
    throws
  {
    var life = GeneratedUse(seed: seed)
    let spans = life.spans(900)
    try record(spans, in: [zone], with: &life)
    try check(spans, in: zone)
  }

  @Test(arguments: seeds)
  func `after a journey all days, past ones included, are those of the new zone (R5, D16)`(_ seed: UInt64) throws {
    var life = GeneratedUse(seed: seed)
    let spans = life.spans(900)
    try record(spans, in: ["Europe/Berlin", "Asia/Kathmandu", "America/Los_Angeles"], with: &life)
    for zone in Self.zones { try check(spans, in: zone) }
  }

  @Test(arguments: seeds)
  func `use recorded twice after the clock was set back counts twice`(_ seed: UInt64) throws {
    var life = GeneratedUse(seed: seed)
    let before = life.spans(200)
    life.setBack(by: 5 * 3_600_000)
    let spans = before + life.spans(200)
    try record(spans, in: ["Europe/Berlin"], with: &life)
    try check(spans, in: "Europe/Berlin")
  }

  @Test(arguments: seeds)
  func `totals of any range equal the sum of raw use (E11)`(_ seed: UInt64) throws {
    var life = GeneratedUse(seed: seed)
    let spans = life.spans(400)
    try record(spans, in: ["Europe/Berlin"], with: &life)
    let store = try directory.open()
    for _ in 0..<40 {
      let ends = [life.instant(in: spans), life.instant(in: spans)].sorted()
      var expected: [Item: Int64] = [:]
      for use in spans where use.isInUse {
        let length = TimeSpan(start: max(use.start, ends[0]), end: min(use.end, ends[1])).milliseconds
        for item in [use.app, use.web] { if let item, length > 0 { expected[item, default: 0] += length } }
      }
      #expect(try store.read { try $0.useTotals(from: ends[0], to: ends[1]) } == expected)
    }
  }

  @Test(arguments: seeds)
  func `purging use removes whole days from every sum (R11)`(_ seed: UInt64) throws {
    var life = GeneratedUse(seed: seed)
    let spans = life.spans(600)
    try record(spans, in: ["Europe/Berlin"], with: &life)
    let store = try directory.open()
    let instant = spans[300].start
    try store.transaction { try $0.forgetUse(before: instant) }
    let day = try #require(GeneratedUse.calendar("Europe/Berlin").dateInterval(of: .day, for: instant.date)?.start)
    let kept = spans.filter { Timestamp(day) < $0.end }.map { span in
      var span = span
      span.start = max(span.start, Timestamp(day))
      return span
    }
    #expect(try store.read { try $0.use(from: .distantPast, to: .distantFuture) } == UseLedger(kept).spans)
    try check(kept, in: "Europe/Berlin", store)
    // Names are removed with their last use.
    let names = try store.read { try $0.rolledUse(from: .distantPast, to: .distantFuture, inDaysOf: nil).fronts }
    #expect(Set(names.values.compactMap(\.app)) == Set(kept.filter(\.isInUse).compactMap(\.app)))
    // Recording continues after the purge.
    let more = life.spans(50)
    try store.transaction { try $0.recordUse(more, in: "Europe/Berlin") }
    try check(kept + more, in: "Europe/Berlin", store)
  }

  @Test func `a transaction that fails leaves no sum and no name behind`() throws {
    struct Refusal: Error {}
    var life = GeneratedUse(seed: 7)
    let spans = life.spans(60)
    let store = try directory.open()
    try store.transaction { try $0.recordUse(spans[..<20], in: "GMT") }
    #expect(throws: Refusal.self) {
      try store.transaction { transaction in
        try transaction.recordUse(spans[20..<40], in: "Asia/Kathmandu")
        throw Refusal()
      }
    }
    try store.transaction { try $0.recordUse(spans[20...], in: "GMT") }
    try check(spans, in: "GMT", store)
  }

  @Test func `an app in the foreground for three days is three days of use and one pickup (R10)`() throws {
    let start = Timestamp(milliseconds: 1_792_360_800_000)
    let span = UseSpan(
      start: start, end: start.advanced(by: 3 * 86_400_000), app: .application("film"), isPresent: false,
      presenceKnown: false)
    let store = try directory.open()
    try store.transaction { try $0.recordUse([span], in: "Europe/Berlin") }
    try check([span], in: "Europe/Berlin", store)
    let middle = start.advanced(by: 30 * 3_600_000)
    #expect(try store.read { try $0.runs(from: middle, to: middle.advanced(by: 1_000)).map(\.isWhole) } == [false])
    #expect(try store.read { try $0.use(from: middle, to: middle.advanced(by: 1_000)).count } == 1)
  }

  // MARK: -

  /// Records the use in batches of any size, in one zone after the other, with restarts in between.
  private func record(_ spans: [UseSpan], in zones: [String], with life: inout GeneratedUse) throws {
    var store = try directory.open()
    var rest = spans[...]
    while !rest.isEmpty {
      let zone = zones[min(zones.count - 1, (spans.count - rest.count) * zones.count / spans.count)]
      let batch = rest.prefix(life.number(1...70))
      try store.transaction { try $0.recordUse(batch, in: zone) }
      rest = rest.dropFirst(batch.count)
      if life.number(0...3) == 0 {
        // The old store is released first, since a directory has one host at a time.
        store = try Self.reopened(consume store, directory)
      }
    }
  }

  private static func reopened(_ store: consuming DeviceStore, _ directory: StateDirectory) throws -> DeviceStore {
    _ = consume store
    return try directory.open()
  }

  private func check(_ spans: [UseSpan], in zone: String, _ open: DeviceStore? = nil) throws {
    let store = try open ?? directory.open()
    let use = spans.filter(\.isInUse)
    let (first, last) = (try #require(spans.map(\.start).min()), try #require(spans.map(\.end).max()))
    for unit in [Calendar.Component.day, .hour] {
      let units = GeneratedUse.units(unit, from: first, to: last, GeneratedUse.calendar(zone))
      let rolled = try store.read {
        try $0.rolledUse(
          from: units[0].start, to: units[units.count - 1].end, inDaysOf: unit == .day ? zone : nil)
      }
      var found: [String: Int64] = [:]
      for cell in rolled.cells {
        let index = try #require(units.lastIndex { $0.start <= cell.start })
        let front = try #require(rolled.fronts[cell.front])
        found["\(index) \(GeneratedUse.name(UseSpan(start: first, end: last, front: front)))", default: 0] +=
          cell.milliseconds
      }
      var expected: [String: Int64] = [:]
      for span in use {
        for (index, unit) in units.enumerated() where span.start < unit.end && unit.start < span.end {
          expected["\(index) \(GeneratedUse.name(span))", default: 0] +=
            min(span.end, unit.end).milliseconds(since: max(span.start, unit.start))
        }
      }
      #expect(found == expected, "\(unit) in \(zone)")
    }
    try checkCategories(use, in: zone, store)
    let runs = try store.read { try $0.runs(from: .distantPast, to: .distantFuture) }
    #expect(runs.map { TimeSpan(start: $0.start, end: $0.end) } == GeneratedUse.runs(of: use))
  }

  /// Only the zone in which use was recorded last has sums by category.
  private func checkCategories(_ use: [UseSpan], in zone: String, _ store: DeviceStore) throws {
    let found = try store.read { try $0.categoryUse(from: .distantPast, to: .distantFuture, inDaysOf: zone) }
    guard let found else { return }
    let rolled = try store.read { try $0.rolledUse(from: .distantPast, to: .distantFuture, inDaysOf: zone) }
    var expected: [String: Int64] = [:]
    for cell in rolled.cells {
      let front = try #require(rolled.fronts[cell.front])
      // A page and its browser in the same category count once.
      let categories = Set([front.app == nil ? nil : front.appCategory ?? .otherCategory, front.webCategory])
      for case let category? in categories {
        expected["\(cell.start.milliseconds) \(category.id)", default: 0] += cell.milliseconds
      }
    }
    let sums = Dictionary(
      uniqueKeysWithValues: found.map { ("\($0.day.milliseconds) \($0.category.id)", $0.milliseconds) })
    #expect(sums == expected)
    #expect(!sums.isEmpty)
  }
}
