// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import HostCore
import Testing

@testable import DeviceSimulation

/// Replays a recorded simulation run in which callbacks of families overlap (H6; `recording.md`).
@Suite struct RecordedLifeTests {
  @Test(arguments: [UInt64(1), 2, 4])
  func `replaying a run's inputs gives identical commands, in any order of replies (H6)`(
    seed: UInt64
  ) throws {
    let folder = StateFolder()
    try FileManager.default.createDirectory(atPath: folder.path, withIntermediateDirectories: true)
    let path = folder.path + "/life.ndjson"
    // A killed host leaves a recording without its end, and a travelling person restarts the host.
    let faults = Set(SimulatedFault.allCases).subtracting([.kill, .full, .locked, .travel])
    let plan = SimulationPlan(seed: seed, days: 2, families: 3, activities: 2, faults: faults)
    let outcome = try Simulation().run(plan, recording: path)
    #expect(outcome.findings.map(\.description) == [])
    let recording = try Recording(contentsOf: path)
    #expect(recording.header.settings.turns == (plan.isInterleaved ? .perFamily : .one))
    #expect(recording.inputs.count > 200)
    let families = try Household.families(3)
    #expect(try Replay(recording, families: families, in: folder.path + "/replay").run() == nil)
  }
}
