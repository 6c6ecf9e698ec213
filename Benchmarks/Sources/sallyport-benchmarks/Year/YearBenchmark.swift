// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// Measures a year of one person with the three example families: processor time of the host and of all processes, and
/// the launches per day.
struct YearBenchmark {
  private struct Year {
    let name: String
    let usage: [String]
  }

  private let bench: Workbench
  private static let goalOfAll = 25.0
  private static let goalOfHost = 8.0
  private static let days = Double(PupilYear.days)

  init(_ bench: Workbench) { self.bench = bench }

  func run() throws -> [String] {
    let program = try bench.program(".build/release/sallyport", madeBy: "host")
    let pupil = bench.scratch + "/pupil.ndjson"
    try PupilYear().lines.joined(separator: "\n").appending("\n").write(
      toFile: pupil, atomically: true, encoding: .utf8)
    let years = [
      Year(name: "\(PupilYear.attemptsADay) attempts a day", usage: [pupil]),
      Year(name: "the demo's person", usage: ["--synthetic-week", "--days", "\(PupilYear.days)"]),
    ]
    // The first start copies half a gigabyte of programs, which is no part of a year.
    _ = try HostRun(
      program, ["run", "--synthetic-week", "--days", "1"] + arguments("first"), log: bench.scratch + "/first.log")

    var table = Table([
      "year", "wall s", "days/s", "all s", "host s", "all ms/day", "host ms/day", "ms per launch", "peak MB",
    ])
    var launches = Table(["launches a day", "shields", "actions", "reports", "monitors", "apps", "callbacks"])
    var verdicts: [String] = []
    for (number, year) in years.enumerated() {
      let output = bench.scratch + "/year-\(number).json"
      let run = try HostRun(
        program, ["run"] + year.usage + arguments("year-\(number)"), log: output + ".log", output: output)
      let outcome = try RunOutcome(printedIn: output)
      let (all, host) = (run.processorOfAll, run.processor)
      let count = Double(outcome.launched.values.reduce(0, +))
      table.add(
        [year.name, run.wall.text, (Self.days / run.wall).text, all.text, host.text]
          + [all / Self.days * 1e3, host / Self.days * 1e3, all / count * 1e3, run.peakMemory].map(\.text))
      let parts = ["shield", "action", "report", "monitor", "app"].map { Double(outcome.launches(of: $0)) }
      let callbacks = Double(outcome.deliveries.values.reduce(0, +))
      launches.add([year.name] + (parts + [callbacks]).map { ($0 / Self.days).text })
      verdicts += [
        Goal(name: "a year, \(year.name), processor time in all", atMost: Self.goalOfAll, unit: " s").verdict(on: all),
        Goal(name: "a year, \(year.name), host's processor time", atMost: Self.goalOfHost, unit: " s").verdict(
          on: host),
      ]
    }
    print(
      """
      \(PupilYear.days) days: sallyport run … \(arguments("…").joined(separator: " "))

      \(table.text)

      \(launches.text)

      """)
    return verdicts
  }

  private func arguments(_ name: String) -> [String] {
    [
      "--manifests", "manifests", "--answers", "demo/answers.json", "--press", "secondary,primary", "--state",
      "\(bench.scratch)/\(name)", "--programs", bench.scratch + "/programs", "--quiet", "--format", "json",
    ]
  }
}
