// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// A week of one person's use with both example families, as `make demo` runs it: what does it cost the host?
struct WeekBenchmark {
  private let bench: Workbench
  private static let runs = 7

  init(_ bench: Workbench) { self.bench = bench }

  func run() throws -> [String] {
    let program = try bench.program(".build/release/sallyport", madeBy: "host")
    let runs = try (1...Self.runs).map { try HostRun(program, arguments(state: bench.scratch + "/state-\($0)")) }
    let wall = Distribution(runs.map(\.wall))
    let processor = Distribution(runs.map(\.processor))
    let memory = Distribution(runs.map(\.peakMemory))
    var table = Table(["of \(runs.count) runs", "p10", "p50", "p90"])
    for (name, figures) in [("wall time, s", wall), ("host's processor time, s", processor), ("host's peak memory, MB", memory)] {
      table.add([name, figures.p10.text, figures.p50.text, figures.p90.text])
    }
    print(
      """
      The synthetic week: \(arguments(state: "STATE").joined(separator: " "))

      \(table.text)

      """)
    return [
      Goal(name: "a week of use, host's processor time", atMost: 1, unit: " s").verdict(on: processor.p50),
      Goal(name: "a week of use, host's peak memory", atMost: 60, unit: " MB").verdict(on: memory.largest),
    ]
  }

  private func arguments(state: String) -> [String] {
    [
      "run", "--synthetic-week", "--manifests", "manifests", "--answers", "demo/answers.json",
      "--press", "secondary,primary", "--state", state, "--quiet",
    ]
  }
}
