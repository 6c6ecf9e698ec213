// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@testable import Sandboxing
@testable import WallTrials

/// A failure at any stage ends the launch: the host learns the stage and the reason, no instruction of the extension
/// has run, and no process remains (`sandbox.md#layers`).
@Suite(.serialized) struct FaultInjectionTests {
  /// By number, as in the launcher's settings.
  static let stages: [(number: UInt32, name: String)] =
    LaunchError.stages.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }

  private static func inject(_ stages: [(number: UInt32, name: String)]) throws {
    for (number, name) in stages {
      for error in [EPERM, ENOMEM] {
        let launch = try MarkedLaunch()
        do {
          _ = try launch.launch(["fail \(number) \(error)"])
          Issue.record("a launch that failed at \(name) went on")
        } catch let failure as LaunchError {
          #expect(failure.stage == name && failure.errno == error, "\(failure)")
          #expect(!failure.remedy.isEmpty)
        }
        #expect(!launch.hasRun, "\(name)")
        #expect(MarkedLaunch.survivors(named: [launch.launcherName]) == [], "\(name)")
      }
    }
  }

  @Test func `the same launch without a failure runs the program`() throws {
    let launch = try MarkedLaunch()
    let process = try launch.launch([])
    defer { process.close() }
    for _ in 0..<1000 where !launch.hasRun { usleep(1000) }
    #expect(launch.hasRun)
  }

  @Test(.enabled(if: geteuid() == 0, "needs a root host"))
  func `a failure at any stage of a root host's launch is reported and ends it`() throws {
    try Self.inject(Self.stages.filter { $0.name != "idmap" })
  }

  @Test func `a failure at any stage of an unprivileged host's launch is reported and ends it`() async {
    await #expect(processExitsWith: .success) {
      Self.becomeNobody()
      try Self.inject(Self.stages)
    }
  }

  @Test(.enabled(if: geteuid() == 0, "only a root host makes the network for its launcher"))
  func `a child that can't enter its network namespace ends and reports the reason`() throws {
    for error in [ENOSPC, ENOMEM] {
      let launch = try MarkedLaunch()
      do {
        _ = try launch.launch(["refuse-network \(error)"])
        Issue.record("a launch without its network namespace went on")
      } catch let failure as LaunchError {
        #expect(failure.stage == "clone" && failure.errno == error, "\(failure)")
      }
      #expect(!launch.hasRun)
      #expect(MarkedLaunch.survivors(named: [launch.launcherName]) == [])
    }
  }

  @Test(.enabled(if: geteuid() == 0, "needs to see every process"), arguments: stages.map(\.number))
  func `a host killed at this stage leaves no process`(stage: UInt32) async throws {
    guard LaunchError.stages[stage] != "idmap" else { return }
    let directory = "/tmp/marked-death-\(getpid())-\(stage)"
    ContainerRemoval.remove(directory)
    let note = directory + ".name"
    await #expect(processExitsWith: .signal(SIGKILL)) {
      [directory = directory as String, note = note as String, stage = stage as UInt32] in
      let launch = try MarkedLaunch(at: directory)
      try launch.launcherName.write(toFile: note, atomically: true, encoding: .utf8)
      // The launcher waits at the stage until this process has exited, so the order of the two does not matter.
      Thread.detachNewThread {
        usleep(100_000)
        kill(getpid(), SIGKILL)
      }
      _ = try launch.launch(["await \(stage)"])
      while true { pause() }
    }
    let name = try String(contentsOfFile: note, encoding: .utf8)
    var survivors = MarkedLaunch.survivors(named: [name])
    for _ in 0..<2000 where !survivors.isEmpty {
      usleep(1000)
      survivors = MarkedLaunch.survivors(named: [name])
    }
    #expect(survivors == [])
    // Before the second check for the host, nothing has run. After it, the host's death counts as one while the
    // extension runs: its last moment and the extension's first instructions may overlap.
    if stage <= (Self.stages.first { $0.name == "death" }?.number ?? 0) {
      #expect(FileSystem.status(directory + "/container/ran") == nil)
    }
    unlink(note)
    ContainerRemoval.remove(directory)
  }

  @Test func `a machine that forbids namespaces is graded degraded, with their names`() throws {
    let directory = "/tmp/graded-\(getpid())"
    try BundleStore.makeDirectory(directory)
    defer { ContainerRemoval.remove(directory) }
    // The tests' launcher fails at the clone like a kernel that forbids it; a flat launch doesn't clone.
    let launcher = try AblatedWall.launcher(["refuse-clone \(EPERM)"], in: directory)
    let probe = IsolationProbe(
      launcher: launcher, canary: Programs.directory, scratch: directory, identity: .init(uid: 61_990, gid: 61_990))
    let report = try probe.run()
    for profile in [SandboxProfile.sealed(.compute), .confined] {
      let entry = try #require(report[profile])
      #expect(entry.grade == .degraded, "\(entry)")
      #expect(Set(entry.missing).isSuperset(of: Protection.namespaces))
    }
    #expect(report[.sealed(.files)]?.grade == .refused)
  }

  static func becomeNobody() {
    guard geteuid() == 0 else { return }
    let uid = 700_000 + UInt32(getpid())
    setgroups(0, nil)
    setgid(uid)
    setuid(uid)
  }
}
