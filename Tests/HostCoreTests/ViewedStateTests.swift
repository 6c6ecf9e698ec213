// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import FamilyManifests
import Foundation
import PrivacyBoundary
import ScreenTimeRules
import Testing

@testable import HostCore

/// A view of a state starts no program and leaves nothing behind.
@Suite struct ViewedStateTests {
  @Test func `a view of a running host's state starts none of its programs`() throws {
    let bench = try NotificationBench(requests: ["authorization"])
    #expect(bench.driver.configuration.programs is PlayedPrograms)
    let view = try StateView(bench.driver.configuration)
    defer { view.close() }
    #expect(view.isCopy && view.host.configuration.programs is RecordedPrograms)
  }

  @Test func `nothing stays of a copy that can't be opened`() throws {
    let life = try PlayedLife()
    try life.meet("homework", picking: [PlayedLife.chess.id])
    life.take(.operator(.saves))
    let configuration = life.bench.driver.configuration
    let keys = configuration.stateDirectory + "/keys"
    for key in try FileManager.default.contentsOfDirectory(atPath: keys) {
      try FileManager.default.removeItem(atPath: keys + "/" + key)
    }
    // The copy has tokens, and the key that they were made with is lost.
    #expect(throws: (any Error).self) { try StateView(configuration) }
    #expect(try FileManager.default.contentsOfDirectory(atPath: configuration.stateDirectory + "/views") == [])
  }

  @Test func `a view of a state in which no host runs completes and closes its recording`() throws {
    let run = try LiveRun(["one.app": .setsUp])
    let path = run.families.scratch.path + "/view.ndjson"
    run.recording = path
    let view = try StateView(run.configuration(clock: .virtual, answered: []))
    #expect(!view.isCopy)
    view.close()
    let recording = try Recording(contentsOf: path)
    #expect(recording.inputs.count == 1 && recording.header.base == "empty")
    let own = try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").compactMap {
      try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/\($0)")
    }
    // The view still exists, and has closed the file.
    #expect(!own.contains(path) && view.host.facts.callsInFlight.isEmpty)
  }
}
