// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// Measures a day with twenty hourly activities of a monitor written in Python, through `sallyport run`.
struct HourlyBenchmark {
  private let bench: Workbench
  private static let rounds = 5
  private static let goal = 3.0
  /// Each activity starts and ends once.
  private static let callbacks = 40

  init(_ bench: Workbench) { self.bench = bench }

  func run() throws -> [String] {
    let program = try bench.program(".build/release/sallyport", madeBy: "host")
    try writeFamily()
    try Self.day.write(toFile: directory + "/day.ndjson", atomically: true, encoding: .utf8)
    var runs: [HostRun] = []
    for round in 0..<Self.rounds {
      let output = "\(directory)/\(round).json"
      runs.append(
        try HostRun(
          program,
          [
            "run", "\(directory)/day.ndjson", "--manifests", directory, "--answers",
            "\(directory)/answers/answers.json", "--state", "\(directory)/state-\(round)", "--quiet", "--format",
            "json",
          ], log: output + ".log", output: output))
      let outcome = try RunOutcome(printedIn: output)
      guard outcome.deliveries["applied", default: 0] >= Self.callbacks else {
        throw BenchmarkError("Only \(outcome.deliveries) callbacks of \(Self.callbacks) were applied.")
      }
    }
    let (wall, all) = (Distribution(runs.map(\.wall)), Distribution(runs.map(\.processorOfAll)))
    let host = Distribution(runs.map(\.processor))
    var table = Table(["a day of 20 hourly activities, s", "n", "p10", "p50", "most"])
    for (name, times) in [("wall", wall), ("processor, all", all), ("processor, host", host)] {
      table.add([name, "\(times.count)"] + [times.p10, times.p50, times.largest].map(\.text))
    }
    print("A Python monitor with an app that starts 20 hourly activities; a new state each time.\n\n\(table.text)\n")
    return [
      Goal(name: "20 hourly activities of a Python monitor over a day", atMost: Self.goal, unit: " s").verdict(
        on: wall.p50)
    ]
  }

  private var directory: String { bench.scratch + "/hourly" }

  private func writeFamily() throws {
    let files = FileManager.default
    try files.createDirectory(atPath: directory + "/bundle", withIntermediateDirectories: true)
    try files.createDirectory(atPath: directory + "/answers", withIntermediateDirectories: true)
    for source in ["Benchmarks/Samples/hourly.py", "Extensions/ScriptMonitor/monitor.py"] {
      let target = "\(directory)/bundle/\(URL(filePath: source).lastPathComponent)"
      if !files.fileExists(atPath: target) { try files.copyItem(atPath: "\(bench.root)/\(source)", toPath: target) }
    }
    let script = "\"interpreter\": \"/usr/bin/python3\", \"wire\": \"stdio\""
    try """
    {
      "manifest": 1, "family": "hourly", "displayName": "Hourly", "version": "1.0",
      "developer": { "name": "Sallyport" }, "groups": ["group.org.example.hourly"], "bundle": "bundle",
      "app": { "executable": "hourly.py", \(script), "requests": ["authorization", "monitoring"] },
      "extensions": [
        {
          "name": "monitor", "point": "monitor", "executable": "monitor.py", \(script), "fitting": "files",
          "requests": ["monitoring", "notifications", "settings"]
        }
      ]
    }
    """.write(toFile: directory + "/hourly.json", atomically: true, encoding: .utf8)
    try "{ \"hourly\": { \"authorize\": \"approved\" } }".write(
      toFile: directory + "/answers/answers.json", atomically: true, encoding: .utf8)
  }

  /// Monday, 19 October 2026, in UTC: fifty minutes of every hour in an editor.
  private static var day: String {
    let midnight: Int64 = 1_792_368_000_000
    return (Int64(0)..<24).flatMap { hour -> [String] in
      let start = midnight + hour * 3_600_000
      return ["\"kind\":\"active\"", "\"kind\":\"app\",\"id\":\"org.gnome.TextEditor\""].enumerated().map {
        """
        {"v":1,"source":"replay","stream":"replay/\($0.offset)",\($0.element),"start":\(start),\
        "end":\(start + 3_000_000),"resolution":1000}

        """
      }
    }.joined()
  }
}
