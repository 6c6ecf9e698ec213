// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

/// Measures the delay of callbacks and shields on a live host with 50 families, for the healthy ones while others are
/// faulty, and while none is.
struct ReactionBenchmark {
  private let bench: Workbench

  init(_ bench: Workbench) { self.bench = bench }

  func run() throws -> [String] {
    var runs: [ReactionRun.Variant: ReactionRun] = [:]
    for variant in ReactionRun.Variant.allCases.shuffled() { runs[variant] = try ReactionRun(variant, bench) }
    let rows: [(name: String, bound: Double, samples: (ReactionRun) -> [Double])] = [
      ("due → request written, launch included", 20, \.due),
      ("shielded app in front → default shield presented", 20, \.defaults),
      ("shielded app in front → extension's look presented", 100, \.looks),
    ]
    var table = Table(["time, ms", "of 50 families", "n", "p50", "p90", "p99", "most"])
    var verdicts: [String] = []
    for variant in ReactionRun.Variant.allCases {
      let first = Distribution(runs[variant].map(\.firstLook) ?? []).p50 / 1e6
      table.add(["the first look, while all apps start (no goal)", variant.name, "1", first.text, "", "", ""])
    }
    for row in rows {
      var p99: [ReactionRun.Variant: Double] = [:]
      for variant in ReactionRun.Variant.allCases {
        let times = Distribution(runs[variant].map(row.samples) ?? [])
        p99[variant] = times.p99 / 1e6
        table.add(
          [row.name, variant.name, "\(times.count)"]
            + [times.p50, times.p90, times.p99, times.largest].map { ($0 / 1e6).text })
      }
      let goal = Goal(name: "\(row.name), p99 with ten hanging families", atMost: row.bound, unit: " ms")
      let calm = " (\((p99[.noneHangs] ?? .nan).text) ms when none hangs)"
      verdicts.append(goal.verdict(on: p99[.tenHang] ?? .nan) + calm)
    }
    print(
      """
      A live host with 50 families: 33 healthy (one has shields, 16 are called every minute of use, 16 every four), 5 \
      crash, 1 asks and 1 prints without end, and ten hang in every callback or are healthy. The device's clock is \
      \(AlternatingFeed.speed) times as fast as the machine's; the times are the machine's.

      \(table.text)

      """)
    return verdicts
  }
}
