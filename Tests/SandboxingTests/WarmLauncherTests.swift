// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import CSandbox
import Foundation
import Testing

@testable import Sandboxing

/// A launcher that was started in advance makes the same launch as any other.
///
/// Each test runs in its own process and counts its children, because other suites launch too.
@Suite(.serialized) struct WarmLauncherTests {
  private static func children() -> Set<Int32> {
    let text = (FileSystem.names(in: "/proc/self/task") ?? []).map {
      FileSystem.contents("/proc/self/task/\($0)/children") ?? ""
    }
    return Set(text.joined(separator: " ").split(whereSeparator: \.isWhitespace).compactMap { Int32($0) })
  }

  /// Launchers of this process that wait for a plan.
  private static func waiting() -> [Int32] {
    children().filter { FileSystem.contents("/proc/\($0)/comm")?.hasPrefix("sallyport-launc") == true }
  }

  private static func awaitWaiting(_ count: Int) -> [Int32] {
    let end = ContinuousClock.now + .seconds(30)
    var found = waiting()
    // procfs may omit a child while another one ends, so accept any reading with the right count.
    while found.count != count, ContinuousClock.now < end {
      usleep(1_000)
      found = waiting()
    }
    return found
  }

  @Test func `a waiting launcher makes the second launch with the same sandbox`() async {
    await #expect(processExitsWith: .success) {
      let fixture = try SandboxFixture()
      let launcher = try Launcher(launcherPath: SandboxFixture.launcherPath, keepsWarm: true)
      #expect(Self.waiting() == [])
      for specification in try [fixture.sealed(), fixture.confined(), fixture.sealed()] {
        let process = try launcher.launch(specification)
        #expect(process.ask("ping") == "pong")
        #expect(SealAudit.differences(of: process) == [])
        // The next launcher is already waiting.
        #expect(Self.awaitWaiting(1).count == 1)
        process.close()
      }
    }
  }

  @Test(.enabled(if: geteuid() == 0, "only a root host's launchers have namespaces ready"))
  func `a waiting launcher has left the host's network and is not used for a plan that keeps it`() async {
    await #expect(processExitsWith: .success) {
      func network(of pid: Int32) throws -> String {
        try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/\(pid)/ns/net")
      }
      let fixture = try SandboxFixture()
      let launcher = try Launcher(launcherPath: SandboxFixture.launcherPath, keepsWarm: true)
      try launcher.launch(try fixture.sealed()).close()
      let first = try #require(Self.awaitWaiting(1).first)
      let end = ContinuousClock.now + .seconds(30)
      while try network(of: first) == network(of: getpid()), ContinuousClock.now < end { usleep(1_000) }
      #expect(try network(of: first) != network(of: getpid()))

      var open = try fixture.confined()
      open.acceptedMissing = [.ownNetworkNamespace]
      let process = try launcher.launch(open)
      #expect(try network(of: process.pid) == network(of: getpid()))
      #expect(Self.waiting() == [first])
      process.close()

      let next = try launcher.launch(try fixture.confined())
      #expect(try network(of: next.pid) != network(of: getpid()))
      #expect(!Self.waiting().contains(first))
    }
  }

  @Test(.enabled(if: geteuid() == 0, "only a root host's launchers have namespaces ready"))
  func `a launcher that has left a namespace refuses a plan that keeps it`() throws {
    let fixture = try SandboxFixture()
    let version = csandbox_landlock_abi()
    func plan(without missing: Set<Protection>) throws -> LaunchPlan {
      var specification = try fixture.confined()
      specification.acceptedMissing = missing
      return try PlanBuilder(specification, landlockABI: version).build()
    }
    for missing in [Protection.ownNetworkNamespace, .ownIPCNamespace, .ownUTSNamespace] {
      let warm = try WarmLauncher(launcherPath: SandboxFixture.launcherPath, after: plan(without: []))
      let stricter = try plan(without: [missing])
      let bytes = stricter.encoded()
      #expect(warm.take(stricter, memory: Descriptor(unsafe csandbox_sealed_memory(bytes, bytes.count))))
      var record = csandbox_status()
      #expect(unsafe csandbox_read_status(warm.status.number, &record, 5_000) == 1)
      #expect(record.kind == UInt32(CSANDBOX_STATUS_FAILED))
      #expect(record.value == Int32(CSANDBOX_REASON_ISOLATED_AHEAD.rawValue))
      warm.dismiss()
    }
  }

  @Test func `a launch succeeds after its waiting launcher was killed`() async {
    await #expect(processExitsWith: .success) {
      let fixture = try SandboxFixture()
      let launcher = try Launcher(launcherPath: SandboxFixture.launcherPath, keepsWarm: true)
      try launcher.launch(try fixture.sealed()).close()
      let first = try #require(Self.awaitWaiting(1).first)
      kill(first, SIGKILL)
      // Twice: from outside, a launcher can be seen running before it is in its slot.
      for _ in 1...2 { #expect(try launcher.launch(try fixture.sealed()).ask("ping") == "pong") }
      #expect(Self.awaitWaiting(1).first != first)
    }
  }

  @Test func `a launch succeeds after its launcher was killed with the plan unread`() async {
    await #expect(processExitsWith: .success) {
      let fixture = try SandboxFixture()
      let launcher = try Launcher(launcherPath: SandboxFixture.launcherPath, keepsWarm: true)
      try launcher.launch(try fixture.sealed()).close()
      let first = try #require(Self.awaitWaiting(1).first)
      // It receives the plan, since its socket is open, but never reads it.
      kill(first, SIGSTOP)
      let killer = Thread {
        usleep(300_000)
        kill(first, SIGKILL)
      }
      killer.start()
      #expect(try launcher.launch(try fixture.sealed()).ask("ping") == "pong")
    }
  }

  @Test func `no launcher keeps waiting after its host is released`() async {
    await #expect(processExitsWith: .success) {
      let fixture = try SandboxFixture()
      do {
        let launcher = try Launcher(launcherPath: SandboxFixture.launcherPath, keepsWarm: true)
        try launcher.launch(try fixture.sealed()).close()
        #expect(Self.awaitWaiting(1).count == 1)
      }
      #expect(Self.awaitWaiting(0) == [])
    }
  }

  @Test func `a waiting launcher refuses the same plans`() async {
    await #expect(processExitsWith: .success) {
      let fixture = try SandboxFixture()
      let launcher = try Launcher(launcherPath: SandboxFixture.launcherPath, keepsWarm: true)
      try launcher.launch(try fixture.sealed()).close()
      #expect(Self.awaitWaiting(1).count == 1)
      let plan = try PlanBuilder(fixture.sealed(), landlockABI: launcher.landlockVersion ?? 0)
        .build()
      var bytes = plan.encoded()
      bytes[0] ^= 1
      let error = #expect(throws: LaunchError.self) { try launcher.launch(plan: plan, bytes: bytes) }
      #expect(error?.stage == "plan")
    }
  }
}
