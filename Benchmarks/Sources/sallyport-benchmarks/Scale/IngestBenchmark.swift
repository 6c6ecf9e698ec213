// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ScreenTimeRules
import ScreenTimeStore

/// Durable ingest of intervals, 100 per transaction with full sync, against plain SQLite and ActivityWatch's own store.
struct IngestBenchmark {
  private static let batch = 100
  private static let batchesPerSample = 10
  private static let rounds = 30
  private static let count = batch * batchesPerSample

  /// Measures one variant's wall and processor time per interval.
  private final class Sampler {
    let name: String
    private let prepare: () throws -> () throws -> Void
    private(set) var processor: [Double] = []

    /// - Parameter prepare: prepares the input of a sample and returns the work to measure.
    init(_ name: String, prepare: @escaping () throws -> () throws -> Void) {
      (self.name, self.prepare) = (name, prepare)
    }

    func sample() throws -> Double {
      let take = try prepare()
      var wall = 0.0
      let work = try Stopwatch.processorTime { wall = try Stopwatch.time(take) }
      processor.append(work / Double(count))
      return wall / Double(count)
    }
  }

  func run() throws -> [String] {
    let scratch = try Scratch("ingest")
    let ours = try Ingestion(scratch, .full, try Household.ordinary(), intervalsADay: 1_370)
    let samplers = [
      Sampler("sallyport: rules, use, sums, state") {
        let batches = ours.next(Self.count).batches(of: Self.batch)
        return { for batch in batches { try ours.take(batch) } }
      },
      try Self.raw("the same rows of use and sums", .sameRows, scratch),
      try Self.raw("an interval and its sums at a time", .oneByOne, scratch),
      try Self.raw("intervals alone", .intervals, scratch),
    ]
    let results = try Interleaved(
      variants: samplers.map { .init(name: $0.name, sample: $0.sample) }, rounds: Self.rounds, warmUp: 3
    ).run()
    print(
      """
      Ingest, an interval in a batch of \(Self.batch), WAL, synchronous = FULL:

      \(Table.ofRatios(results, order: samplers.map(\.name), bases: [samplers[1].name]).text)

      Of it processor time, µs p50: \
      \(samplers.map { "\((Distribution($0.processor).p50 / 1_000).text) \($0.name)" }.joined(separator: "; "))

      """)
    let rates = samplers.compactMap { results[$0.name]?.p50 }
    guard rates.count == samplers.count else { return [] }
    var verdicts = zip(samplers, rates).dropFirst().map { sampler, rate in
      Goal(name: "ingest ÷ \(sampler.name), rate", atLeast: 0.6, unit: "×").verdict(on: rate / rates[0])
    }
    do {
      let heartbeats = try ActivityWatch(scratch).heartbeat(ours.next(2_000).filter(\.isInUse))
      print("aw-core: \((heartbeats / 1_000).text) µs a heartbeat\n")
      verdicts.append(
        Goal(name: "ingest ÷ aw-core heartbeats, rate", atLeast: 100, unit: "×").verdict(on: heartbeats / rates[0]))
    } catch { print("The comparison with aw-core was left out: \(error)\n") }
    return verdicts
  }

  /// A variant with plain SQLite. Each variant gets the same generated use, independently of the others.
  private static func raw(_ name: String, _ method: RawIngestion.Method, _ scratch: Scratch) throws -> Sampler {
    let ingestion = try RawIngestion(scratch.path + "/\(method).sqlite", method)
    var person = Person(seed: 1, intervalsADay: 1_370)
    return Sampler("plain SQLite: \(name)") {
      let batches = person.next(count).batches(of: batch).map(ingestion.batch)
      return { for batch in batches { try ingestion.take(batch) } }
    }
  }
}
