// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@testable import Sandboxing

/// The same sandbox built with a user namespace by an ordinary user (mode U).
@Suite(.serialized, .enabled(if: SandboxFixture.isRoot, "needs root to become another user"))
struct UnprivilegedHostTests {
  @Test func `an unprivileged host launches both profiles and the audit passes`() async {
    await #expect(processExitsWith: .success) {
      _ = SandboxFixture.launcherPath
      _ = try SandboxFixture.compiled("hostile", isStatic: true)
      _ = try SandboxFixture.compiled("hostile", isStatic: false)
      setgroups(0, nil)
      setgid(61002)
      setuid(61002)
      let fixture = try SandboxFixture()
      let container = fixture.directory + "/own"
      mkdir(container, 0o700)
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
}
