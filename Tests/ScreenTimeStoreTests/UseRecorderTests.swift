// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import ScreenTimeRules
import Testing

@testable import ScreenTimeStore

/// What recording remembers between transactions, and the rows that it writes.
@Suite struct UseRecorderTests {
  private static let day: Int64 = 86_400_000
  /// 2026-10-19 10:00 UTC.
  private static let start: Int64 = 1_792_404_000_000

  private let directory = StateDirectory()

  private static func use(
    _ start: Int64, _ end: Int64, _ app: String?, filed category: String = "1"
  ) -> UseSpan {
    UseSpan(
      start: Timestamp(milliseconds: start), end: Timestamp(milliseconds: end),
      front: RecordedForeground(
        app: app.map(Item.application), appCategory: app == nil ? nil : .category(category), isPresent: true))
  }

  private func record(_ spans: [UseSpan], in zone: String = "GMT", _ store: DeviceStore) throws {
    try store.transaction { try $0.recordUse(spans, in: zone) }
  }

  private func days(_ store: DeviceStore, in zone: String) throws -> [String] {
    let sums = try store.read { try $0.categoryUse(from: .distantPast, to: .distantFuture, inDaysOf: zone) }
    return try #require(sums, "days of another zone").map {
      "\($0.day.milliseconds - Self.start) \($0.category.id) \($0.milliseconds)"
    }
  }

  private func rows(_ columns: String, _ table: String) throws -> [String] {
    let list = "SELECT \(columns) AS line FROM \(table) ORDER BY seq"
    return try execute("SELECT group_concat(line, ',') FROM (\(list))", on: directory.database).split(separator: ",")
      .map(String.init)
  }

  @Test func `a journey there and back leaves the days of the zone that the person is in (D16)`() throws {
    let store = try directory.open()
    // Karachi's midnight comes five hours before Greenwich's.
    let (hour, ten) = (Int64(3_600_000), Int64(10))
    for (index, zone) in ["GMT", "Asia/Karachi", "GMT", "Asia/Karachi", "GMT"].enumerated() {
      let start = Self.start + Int64(index) * 1_000
      try record([Self.use(start, start + 10, "a")], in: zone, store)
      let midnight = zone == "GMT" ? -ten * hour : -(ten + 5) * hour
      #expect(try days(store, in: zone) == ["\(midnight) 1 \((index + 1) * 10)"], "\(index)")
    }
  }

  @Test(arguments: ["GMT", "Asia/Karachi"])
  func `a transaction that failed is not remembered by the next one, whatever its zone`(_ zone: String) throws {
    struct Refusal: Error {}
    let store = try directory.open()
    let start = Self.start
    try record([Self.use(start, start + 10, "a")], store)
    #expect(throws: Refusal.self) {
      try store.transaction { transaction in
        try transaction.recordUse(
          [
            Self.use(start + 10, start + 12, "gone", filed: "2"),
            Self.use(start + 12, start + 14, "gone too", filed: "3"),
            Self.use(start + 14, start + 20, "a"),
          ], in: "Asia/Karachi")
        throw Refusal()
      }
    }
    // The number of the foreground that is gone is given to another one.
    try record(
      [Self.use(start + 20, start + 25, "a"), Self.use(start + 40, start + 45, "new", filed: "4")], in: zone, store)
    let midnight = (zone == "GMT" ? -10 : -15) * 3_600_000
    #expect(try days(store, in: zone) == ["\(midnight) 1 15", "\(midnight) 4 5"])
    #expect(
      try store.read { try $0.use(from: .distantPast, to: .distantFuture) } == [
        Self.use(start, start + 10, "a"), Self.use(start + 20, start + 25, "a"),
        Self.use(start + 40, start + 45, "new", filed: "4"),
      ])
    #expect(try store.read { try $0.runs(from: .distantPast, to: .distantFuture).count } == 3)
  }

  @Test(arguments: [false, true]) func `no row is longer than a day, and a row of a day is one row`(
    _ reopens: Bool
  ) throws {
    let (start, day) = (Self.start, Self.day)
    var store = try directory.open()
    try record([Self.use(start, start + day, "a")], store)
    #expect(try rows("finish - start", "usage") == ["\(day)"])
    if reopens {
      _ = consume store
      store = try directory.open()
    }
    try record([Self.use(start + day, start + day + 1, "a")], store)
    #expect(try rows("finish - start", "usage") == ["\(day)", "1"])
    #expect(try rows("(finish - start) || ' ' || goesOn", "run") == ["\(day) 0", "1 1"])
    let later = start + 10 * day
    try record([Self.use(later, later + 2 * day + 5, "b")], store)
    #expect(try rows("finish - start", "usage").suffix(3) == ["\(day)", "\(day)", "5"])
    #expect(try rows("(finish - start) || ' ' || goesOn", "run").suffix(3) == ["\(day) 0", "\(day) 1", "5 1"])
    let runs = try store.read { try $0.runs(from: .distantPast, to: .distantFuture) }
    #expect(runs.map { $0.end.milliseconds(since: $0.start) } == [day + 1, 2 * day + 5])
    #expect(runs.map(\.isWhole) == [true, true])
  }

  @Test(arguments: [false, true])
  func `growing use changes one row of each table, and other use leaves the old row alone`(_ reopens: Bool) throws {
    var store: DeviceStore? = try directory.open()
    func opened() throws -> DeviceStore { try #require(store) }
    func written(_ span: UseSpan) throws -> Int {
      try opened().transaction { transaction in
        let before = transaction.rowsWritten
        try transaction.recordUse([span], in: "GMT")
        return transaction.rowsWritten - before
      }
    }
    func reopen() throws {
      guard reopens else { return }
      store = nil
      store = try directory.open()
    }
    let start = Self.start
    try record([Self.use(start, start + 10, "a"), Self.use(start + 20, start + 30, "b")], opened())
    try reopen()
    // Spans, runs, quarter hours, days, days by category.
    #expect(try written(Self.use(start + 30, start + 40, "b")) == 5)
    #expect(try rows("(start - \(start)) || ' ' || (finish - \(start))", "usage") == ["0 10", "20 40"])
    try reopen()
    #expect(try written(Self.use(start + 50, start + 60, "a")) == 5)
    #expect(try written(Self.use(start + 60, start + 70, "b")) == 5)
    #expect(
      try rows("(start - \(start)) || ' ' || (finish - \(start))", "usage") == ["0 10", "20 40", "50 60", "60 70"])
    #expect(try rows("(start - \(start)) || ' ' || (finish - \(start))", "run") == ["0 10", "20 40", "50 70"])
  }

  @Test func `a pickup belongs to the first application after it (R10)`() throws {
    let store = try directory.open()
    let start = Self.start
    for (offset, app) in [(0, nil), (10, "a"), (20, "b"), (40, "b"), (50, nil)] as [(Int64, String?)] {
      try record([Self.use(start + offset, start + offset + 10, app)], store)
    }
    #expect(
      try store.read { try $0.runs(from: .distantPast, to: .distantFuture).map(\.app) } == [
        .application("a"), .application("b"),
      ])
  }

  @Test(
    arguments: [
      (0, 0), (1, 0), (899_999, 0), (900_000, 900_000), (900_001, 900_000), (-1, -900_000), (-899_999, -900_000),
      (-900_000, -900_000), (-900_001, -1_800_000),
    ] as [(Int64, Int64)])
  func `a quarter hour begins at or before an instant, also before 1970`(_ instant: Int64, _ start: Int64) {
    #expect(UseRecorder.quarterStart(Timestamp(milliseconds: instant)) == Timestamp(milliseconds: start))
  }

  @Test(
    arguments: [
      ("GMT", 0, 0), ("GMT", -1, -86_400_000), ("Asia/Karachi", 0, -18_000_000),
      ("Asia/Karachi", 68_399_999, -18_000_000), ("Asia/Karachi", 68_400_000, 68_400_000),
      // The day of a clock change has 25 hours.
      ("Europe/Berlin", 1_792_965_599_999, 1_792_879_200_000),
      ("Europe/Berlin", 1_792_969_199_999, 1_792_879_200_000),
      ("Europe/Berlin", 1_792_969_200_000, 1_792_969_200_000), ("Nowhere/Nowhere", 5, 0),
    ] as [(String, Int64, Int64)])
  func `a day begins at local midnight, whichever day was asked for before`(
    _ zone: String, _ instant: Int64, _ start: Int64
  ) {
    #expect(UsageMemory().dayStart(of: instant, in: zone) == start)
    let memory = UsageMemory()
    for (other, before) in [("GMT", instant), (zone, instant - 43_200_000), (zone, instant + 43_200_000), (zone, 0)] {
      _ = memory.dayStart(of: before, in: other)
      #expect(memory.dayStart(of: instant, in: zone) == start, "after \(before) in \(other)")
    }
  }
}
