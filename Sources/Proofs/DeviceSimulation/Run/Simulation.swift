// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

internal import Foundation
internal import ScreenTimeRules

/// One simulated run, from its plan to its findings.
package struct Simulation: Sendable {
  /// The result of a run.
  package struct Outcome: Sendable {
    package var plan: SimulationPlan
    package var findings: [Finding]
    /// The number of injected faults of each kind.
    package var injected: [SimulatedFault: Int]
    package var deliveries: Int
    package var days: Int
  }

  private let directory: String

  /// - Parameter directory: the directory for temporary states; a file system in memory is fastest.
  package init(directory: String? = nil) {
    let shared = "/dev/shm"
    self.directory =
      directory ?? (FileManager.default.isWritableFile(atPath: shared) ? shared : NSTemporaryDirectory())
  }

  /// Runs a plan and stops at the first day with a finding.
  ///
  /// - Throws: errors of the machine only; an error of the host is a finding.
  package func run(_ plan: SimulationPlan) throws -> Outcome { try run(plan, recording: nil) }

  /// - Parameter recording: the file for recording the inputs of the host's last run, or `nil` for no recording.
  package func run(_ plan: SimulationPlan, recording: String?) throws -> Outcome {
    let state = directory + "/sallyport-simulation-\(UUID().uuidString)"
    defer { try? FileManager.default.removeItem(atPath: state) }
    let device = try SimulatedDevice(plan, directory: state, recording: recording)
    var days = 0
    do {
      try device.startHost()
      var dayStart = device.life.start
      for moments in device.life.days where device.shadow.findings.isEmpty {
        for moment in moments where device.shadow.findings.isEmpty { try device.live(moment) }
        if device.shadow.now > dayStart { try device.checkUse(from: dayStart, to: device.shadow.now) }
        dayStart = device.shadow.now
        days += 1
      }
      if device.shadow.findings.isEmpty { try end(device) }
      try device.stopHost()
    } catch {
      device.dropHost()
      device.shadow.find(.failuresAreClear, "the host stopped: \(error)")
    }
    var injected = device.brain.injected.merging(device.faults.injected) { $0 + $1 }
    injected.merge(device.happened, uniquingKeysWith: +)
    injected[.suspend] = device.life.suspensions
    injected[.interleave] = plan.isInterleaved ? 1 : 0
    return Outcome(
      plan: plan, findings: device.shadow.findings, injected: injected, deliveries: device.deliveries, days: days)
  }

  /// Runs a day without faults: the operator resets programs, and all pending deliveries must complete.
  private func end(_ device: SimulatedDevice) throws {
    try device.heal()
    let start = device.shadow.now
    var spans: [UseSpan] = []
    for hour in Int64(0)..<24 {
      let time = start.advanced(by: hour * 3_600_000)
      spans.append(
        UseSpan(
          start: time, end: time.advanced(by: 1_200_000), app: Household.applications[Int(hour) % 4], isPresent: true))
    }
    try device.live(.use(spans, until: start.advanced(by: 86_400_000)))
    try device.checkUse(from: start, to: device.shadow.now)
    if device.shadow.findings.isEmpty { try device.checkEnd() }
  }
}
