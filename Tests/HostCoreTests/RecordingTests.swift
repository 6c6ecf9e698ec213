// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ExtensionProtocol
import FamilyManifests
import Foundation
import HostCore
import PrivacyBoundary
import ScreenTimeRules
import Testing

/// Recordings hold the inputs of a run, and a device that receives them again gives the same commands (H6;
/// `recording.md`).
@Suite struct RecordingTests {
  private static var catalog: FamilyCatalog {
    FamilyCatalog(directories: [HostProgram.root + "/manifests"], owner: getuid())
  }

  @Test func `a replay of the demo week's recorded inputs gives the same commands (H6)`() throws {
    let scratch = Scratch()
    let path = scratch.path + "/week.ndjson"
    let run = try HostProgram.run(
      HostProgram.examples(state: scratch.path + "/state", press: "secondary,primary")
        + ["--synthetic-week", "--record", path])
    #expect(run.status == 0, "\(run.complaints)")
    let attributes = try FileManager.default.attributesOfItem(atPath: path)
    #expect(attributes[.posixPermissions] as? Int == 0o600)

    let recording = try Recording(contentsOf: path)
    #expect(recording.header.base == "empty" && recording.header.data == .synthetic)
    #expect(recording.inputs.count > 1_000)
    var commands = 0
    let divergence = try Replay(recording, families: Self.catalog.families, in: scratch.path + "/replay").run {
      recorded, replayed in
      commands += replayed.count
      if case .commands(let count, _) = recorded.outcome { #expect(count == replayed.count) }
    }
    #expect(divergence == nil)
    #expect(commands > 500)
    // The replay leaves the same state as the run.
    let (first, second) = (try StateFacts(scratch.path + "/state"), try StateFacts(scratch.path + "/replay"))
    #expect(first.state == second.state && first.deliveries == second.deliveries && first.use == second.use)
  }

  @Test func `refuses a recording of other families and names the family`() throws {
    let scratch = Scratch()
    let path = scratch.path + "/day.ndjson"
    let run = try HostProgram.run(
      HostProgram.examples(state: scratch.path + "/state", families: ["homework"])
        + ["--synthetic-week", "--days", "1", "--record", path])
    #expect(run.status == 0, "\(run.complaints)")
    let recording = try Recording(contentsOf: path)
    let error = #expect(throws: RecordingError.self) { try Replay(recording, families: [], in: scratch.path + "/a") }
    #expect(error.map { "\($0)".contains("“homework”, whose manifest is not here") } == true)
    var changed = Self.catalog.families
    changed.removeAll { $0.manifest.family != "homework" }
    changed[0].file = try scratch.write("{}", to: "homework.json")
    let other = #expect(throws: RecordingError.self) {
      try Replay(recording, families: changed, in: scratch.path + "/b")
    }
    #expect(other.map { "\($0)".contains("has changed since it was made") } == true)
  }
}
