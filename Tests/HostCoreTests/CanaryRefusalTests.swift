// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import ProcessSupervision
import Sandboxing
import Testing

@testable import HostCore

/// The reason why a host launches nothing in a profile whose trial failed.
@Suite struct CanaryRefusalTests {
  @Test func `a failed trial is not a system error`() throws {
    let built = (HostProgram.path as NSString).deletingLastPathComponent
    let scratch = Scratch()
    let folder = scratch.path + "/launchers"
    for path in [folder, scratch.path + "/programs"] {
      try FileManager.default.createDirectory(
        atPath: path, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o755])
    }
    // The attack program gives no answers, so the trial fails.
    for (name, copy) in [("sallyport-launch", "sallyport-launch"), ("sallyport-attack", "sallyport-canary")] {
      try FileManager.default.copyItem(atPath: "\(built)/\(name)", toPath: "\(folder)/\(copy)")
    }
    let identity = geteuid() == 0 ? LaunchSpecification.Identity(uid: 61_999, gid: 61_999) : nil
    let probe = IsolationProbe(
      launcher: try Launcher(launcherPath: folder + "/sallyport-launch"), canary: folder,
      scratch: scratch.path + "/programs", identity: identity)
    let refusal = try #require(CanaryTrial(probe, accepting: []).refusal(of: .confined))
    #expect(refusal.stage == "canary" && refusal.errno == 0, "\(refusal)")
    #expect(refusal.message.contains("the canary could not do threads"))
  }
}
