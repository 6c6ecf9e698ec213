// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// Measures the host's cost of a week of one person's use with both example families.
struct WeekBenchmark {
  /// One variant of the week.
  private struct Week {
    let name: String
    let press: String
  }

  private let bench: Workbench
  private static let rounds = 5
  /// A host copies half a gigabyte of programs at its first start only, so that run is reported separately.
  private static let first = Week(name: "no shield pressed, first start", press: "none")
  /// `make demo` presses both buttons of every shield, hundreds of times; a typical person presses none.
  private static let weeks = [
    Week(name: "every shield pressed twice", press: "secondary,primary"),
    Week(name: "no shield pressed", press: "none"),
  ]

  init(_ bench: Workbench) { self.bench = bench }

  func run() throws -> [String] {
    let program = try bench.program(".build/release/sallyport", madeBy: "host")
    var runs: [String: [HostRun]] = [:]
    func live(_ week: Week, _ round: Int) throws {
      let state = bench.scratch + "/state-\(round)-\(week.press)"
      runs[week.name, default: []].append(
        try HostRun(program, arguments(press: week.press, state: state), log: state + ".log"))
    }
    try live(Self.first, 0)
    for round in 1...Self.rounds {
      for week in Self.weeks.shuffled() { try live(week, round) }
    }
    var table = Table(["week", "n", "wall p50 s", "host p10 s", "host p50 s", "host p90 s", "peak MB"])
    for week in Self.weeks + [Self.first] {
      let (wall, host, peak) = figures(runs[week.name] ?? [])
      let count = "\(runs[week.name]?.count ?? 0)"
      table.add([week.name, count, wall.p50.text, host.p10.text, host.p50.text, host.p90.text, peak.largest.text])
    }
    print(
      """
      The synthetic week: sallyport \(arguments(press: "…", state: "…").joined(separator: " "))

      \(table.text)

      """)
    return Self.weeks.flatMap { week in
      let (_, host, peak) = figures(runs[week.name] ?? [])
      return [
        Goal(name: "a week, \(week.name), host's processor time", atMost: 1, unit: " s").verdict(on: host.p50),
        Goal(name: "a week, \(week.name), host's peak memory", atMost: 60, unit: " MB").verdict(on: peak.largest),
      ]
    }
  }

  private func figures(_ runs: [HostRun]) -> (wall: Distribution, host: Distribution, peak: Distribution) {
    (Distribution(runs.map(\.wall)), Distribution(runs.map(\.processor)), Distribution(runs.map(\.peakMemory)))
  }

  private func arguments(press: String, state: String) -> [String] {
    [
      "run", "--synthetic-week", "--manifests", "manifests", "--answers", "demo/answers.json", "--press", press,
      "--state", state, "--programs", bench.scratch + "/programs", "--quiet",
    ]
  }
}
