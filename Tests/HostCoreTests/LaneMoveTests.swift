// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ExtensionProtocol
import FamilyManifests
import Foundation
import ProcessSupervision
import ScreenTimeRules
import Testing
import WrittenCodes

@testable import HostCore

/// The facts of a lane that the device learns with a move of its process.
@Suite struct LaneMoveTests {
  @Test func `a build is told if its program was turned off, even without a strike, and else costs no hash`() throws {
    let families = try ScriptFamilies()
    defer { withExtendedLifetime(families) {} }
    try families.addPlayed(requests: ["authorization"], extensions: [("monitor", "monitor", "")])
    var configuration = RunObserverTests.configuration(in: families.scratch)
    configuration.families = FamilyCatalog(directories: [families.manifests], owner: getuid()).families
    configuration.programs = PlayedPrograms(parts: [:])
    let hosted = try HostedDevice(configuration)
    let lane = try #require(hosted.lane(ProgramID("one.monitor")))
    for (state, build) in [(.disabled, "played"), (.refused, nil), (.cold, nil), (.greeting, nil)]
      as [(ProcessState, String?)]
    {
      var hashes = 0
      let known = ProgramBuild {
        hashes += 1
        return "played"
      }
      let move = ProcessMove(lane, process: 1, from: .launching, to: state, reason: "exit.config", build: known)
      #expect(move.build == build && hashes == (build == nil ? 0 : 1), "\(state)")
      #expect(move.record == lane.record && move.record.strikes.isEmpty && move.grade == nil)
    }
  }
}
