// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// Measures the host's cost of placed widgets: a week of one person's use with and without them.
struct WidgetBenchmark {
  private static let rounds = 5
  private static let widgets = 20
  private static let sizes = ["systemSmall", "systemMedium", "accessoryRectangular", "accessoryCircular"]

  private let bench: Workbench

  init(_ bench: Workbench) { self.bench = bench }

  func run() throws -> [String] {
    let program = try bench.program(".build/release/sallyport", madeBy: "host")
    let counts = [0, Self.widgets]
    var runs: [Int: [HostRun]] = [:]
    // The first round copies the programs and is not counted.
    for round in 0...Self.rounds {
      for count in counts.shuffled() {
        let path = "\(bench.scratch)/widgets-\(count).json"
        try Self.answers(widgets: count).write(toFile: path, atomically: true, encoding: .utf8)
        let state = "\(bench.scratch)/widgets-\(round)-\(count)"
        let run = try HostRun(program, arguments(answers: path, state: state), log: state + ".log")
        if round > 0 { runs[count, default: []].append(run) }
      }
    }
    var table = Table(["placed widgets", "n", "host p10 s", "host p50 s", "host p90 s", "all p50 s", "peak MB"])
    var hosts: [Int: Distribution] = [:]
    for count in counts {
      let own = runs[count] ?? []
      let host = Distribution(own.map(\.processor))
      hosts[count] = host
      table.add([
        "\(count)", "\(own.count)", host.p10.text, host.p50.text, host.p90.text,
        Distribution(own.map(\.processorOfAll)).p50.text, Distribution(own.map(\.peakMemory)).largest.text,
      ])
    }
    print(
      """
      The synthetic week with widgets: sallyport \(arguments(answers: "…", state: "…").joined(separator: " "))

      \(table.text)

      """)
    let ratio = (hosts[Self.widgets]?.p50 ?? .nan) / (hosts[0]?.p50 ?? .nan)
    return [
      Goal(name: "a week with \(Self.widgets) placed widgets, host's processor time", atMost: 1.5, unit: " × without")
        .verdict(on: ratio)
    ]
  }

  private func arguments(answers: String, state: String) -> [String] {
    [
      "run", "--synthetic-week", "--manifests", "Extensions/manifests", "--answers", answers, "--press",
      "secondary,primary", "--state", state, "--programs", bench.scratch + "/programs", "--quiet",
    ]
  }

  /// The answers of the demo's person, with widgets placed in several sizes.
  private static func answers(widgets count: Int) -> String {
    let placed = (0..<count).map { #"{ "kind": "Countdown", "size": "\#(sizes[$0 % sizes.count])" }"# }
    return """
      {
        "homework": {
          "authorize": "approved", "taps": ["Select Apps to Discourage", "Select Apps to Encourage"],
          "picks": [
            { "categories": ["1", "2"] },
            { "categories": ["6"], "applications": ["org.libreoffice.LibreOffice.writer", "org.gnome.TextEditor"] }
          ],
          "widgets": [\(placed.joined(separator: ", "))]
        },
        "chat": { "authorize": "approved", "taps": ["Message for work", "Message for club"] },
        "limits": { "authorize": "approved" }
      }

      """
  }
}
