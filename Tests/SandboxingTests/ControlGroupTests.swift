// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@testable import Sandboxing

/// Each launch runs in a leaf of a delegated cgroup v2 subtree. Limits need the controllers to be v2's. If
/// this machine uses them in v1, a leaf can still kill.
@Suite(.serialized) struct ControlGroupTests {
  /// The mount point of a writable v2 hierarchy.
  private static let mountPoint: String? = {
    for line in (FileSystem.contents("/proc/self/mountinfo") ?? "").split(separator: "\n") {
      let words = line.split(separator: " ").map(String.init)
      guard words.contains("cgroup2"), words.count > 4, access(words[4], W_OK) == 0 else { continue }
      return words[4]
    }
    return nil
  }()

  @Test(.enabled(if: mountPoint != nil, "needs a cgroup v2 hierarchy that may be written"))
  func `a launch runs in its own leaf and can be killed through it`() throws {
    let subtree = try #require(Self.mountPoint) + "/sallyport-test-\(getpid())"
    mkdir(subtree, 0o755)
    defer { rmdir(subtree) }
    let group = try ControlGroup(delegated: subtree)
    print("controllers for leaves: \(group.controllers.sorted())")
    let fixture = try SandboxFixture()
    let launcher = try Launcher(launcherPath: SandboxFixture.launcherPath, controlGroup: group)
    for specification in try [fixture.confined(), fixture.sealed(), Self.flat(fixture)] {
      let process = try launcher.launch(specification)
      #expect(process.ask("ping") == "pong")
      #expect(SealAudit.differences(of: process) == [])
      let leaves = (FileSystem.names(in: subtree) ?? []).filter { $0.hasPrefix("launch-") }
      #expect(leaves.count == 1)
      let leaf = subtree + "/" + (leaves.first ?? "")
      #expect(FileSystem.contents(leaf + "/cgroup.procs") == "\(process.pid)\n")
      if group.controllers.contains("pids") { #expect(FileSystem.contents(leaf + "/pids.max") == "64\n") }
      // The group can freeze and thaw it.
      #expect(process.holdStill())
      #expect(FileSystem.contents(leaf + "/cgroup.events")?.contains("frozen 1") == true)
      process.letGo()
      #expect(process.ask("ping") == "pong")
      #expect(process.holdStill())
      // The group alone can kill it.
      let file = open(leaf + "/cgroup.kill", O_WRONLY)
      #expect(write(file, "1", 1) == 1)
      close(file)
      #expect(process.reap(timeout: .seconds(2)) == .signalled(SIGKILL))
      process.close()
      #expect(FileSystem.status(leaf) == nil)
    }
  }

  private static func flat(_ fixture: SandboxFixture) throws -> LaunchSpecification {
    var specification = try fixture.sealed()
    specification.acceptedMissing = Protection.namespaces
    return specification
  }

  @Test func `a directory that is not a control group is refused`() throws {
    let error = #expect(throws: LaunchError.self) { try ControlGroup(delegated: "/tmp") }
    #expect(error?.remedy.contains("Delegate") == true)
  }
}
