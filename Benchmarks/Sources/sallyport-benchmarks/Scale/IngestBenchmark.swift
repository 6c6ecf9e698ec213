// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ScreenTimeRules
import ScreenTimeStore

/// Durable ingest of intervals, 100 a transaction with full sync, against SQLite by hand and ActivityWatch's own store.
struct IngestBenchmark {
  private static let batch = 100
  private static let batchesPerSample = 10
  private static let rounds = 30

  func run() throws -> [String] {
    let scratch = try Scratch("ingest")
    let ours = try Ingestion(scratch, .full, try Household.ordinary(), intervalsADay: 1_370)
    let sums = try RawIngestion(scratch.path + "/sums.sqlite", .intervalsAndSums)
    let plain = try RawIngestion(scratch.path + "/plain.sqlite", .intervals)
    let count = Self.batch * Self.batchesPerSample
    // Each meets the same life, in its own time.
    var people = [Person(seed: 1, intervalsADay: 1_370), Person(seed: 1, intervalsADay: 1_370)]
    func raw(_ ingestion: RawIngestion, _ person: Int) -> () throws -> Double {
      {
        let batches = ingestion.rows(people[person].next(count)).batches(of: Self.batch)
        return try Stopwatch.time { for batch in batches { try ingestion.take(batch) } } / Double(count)
      }
    }
    let names = ["sallyport: rules, use, sums, state", "SQLite by hand: use, sums", "SQLite by hand: use alone"]
    let results = try Interleaved(
      variants: [
        .init(name: names[0]) {
          let batches = ours.next(count).batches(of: Self.batch)
          return try Stopwatch.time { for batch in batches { try ours.take(batch) } } / Double(count)
        },
        .init(name: names[1], sample: raw(sums, 0)), .init(name: names[2], sample: raw(plain, 1)),
      ], rounds: Self.rounds, warmUp: 3
    ).run()
    print(
      """
      Ingest, an interval in a batch of \(Self.batch), WAL, synchronous = FULL:

      \(Table.ofRatios(results, order: names, bases: ["SQLite by hand: use, sums"]).text)

      """)
    guard let mine = results[names[0]]?.p50, let same = results[names[1]]?.p50, let alone = results[names[2]]?.p50
    else { return [] }
    var verdicts = [
      Goal(name: "ingest ÷ raw SQLite doing the same inserts, rate", atLeast: 0.6, unit: "×").verdict(on: same / mine),
      Goal(name: "ingest ÷ raw SQLite inserting the intervals alone, rate", atLeast: 0.6, unit: "×")
        .verdict(on: alone / mine),
    ]
    do {
      let heartbeats = try ActivityWatch(scratch).heartbeat(ours.next(2_000).filter(\.isInUse))
      print("aw-core: \((heartbeats / 1_000).text) µs a heartbeat\n")
      verdicts.append(
        Goal(name: "ingest ÷ aw-core heartbeats, rate", atLeast: 100, unit: "×").verdict(on: heartbeats / mine))
    } catch { print("The comparison with aw-core was left out: \(error)\n") }
    return verdicts
  }
}
