// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

/// Measures the delay of callbacks and shields on a live host with 50 families, for the healthy ones while others are
/// faulty, and while none is.
struct ReactionBenchmark {
  private let bench: Workbench
  private static let rounds = 1

  init(_ bench: Workbench) { self.bench = bench }

  func run() throws -> [String] {
    var runs: [ReactionRun.Ten: [ReactionRun]] = [:]
    for _ in 0..<Self.rounds {
      for ten in [ReactionRun.Ten.hanging, .healthy].shuffled() {
        runs[ten, default: []].append(try ReactionRun(ten, bench))
      }
    }
    let hanging = runs[.hanging] ?? []
    let healthy = runs[.healthy] ?? []
    let rows: [(name: String, bound: Double, samples: (ReactionRun) -> [Double])] = [
      ("due → request written, launch included", 20, \.due),
      ("shielded app in front → default shield presented", 20, \.defaults),
      ("shielded app in front → extension's look presented", 100, \.looks),
    ]
    var table = Table(["time, ms", "ten of 50 families", "n", "p50", "p90", "p99", "most"])
    var verdicts: [String] = []
    for row in rows {
      let (with, without) = (Distribution(hanging.flatMap(row.samples)), Distribution(healthy.flatMap(row.samples)))
      for (name, times) in [("hang", with), ("healthy", without)] {
        table.add(
          [row.name, name, "\(times.count)"]
            + [times.p50, times.p90, times.p99, times.largest].map { ($0 / 1e6).text })
      }
      let goal = Goal(name: "\(row.name), p99 with ten hanging families", atMost: row.bound, unit: " ms")
      verdicts.append(goal.verdict(on: with.p99 / 1e6) + " (\((without.p99 / 1e6).text) ms when none hangs)")
    }
    print(
      """
      A live host with 50 families: 33 healthy (one has shields, 16 are called every minute of use, 16 every four), 5 \
      crash, 1 asks and 1 prints without end, and ten hang in every callback or are healthy. The device's clock is \(AlternatingFeed.speed) \
      times as fast as the machine's; the times are the machine's.

      \(table.text)

      """)
    return verdicts
  }
}
