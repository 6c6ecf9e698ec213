// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ExtensionProtocol
import ExtensionTransport
import Foundation
import Surfaces
import SwiftUI

/// Measures what placed widgets cost a week, and a long timeline.
@MainActor
struct WidgetBenchmark {
  private static let rounds = 3
  private static let widgets = 20
  private static let entries = 100
  private let codec = JSONCodec(limits: .widget)

  func run(_ bench: Workbench) throws -> [String] { try week(bench) + timeline() }

  // MARK: - The week

  /// The same families and use, with and without widgets on the home page.
  private func week(_ bench: Workbench) throws -> [String] {
    let program = try bench.program(".build/release/sallyport", madeBy: "host")
    let names = ["without widgets", "with \(Self.widgets) widgets"]
    let answers = try names.enumerated().map { index, _ in
      let path = "\(bench.scratch)/answers-\(index).json"
      try self.answers(widgets: index * Self.widgets).write(toFile: path, atomically: true, encoding: .utf8)
      return path
    }
    var runs: [String: [HostRun]] = [:]
    // The first round copies the programs and is not counted.
    for round in 0...Self.rounds {
      for index in [0, 1].shuffled() {
        let state = "\(bench.scratch)/home-\(round)-\(index)"
        let run = try HostRun(
          program,
          [
            "run", "--synthetic-week", "--manifests", "Extensions/manifests", "--answers", answers[index], "--state",
            state,
            "--programs", bench.scratch + "/home-programs", "--quiet",
          ], log: state + ".log")
        if round > 0 { runs[names[index], default: []].append(run) }
      }
    }
    let hosts = names.map { Distribution((runs[$0] ?? []).map(\.processor)) }
    var table = Table(["week", "n", "host p50 s", "host p90 s"])
    for (name, host) in zip(names, hosts) { table.add([name, "\(Self.rounds)", host.p50.text, host.p90.text]) }
    print("A synthetic week of Homework and Chat:\n\n\(table.text)\n")
    return [
      Goal(name: "a week with \(Self.widgets) widgets, host's processor time", atMost: 1.5, unit: " × without")
        .verdict(on: hosts[1].p50 / hosts[0].p50)
    ]
  }

  private func answers(widgets: Int) -> String {
    let sizes = ["systemSmall", "systemMedium", "accessoryRectangular", "accessoryInline"]
    let placed = (0..<widgets).map { #"{ "kind": "Countdown", "size": "\#(sizes[$0 % sizes.count])" }"# }
    return """
      {
        "homework": {
          "authorize": "approved", "taps": ["Select Apps to Discourage", "Select Apps to Encourage"],
          "picks": [{ "categories": ["1", "2"] }, { "categories": ["6"] }], "widgets": [\(placed.joined(separator: ", "))]
        },
        "chat": { "authorize": "approved" }
      }
      """
  }

  // MARK: - The timeline

  private func timeline() throws -> [String] {
    let line = try resolved()
    let names = ["extension: entries → trees → line", "host: line → checked trees"]
    let results = try Interleaved(
      variants: [
        .init(name: names[0]) { try Stopwatch.time { _ = try resolved() } },
        .init(name: names[1]) { try Stopwatch.time { try check(line) } },
      ], rounds: 40, warmUp: 4
    ).run()
    func milliseconds(_ name: String) -> Double { (results[name]?.p50 ?? .nan) / 1e6 }
    let (made, checked) = (milliseconds(names[0]), milliseconds(names[1]))
    print(
      """
      A timeline of \(Self.entries) entries in three variants, \(line.count) bytes on the wire: \(made.text) ms in the \
      extension, \(checked.text) ms in the host.

      """)
    return [
      Goal(name: "a timeline of \(Self.entries) entries resolved and checked", atMost: 50, unit: " ms")
        .verdict(on: made + checked)
    ]
  }

  private func resolved() throws -> [UInt8] {
    let trees = try (0..<Self.entries).flatMap { number in
      try [ColorScheme.light, .dark, .light].map { scheme in
        var environment = EnvironmentValues()
        environment.colorScheme = scheme
        let encoder = ViewTreeEncoder(
          session: ResolveSession(destination: .widget), environment: environment, size: CGSize(width: 306, height: 126)
        )
        return try encoder.encodeWidget(EntryView(number: number), margins: nil)
      }
    }
    return codec.encode(.array(trees))
  }

  private func check(_ line: [UInt8]) throws {
    guard case .array(let trees) = try codec.decode(line) else { throw BenchmarkError("The line holds no trees.") }
    for tree in trees { _ = try ViewTree(tree, in: ViewContext(point: .widget)) }
  }
}

/// An entry as published widgets draw it: a title, a number, progress and a button-like row.
private struct EntryView: View {
  let number: Int

  var body: some View {
    VStack(alignment: .leading, spacing: 6) {
      HStack {
        Label("Maths", systemImage: "book.fill").font(.headline)
        Spacer()
        Text("\(number)").monospacedDigit()
      }
      Text(Date(timeIntervalSince1970: 1_795_273_200 + Double(number) * 3_600), style: .timer).font(.title2)
      ProgressView(value: Double(number), total: 100)
      HStack {
        ForEach(0..<4) { index in
          RoundedRectangle(cornerRadius: 4).fill(index % 2 == 0 ? .blue : .indigo).frame(height: 12)
        }
      }
    }
    .foregroundStyle(.white)
  }
}
