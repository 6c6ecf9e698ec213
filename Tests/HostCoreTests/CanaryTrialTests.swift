// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import HostCore
import Testing

/// A host tries the sandbox itself before it launches anything in it.
@Suite struct CanaryTrialTests {
  private static let built = (HostProgram.path as NSString).deletingLastPathComponent

  /// A directory with the built launcher, and `canary` in the place of the canary.
  private func launchers(_ scratch: Scratch, canary: String?) throws -> String {
    let path = scratch.path + "/launchers"
    try FileManager.default.createDirectory(
      atPath: path, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o755])
    try FileManager.default.copyItem(
      atPath: Self.built + "/sallyport-launch", toPath: path + "/sallyport-launch")
    if let canary {
      try FileManager.default.copyItem(atPath: "\(Self.built)/\(canary)", toPath: path + "/sallyport-canary")
    }
    return path
  }

  private func run(canary: String?, accepting: [String] = []) throws -> (tally: LaunchTally, warnings: [String]) {
    let families = try ScriptFamilies()
    try families.add("quiet")
    let run = try HostedRun(
      families, launchers: try launchers(families.scratch, canary: canary), accepting: accepting)
    try run.use(nil, onDay: 0)
    _ = try run.close()
    let left = try FileManager.default.contentsOfDirectory(atPath: families.scratch.path + "/programs")
    #expect(left.filter { $0.hasPrefix(".canary") } == [])
    return (run.host.launches, run.heard.events.filter { $0.what == "the sandbox" }.map(\.detail))
  }

  @Test func `launches programs after a canary that was contained`() throws {
    let (tally, warnings) = try run(canary: "sallyport-canary")
    #expect(tally.verdict == .complete && warnings == [], "\(tally.refusals) \(warnings)")
  }

  /// The attack program gives no answers, so the host can't know whether the sandbox holds.
  @Test(arguments: ["sallyport-attack", nil])
  func `launches nothing without a canary that answers, and says why`(_ canary: String?) throws {
    let (tally, warnings) = try run(canary: canary)
    #expect(tally.verdict == .nothing && !tally.refusals.isEmpty)
    let reason = canary == nil ? "the canary does not exist" : "the canary could not do threads"
    #expect(tally.refusals.allSatisfy { $0.reason.contains(reason) }, "\(tally.refusals)")
    #expect(!warnings.isEmpty && warnings.allSatisfy { $0.contains(reason) }, "\(warnings)")
  }

  @Test func `names what a degraded sandbox is without`() throws {
    let (_, warnings) = try run(canary: "sallyport-canary", accepting: ["own-time-namespace"])
    #expect(warnings == ["confined is degraded without own-time-namespace"])
  }
}
