// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ExtensionProtocol
import ExtensionTransport
import ProcessSupervision
import Sandboxing

/// Compares a callback on the host's own path with the same number of bytes through plain pipes, all on one core.
struct RoundTripBenchmark {
  private let bench: Workbench
  /// Round trips per sample: a single one is too short for a clock, and a host calls a warm process.
  private static let tripsPerSample = 16
  private static let rounds = 400

  init(_ bench: Workbench) { self.bench = bench }

  func run() throws -> [String] {
    let sizes = SampleCallback.sizes
    let bundle = try bench.install("HomeworkMonitor")
    let pipe = try RawPipe(bench.launcher, request: sizes.request, reply: sizes.reply)
    let outside = monitor(
      UnconfinedLaunching(launcher: bench.launcher, executable: bundle.directory + "/" + bundle.executable))
    let confined = monitor(
      ConfinedLaunching(
        launcher: bench.launcher, specification: bench.specification(bundle, .confined)))
    defer {
      pipe.close()
      outside.stop(.idle, now: 0)
      confined.stop(.idle, now: 0)
    }

    // The first callback launches the process; later ones are round trips only.
    for `extension` in [outside, confined] { try perform(on: `extension`) }
    let core = 0
    try Affinity.pinMeasuringThread(to: core)
    for process in [pipe.processID, outside.processID, confined.processID] {
      try process.map { try Affinity.pin(process: $0, to: core) }
    }
    let results = try Interleaved(
      variants: [
        .init(name: "raw pipe") { try sample { try pipe.roundTrip() } },
        .init(name: "without sandbox") { try sample { try perform(on: outside) } },
        .init(name: "confined") { try sample { try perform(on: confined) } },
      ], rounds: Self.rounds, warmUp: 20
    ).run()
    try Affinity.freeMeasuringThread()

    let order = ["raw pipe", "without sandbox", "confined"]
    print(
      """
      Round trip of one callback, \(sizes.request) bytes there and \(sizes.reply) back (acknowledgement and reply), \
      all processes on one core; a sample is the mean of \(Self.tripsPerSample) trips.

      \(Table.ofRatios(results, order: order, bases: ["raw pipe"]).text)

      """)
    return order.dropFirst().map { name in
      Goal(name: "round trip of a callback ÷ raw pipe, \(name)", atMost: 5, unit: "×")
        .verdict(on: (results[name]?.p50 ?? .nan) / (results["raw pipe"]?.p50 ?? .nan))
    }
  }

  private func monitor(_ launching: any ExtensionLaunching) -> SupervisedExtension {
    SupervisedExtension(
      configuration: ExtensionConfiguration(
        id: SampleCallback.extensionID, point: .monitor, version: "1.0", idleStopMs: nil, callbacksPerProcess: .max),
      launcher: launching, lifecycle: ProcessLifecycle(policy: RestartPolicy(seed: 1)), observer: nil)
  }

  private func sample(_ trip: () throws -> Void) throws -> Double {
    try Stopwatch.time { for _ in 0..<Self.tripsPerSample { try trip() } } / Double(Self.tripsPerSample)
  }

  private func perform(on monitor: SupervisedExtension) throws {
    let outcome = monitor.perform(SampleCallback.call, now: 0)
    guard outcome == .accepted else {
      let why = monitor.lastLaunchFailure.map { " (\($0.message))" } ?? ""
      throw BenchmarkError("The monitor's callback ended as \(outcome)\(why), so it can't be measured.")
    }
  }
}
