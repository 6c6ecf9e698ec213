// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import BoundaryChecker
import Foundation
import PrivacyBoundary
import Testing

/// `check --privacy --replay`: runs two worlds from a file, and nothing else.
@Suite struct ReplayCommandTests {
  private static let manifest = SallyportProgram.root + "/manifests/worklog.json"

  private func file(family: String = "worklog") throws -> String {
    let path = SallyportProgram.scratch + "/\(UUID().uuidString).jsonl"
    let leak = LeakFile(
      family: family, profile: .tight, seed: 3, property: .host, channel: "made up", isTimed: false,
      worlds: Generator.names.pair(seed: 3, index: 0, on: SlotGrid(step: 900_000, phase: 0)))
    try leak.text.write(toFile: path, atomically: true, encoding: .utf8)
    return path
  }

  @Test func `runs the worlds of a file with its profile and seed, and prints the verdict`() throws {
    let leaks = SallyportProgram.scratch + "/\(UUID().uuidString)"
    let done = try SallyportProgram.run(
      "check", Self.manifest, "--privacy", "--replay", file(), "--leaks", leaks)
    #expect(done.status == 0, "\(done.output) \(done.complaints)")
    #expect(done.output.contains("profile tight") && done.output.contains("seed 3"))
    #expect(done.output.contains("P1 ") && !done.output.contains("P2 ") && !done.output.contains("P5 "))
    #expect(done.output.contains("verdict PASSED") && !FileManager.default.fileExists(atPath: leaks))
  }

  @Test func `explains why a file can't be replayed`() throws {
    let check = ["check", Self.manifest, "--privacy", "--replay"]
    let foreign = try SallyportProgram.run(check + [file(family: "homework")])
    #expect(foreign.status == 2 && foreign.complaints.contains("a leak of “homework”"), "\(foreign.complaints)")
    let other = try SallyportProgram.run(check + [Self.manifest])
    #expect(other.status == 2 && other.complaints.contains("is not a replayable leak"), "\(other.complaints)")
    #expect(try SallyportProgram.run(check + ["/nowhere.jsonl"]).status == 2)
    #expect(try SallyportProgram.run(check + [file(), "--pair", "G1:0"]).status == 2)
  }
}
