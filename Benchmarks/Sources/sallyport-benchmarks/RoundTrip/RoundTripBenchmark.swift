// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ExtensionProtocol
import ExtensionTransport
import HostCore
import ProcessSupervision
import Sandboxing

/// Compares a callback on the host's own path with the same number of bytes through plain pipes, all on one core.
struct RoundTripBenchmark {
  private let bench: Workbench
  /// Round trips per sample: a single one is too short for a clock, and a host calls a warm process.
  private static let tripsPerSample = 16
  private static let rounds = 400
  private static let warmUp = 20
  private static let virtual = "through the device, virtual clock"
  private static let durable = "through the device, durable"

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
    let trips = Self.rounds + Self.warmUp
    let virtual = try DeviceTrip(.virtual, trips: trips, bench)
    let durable = try DeviceTrip(.real, trips: trips, bench)
    defer {
      pipe.close()
      try? virtual.close()
      try? durable.close()
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
        .init(name: Self.virtual) { try virtual.sample(on: core) },
        .init(name: Self.durable) { try durable.sample(on: core) },
      ], rounds: Self.rounds, warmUp: Self.warmUp
    ).run()
    try Affinity.freeMeasuringThread()

    let wire = ["without sandbox", "confined"]
    let order = ["raw pipe"] + wire + [Self.virtual, Self.durable]
    print(
      """
      Round trip of one callback, \(sizes.request) bytes there and \(sizes.reply) back (acknowledgement and reply), \
      all processes on one core; a sample is the mean of \(Self.tripsPerSample) trips. The last two rows are single trips \
      on the whole way: a threshold is reached, its delivery stored, the request made and checked, a monitor replies \
      with two effects, and these are checked, applied and stored. Median of use without a callback: \
      \((virtual.useAlone.p50 / 1_000).text) µs, waiting for the disk \((durable.useAlone.p50 / 1_000).text) µs.

      \(Table.ofRatios(results, order: order, bases: ["raw pipe"]).text)

      """)
    return wire.map { name in
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
