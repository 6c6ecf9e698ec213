// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ExtensionProtocol
import FamilyManifests
import Foundation
import HostCore
import PrivacyBoundary
import Sandboxing
import ScreenTimeRules
import ScreenTimeStore

/// Times a revocation until the family's extensions are killed and its rows erased, on a real clock and with every
/// write on disk (the goal is 100 ms).
struct RevocationBenchmark {
  private static let rounds = 40
  private static let warmUp = 3
  private static let family = FamilyID("homework")
  private static let editor = Item.application("org.gnome.TextEditor")

  private let bench: Workbench

  init(_ bench: Workbench) { self.bench = bench }

  func run() throws -> [String] {
    _ = try bench.program(".build-extensions/release/HomeworkMonitor", madeBy: "extensions")
    var samples: [Double] = []
    var killed: [Int] = []
    for round in 0..<Self.rounds + Self.warmUp {
      let (time, extensions) = try sample()
      guard round >= Self.warmUp else { continue }
      samples.append(time)
      killed.append(extensions)
    }
    let time = Distribution(samples)
    var table = Table(["revoke", "n", "extensions killed", "p10 ms", "p50 ms", "p90 ms", "most ms"])
    table.add(
      ["of \(Self.family.rawValue), disk waited for", "\(time.count)", "\(killed.min() ?? 0) to \(killed.max() ?? 0)"]
        + [time.p10, time.p50, time.p90, time.largest].map(\.text))
    print("From `revoke` to extensions killed and rows erased:\n\n\(table.text)\n")
    return [
      Goal(name: "revoke until extensions are killed and rows erased, p50", atMost: 100, unit: " ms").verdict(
        on: time.p50),
      Goal(name: "the same, p90", atMost: 100, unit: " ms").verdict(on: time.p90),
    ]
  }

  /// Revokes one family that was approved, has picked, and has running extensions.
  private func sample() throws -> (milliseconds: Double, killed: Int) {
    let scratch = try Scratch("revocation")
    let host = try VirtualDriver(try configuration(state: scratch.path + "/state"))
    defer { try? host.close() }
    let start = host.facts.state.now
    for second in 0..<30 where living(host) == 0 {
      let now = start.advanced(by: Int64(second) * 1_000)
      let span = UseSpan(start: now, end: now.advanced(by: 1_000), app: Self.editor, isPresent: true)
      try host.run(through: [span], until: span.end)
    }
    let killed = living(host)
    guard killed > 0, try !audiences(host).isEmpty else {
      throw BenchmarkError("No extension of \(Self.family.rawValue) is running, so there is nothing to revoke.")
    }
    let time = try Stopwatch.time { try host.revoke(Self.family, by: .guardian) }
    guard living(host) == 0, try audiences(host).isEmpty, host.facts.token(for: .category("6"), of: Self.family) == nil
    else {
      throw BenchmarkError("Data or processes of \(Self.family.rawValue) remain after its revocation.")
    }
    return (time / 1e6, killed)
  }

  private func living(_ host: VirtualDriver) -> Int {
    host.facts.processStates(of: Self.family).count { $0 == "idle" || $0 == "busy" || $0 == "greeting" }
  }

  private func audiences(_ host: VirtualDriver) throws -> [String] {
    try host.facts.store.read { try $0.audiences() }.map(\.family).filter { $0 == Self.family.rawValue }
  }

  private func configuration(state: String) throws -> HostConfiguration {
    let catalog = FamilyCatalog(directories: [bench.root + "/manifests"], owner: getuid())
    var answers = try PersonAnswers(contentsOf: bench.root + "/demo/answers.json")
    answers.families = answers.families.filter { $0.key == Self.family.rawValue }
    var configuration = HostConfiguration(
      stateDirectory: state, programsDirectory: bench.scratch + "/revocation-programs", outputDirectory: nil,
      recordingPath: nil, families: catalog.families.filter { $0.manifest.family == Self.family.rawValue },
      launcherPath: bench.launcher.launcherPath, clock: .real, mode: .faithful,
      // Monday, 19 October 2026, 16:30 UTC.
      start: Timestamp(milliseconds: 1_792_427_400_000),
      environment: EnvironmentSnapshot(locale: "en_GB", timeZone: "UTC", firstWeekday: 2, uses24Hour: true),
      profile: .open, registry: ItemRegistry(categories: [Self.editor: .category("6")]), names: [:], answers: answers,
      presses: PressScript(buttons: []), seed: 1, reproducibleKeys: false)
    // The family requests authorization for a child.
    configuration.authorization = AuthorizationPolicy(person: .child)
    return configuration
  }
}
