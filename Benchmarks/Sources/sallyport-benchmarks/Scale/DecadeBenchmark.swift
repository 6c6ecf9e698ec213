// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ScreenTimeRules
import ScreenTimeStore

/// The cost of an interval in a store of 10⁴ to 5 · 10⁶ intervals, which is ten years of one person.
struct DecadeBenchmark {
  private static let stages = [10_000, 100_000, 1_000_000, 5_000_000]
  private static let batch = 100

  func run() throws -> [String] {
    var table = Table(["stored intervals", "µs an interval p50", "p90", "× the first", "processor µs", "× the first"])
    let scratch = try Scratch("decade")
    let ours = try Ingestion(scratch, .simulated, try Household.ordinary(), intervalsADay: 1_370)
    var stored = 0
    var costs: [(wall: Double, processor: Double)] = []
    for stage in Self.stages {
      while stored < stage - 10_000 {
        let spans = ours.next(5_000)
        try ours.take(spans)
        stored += spans.filter(\.isInUse).count
      }
      var wall: [Double] = []
      var processor: [Double] = []
      while stored < stage {
        let spans = ours.next(Self.batch)
        stored += spans.filter(\.isInUse).count
        processor.append(
          try Stopwatch.processorTime {
            wall.append(try Stopwatch.time { try ours.take(spans) } / Double(Self.batch))
          } / Double(Self.batch))
      }
      let (times, work) = (Distribution(wall), Distribution(processor))
      costs.append((times.p50, work.p50))
      table.add([
        String(stage), (times.p50 / 1_000).text, (times.p90 / 1_000).text, (times.p50 / costs[0].wall).text,
        (work.p50 / 1_000).text, (work.p50 / costs[0].processor).text,
      ])
    }
    print("The cost of an interval in a growing store, in batches of \(Self.batch), without waiting for the disk:\n")
    print("\(table.text)\n")
    return [
      Goal(name: "an interval after 5 · 10⁶ ÷ after 10⁴, processor time", atMost: 1.5, unit: "×")
        .verdict(on: costs[costs.count - 1].processor / costs[0].processor)
    ]
  }
}
