// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import HostCore
import ScreenTimeRules
import ScreenTimeStore

/// Times a report of a year from half a million intervals.
struct ReportBenchmark {
  private static let intervals = 500_000
  private static let rounds = 30

  func run() throws -> [String] {
    let scratch = try Scratch("report")
    let ours = try Ingestion(scratch, .simulated, try Household.ordinary(), intervalsADay: 1_370)
    let raw = try RawSQLite(scratch.path + "/raw.sqlite")
    try raw.execute(
      "CREATE TABLE usage (start INTEGER, finish INTEGER, category INTEGER); PRAGMA synchronous = OFF")
    let insert = try raw.prepare("INSERT INTO usage VALUES (?, ?, ?)")
    let scan = try raw.prepare("SELECT start / 86400000, category, sum(finish - start) FROM usage GROUP BY 1, 2")
    var events: [UseSpan] = []
    var taken = 0
    while taken < Self.intervals {
      let spans = ours.next(5_000)
      try ours.take(spans)
      let used = spans.filter(\.isInUse)
      taken += used.count
      if events.count < 20_000 { events += used }
      try raw.execute("BEGIN")
      for span in used {
        let category = Person.registry.category(of: span.web ?? span.app ?? .otherCategory)
        try insert.run(span.start.milliseconds, span.end.milliseconds, Int64(category.id) ?? 0)
      }
      try raw.execute("COMMIT")
    }
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = TimeZone(identifier: Ingestion.zone) ?? .gmt
    let query = ReportQuery(calendar: calendar)
    let year = TimeSpan(start: Person.start, end: Person.start.advanced(by: 365 * 86_400_000))
    let days = query.segments(of: .day, around: year, until: .distantFuture)
    let (first, last) = (days[0].start, days[days.count - 1].end)

    let names = ["day × category", "day × category × app, pickups, longest", "SQLite scan of the intervals"]
    var cells = 0
    let results = try Interleaved(
      variants: [
        .init(name: names[0]) {
          try Stopwatch.time {
            let sums = try ours.store.read {
              try $0.categoryUse(from: first, to: last, inDaysOf: Ingestion.zone)
            }
            cells = sums?.count ?? 0
          }
        },
        .init(name: names[1]) {
          try Stopwatch.time {
            _ = try ours.store.read { reader in
              query.segments(
                days, of: try reader.rolledUse(from: first, to: last, inDaysOf: Ingestion.zone),
                runs: try reader.runs(from: first, to: last))
            }
          }
        },
        .init(name: names[2]) {
          try Stopwatch.time { _ = try scan.rows(columns: 3) }
        },
      ], rounds: Self.rounds, warmUp: 2
    ).run()
    print(
      """
      A year of \(taken) intervals, \(days.count) days, \(cells) sums of day and category:

      \(Table.ofRatios(results, order: names, bases: [names[2]]).text)

      """)
    do {
      let query = try ActivityWatch(scratch).query(events)
      print(
        """
        aw-core's query by application over \(events.count) events: \((query / 1_000).text) µs an event, so \
        \((query * Double(taken) / 1e9).text) s for the year

        """)
    } catch { print("The comparison with aw-core was left out: \(error)\n") }
    let milliseconds = (results[names[0]]?.p50 ?? .nan) / 1e6
    return [
      Goal(name: "a year by day × category from half a million intervals", atMost: 8, unit: " ms")
        .verdict(on: milliseconds)
    ]
  }
}
