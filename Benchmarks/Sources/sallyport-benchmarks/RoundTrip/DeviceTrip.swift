// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import HostCore
import ScreenTimeRules

/// A monitor's callback on its complete path: the threshold is reached, the delivery is stored, its request gets the
/// family's snapshot with tokens and passes the flow policy, the sandboxed monitor replies with two effects, and these
/// are checked, applied and stored with the settled delivery and the ledger.
final class DeviceTrip {
  private static let family = "trip"

  /// Activities that begin six seconds apart, so that a minute of use for one of them ends every six seconds.
  private static let activities = 10

  private let scratch: Scratch
  private let host: VirtualDriver
  private let requests = TimedRequests()
  private let callbacks = AppliedCallbacks()
  private var pinned: Int32?
  private var uses: [Double] = []

  /// - Parameters:
  ///   - clock: `real` waits for the disk in each transaction; `virtual` does not.
  ///   - trips: the number of samples that can be taken.
  init(_ clock: HostConfiguration.ClockKind, trips: Int, _ bench: Workbench) throws {
    scratch = try Scratch("trip")
    let families = try SampleFamilies([Self.family], events: trips / Self.activities + 1, bench, in: scratch.path)
    var configuration = families.configuration(clock: clock, state: scratch.path + "/state")
    configuration.witness = requests
    host = try VirtualDriver(configuration) { [callbacks] in callbacks.note($0) }
    // The app is opened, picks and begins to monitor. Then all activities begin, and the first minute is reached in the
    // middle of the first trip.
    try host.run(through: [], until: SampleFamilies.start)
    try use(55_500)
  }

  /// The time of three seconds of use that lead to no callback.
  var useAlone: Distribution { Distribution(uses) }

  /// The nanoseconds of three seconds of use in which a threshold is reached. Three seconds without a callback come
  /// before them.
  func sample(on core: Int) throws -> Double {
    uses.append(try Stopwatch.time { try use(3_000) })
    // The host sometimes replaces a monitor's process.
    let process = requests.process(of: Self.family + ".monitor")
    if let process, process != pinned {
      try Affinity.pin(process: process, to: core)
      pinned = process
    }
    let (count, effects) = (callbacks.count + 1, callbacks.effects + 2)
    let time = try Stopwatch.time { try use(3_000) }
    guard callbacks.count == count, callbacks.effects == effects else {
      throw BenchmarkError(
        "A trip through the device applied not one callback with two effects; the last event: \(callbacks.last).")
    }
    return time
  }

  func close() throws { try host.close() }

  private func use(_ milliseconds: Int64) throws {
    let now = host.facts.state.now
    let span = UseSpan(start: now, end: now.advanced(by: milliseconds), app: SampleFamilies.editor, isPresent: true)
    // The device stops at each instant at which something is due.
    while host.facts.state.now < span.end { try host.act(.use(span)) }
  }
}

/// Counts the callbacks of monitors that were applied, and all effects.
private final class AppliedCallbacks {
  private(set) var count = 0
  private(set) var effects = 0
  private(set) var last = "none"

  func note(_ event: HostEvent) {
    last = "\(event.what) \(event.detail)"
    if event.kind == .effect { effects += 1 }
    if event.settlement?.outcome == "applied" { count += 1 }
  }
}
