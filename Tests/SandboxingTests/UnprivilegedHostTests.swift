// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import CSandbox
import Foundation
import Testing

@testable import Sandboxing

/// The same sandbox built with a user namespace by an ordinary user (mode U).
@Suite(.serialized, .enabled(if: SandboxFixture.isRoot, "needs root to become another user"))
struct UnprivilegedHostTests {
  @Test func `an unprivileged host launches both profiles and the audit passes`() async {
    await #expect(processExitsWith: .success) {
      let (fixture, container) = try SandboxFixture.asOrdinaryUser()
      for isStatic in [true, false] {
        let process = try fixture.launcher.launch(try fixture.confined(isStatic: isStatic, container: container))
        #expect(process.ask("getpid") == "ok 1")
        #expect(process.ask("getuid") == "ok 65534")
        #expect(process.ask("open /etc/passwd") == "errno \(ENOENT)")
        #expect(process.ask("write /container/kept") == "ok 4")
        #expect(process.ask("write /bundle/extension") == "errno \(EROFS)")
        #expect(process.ask("fork") == "errno \(EPERM)")
        #expect(process.ask("socket 2") == "errno \(EPERM)")
        #expect(SealAudit.differences(of: process) == [])
      }
      let sealed = try fixture.launcher.launch(try fixture.sealed())
      #expect(sealed.ask("ping") == "pong")
      #expect(sealed.ask("open /bundle/extension") == "errno \(EPERM)")
      #expect(SealAudit.differences(of: sealed) == [])
    }
  }

  @Test func `descriptors that the same user has in flight delay a launch, but do not fail it`() async {
    await #expect(processExitsWith: .success) {
      let (fixture, container) = try SandboxFixture.asOrdinaryUser()
      var ends: [Int32] = [0, 0]
      #expect(socketpair(AF_UNIX, Int32(SOCK_SEQPACKET.rawValue), 0, &ends) == 0)
      let (sender, receiver) = (ends[0], ends[1])
      // An extension may have 64 files open, and this is more.
      for _ in 0..<10 { #expect(csandbox_hand_over(sender, Array(repeating: sender, count: 13), 13) == 0) }
      let began = ContinuousClock.now
      Thread.detachNewThread {
        usleep(400_000)
        close(receiver)
        close(sender)
      }
      let process = try fixture.launcher.launch(try fixture.confined(isStatic: true, container: container))
      #expect(process.ask("write /container/kept") == "ok 4")
      #expect(ContinuousClock.now - began >= .milliseconds(400), "the kernel counted no descriptor")
    }
  }

  @Test func `descriptors that stay in flight fail a launch after the launcher's two seconds`() async {
    await #expect(processExitsWith: .success) {
      let (fixture, container) = try SandboxFixture.asOrdinaryUser()
      var ends: [Int32] = [0, 0]
      #expect(socketpair(AF_UNIX, Int32(SOCK_SEQPACKET.rawValue), 0, &ends) == 0)
      for _ in 0..<10 { #expect(csandbox_hand_over(ends[0], Array(repeating: ends[0], count: 13), 13) == 0) }
      let plan = try PlanBuilder(
        fixture.confined(container: container), landlockABI: fixture.launcher.landlockVersion ?? 0
      ).build()
      let launch = try RecordedLaunch(plan)
      #expect(launch.failures == [.init(CSANDBOX_STAGE_FILTER, ETOOMANYREFS, 2)])
    }
  }
}
