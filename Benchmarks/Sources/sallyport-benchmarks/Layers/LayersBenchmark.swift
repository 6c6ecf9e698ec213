// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ExtensionProtocol
import Foundation
import Sandboxing

/// The cost of each layer of the sandbox: from the launch request to the first byte of a small static C program, so
/// that no language runtime hides it.
struct LayersBenchmark {
  private struct Way {
    var name: String
    var launch: () throws -> LaunchedProcess
  }

  private let bench: Workbench
  private static let rounds = 300

  init(_ bench: Workbench) { self.bench = bench }

  func run() throws -> [String] {
    guard FileManager.default.isExecutableFile(atPath: Bubblewrap.program) else {
      throw BenchmarkError("\(Bubblewrap.program) is missing; install the package bubblewrap to compare with it.")
    }
    let bundle = try bench.install("first-byte", from: Bundle.main.executableURL?.deletingLastPathComponent().path)
    let ways = try ways(bundle)
    let results = try Interleaved(
      variants: ways.map { way in .init(name: way.name) { try firstByte(way) } }, rounds: Self.rounds, warmUp: 10
    ).run()
    print(
      """
      Launch to the first byte of a small static C program.

      \(Table.ofRatios(results, order: ways.map(\.name), bases: ["posix_spawn", "bubblewrap"]).text)

      """)
    func ratio(_ name: String) -> Double { (results[name]?.p50 ?? .nan) / (results["bubblewrap"]?.p50 ?? .nan) }
    let goals = [
      ("flat", "Landlock and seccomp alone", 0.2), ("sealed", "sealed", 0.6), ("confined", "confined", 0.6),
    ]
    return goals.flatMap { name, spoken, goal in
      ["", ", prestarted launcher"].map { when in
        Goal(name: "first byte, \(spoken)\(when) ÷ bubblewrap", atMost: goal, unit: "×").verdict(on: ratio(name + when))
      }
    }
  }

  private func ways(_ bundle: InstalledBundle) throws -> [Way] {
    func walled(
      _ name: String, _ profile: SandboxProfile, without missing: Set<Protection> = [], isAhead: Bool = false
    ) throws -> Way {
      var specification = bench.specification(bundle, profile)
      specification.acceptedMissing = missing
      // Separate launchers, because one that was started ahead for one kind of launch may not fit another.
      let launcher = isAhead ? try bench.warmLauncher() : bench.coldLauncher
      return Way(name: name) { [specification] in try launcher.launch(specification) }
    }
    let launcher = bench.coldLauncher
    let wrapped = Bubblewrap.arguments(
      for: LaunchSubject(
        name: "first-byte", kind: "a static C program", point: .monitor,
        specification: bench.specification(bundle, .confined)))
    return try [
      Way(name: "posix_spawn") {
        try launcher.launchUnconfined(executable: bundle.directory + "/" + bundle.executable)
      },
      walled("flat", .sealed(.compute), without: Protection.namespaces),
      walled("sealed", .sealed(.compute)),
      walled("confined", .confined),
      walled("flat, prestarted launcher", .sealed(.compute), without: Protection.namespaces, isAhead: true),
      walled("sealed, prestarted launcher", .sealed(.compute), isAhead: true),
      walled("confined, prestarted launcher", .confined, isAhead: true),
      walled("confined without network namespace", .confined, without: [.ownNetworkNamespace]),
      walled("confined without ipc namespace", .confined, without: [.ownIPCNamespace]),
      walled("confined without time namespace", .confined, without: [.ownTimeNamespace]),
      walled("confined without Landlock", .confined, without: [.landlockFiles]),
      Way(name: "bubblewrap") { try launcher.launchUnconfined(executable: Bubblewrap.program, arguments: wrapped) },
    ]
  }

  /// Times one launch; waits for the process to end, outside the sample.
  private func firstByte(_ way: Way) throws -> Double {
    var process: LaunchedProcess?
    var byte: UInt8 = 0
    let time = try Stopwatch.time {
      let launched = try way.launch()
      process = launched
      _ = read(launched.reply, &byte, 1)
    }
    process?.close()
    // The kernel removes namespaces after the process has exited.
    usleep(2_000)
    guard byte == UInt8(ascii: "!") else {
      throw BenchmarkError("Launched by \(way.name), the program wrote nothing, so it can't be measured.")
    }
    return time
  }
}
