// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import CStorageFaults
import Foundation
import Testing

@testable import Sandboxing

/// The acts that a launched extension can and can't perform; the fixture reports the kernel's results.
@Suite(.serialized) struct LauncherTests {
  private static let permission = "errno \(EPERM)"
  private static let access = "errno \(EACCES)"
  private static let absent = "errno \(ENOENT)"

  @Test(arguments: [true, false]) func `runs a confined extension`(isStatic: Bool) throws {
    let fixture = try SandboxFixture()
    let process = try fixture.launcher.launch(try fixture.confined(isStatic: isStatic))
    #expect(process.ask("ping") == "pong")
    #expect(process.ask("getpid") == "ok 1")
    #expect(process.ask("host") == "extension")
    process.closeRequest()
    #expect(process.reap(timeout: .seconds(2)) == .exited(0))
  }

  @Test(arguments: [true, false]) func `a confined extension reaches only its own files`(isStatic: Bool) throws {
    let fixture = try SandboxFixture()
    let container = try fixture.container()
    let process = try fixture.launcher.launch(try fixture.confined(isStatic: isStatic, container: container))
    #expect(process.ask("open /etc/passwd") == Self.absent)
    #expect(process.ask("stat /home") == Self.absent)
    #expect(process.ask("list /bundle") == "extension ")
    #expect(process.ask("open /bundle/extension").hasPrefix("ok"))
    #expect(process.ask("write /bundle/extension") == "errno \(EROFS)")
    #expect(process.ask("write /new") != "ok 4")
    #expect(process.ask("write /container/kept") == "ok 4")
    #expect(process.ask("write /tmp/scratch") == "ok 4")
    #expect(process.ask("link /container/passwd") == Self.permission)
    #expect(process.ask("chmod /container/kept") == Self.permission)
    #expect(process.ask("list /proc").contains("self"))
    #expect(process.ask("open /proc/sys/kernel/hostname") == Self.absent)
    process.close()
    #expect(try String(contentsOfFile: container + "/kept", encoding: .utf8) == "mine")
  }

  @Test func `a confined extension makes no connection, process or code`() throws {
    let fixture = try SandboxFixture()
    let process = try fixture.launcher.launch(try fixture.confined())
    for family in [1, 2, 10, 16, 38, 40] { #expect(process.ask("socket \(family)") == Self.permission) }
    #expect(process.ask("fork") == Self.permission)
    #expect(process.ask("exec /bundle/extension") == Self.permission)
    #expect(process.ask("memfd") == Self.permission)
    #expect(process.ask("code") == Self.permission)
    #expect(process.ask("deathsig") == Self.permission)
    #expect(process.ask("raise") == Self.permission)
    #expect(process.ask("kill 2") == Self.permission)
    #expect(process.ask("clone3") == "errno \(ENOSYS)")
    #expect(process.ask("future") == "errno \(ENOSYS)")
  }

  @Test func `a flat launch is held by Landlock, the filter and its uid`() throws {
    let fixture = try SandboxFixture()
    let container = try fixture.container()
    var specification = try fixture.confined(container: container)
    specification.acceptedMissing = Protection.namespaces
    let process = try fixture.launcher.launch(specification)
    #expect(process.ask("getpid") == "ok \(process.pid)")
    #expect(SealAudit.differences(of: process) == [])
    #expect(process.ask("open /etc/passwd") == Self.access)
    #expect(process.ask("open \(specification.bundleDirectory)/extension").hasPrefix("ok"))
    #expect(process.ask("write \(specification.bundleDirectory)/extension") != "ok 4")
    #expect(process.ask("write \(container)/kept") == "ok 4")
    #expect(process.ask("write /tmp/sallyport-flat") == Self.access)
    #expect(process.ask("environment").contains("HOME=\(container);TMPDIR=\(container);"))
    #expect(process.ask("fork") == Self.permission)
    #expect(process.ask("kill 1") == Self.permission)
    process.closeRequest()
    #expect(process.reap(timeout: .seconds(2)) == .exited(0))
  }

  @Test func `a container beyond its budget is read-only at the next launch`() throws {
    let fixture = try SandboxFixture()
    let container = try fixture.container()
    mkfifo(container + "/fifo", 0o600)
    let process = try fixture.launcher.launch(try fixture.confined(container: container))
    #expect(process.containerExcess == .special)
    #expect(process.ask("write /container/more") == "errno \(EROFS)")
    process.close()
    unlink(container + "/fifo")
    let next = try fixture.launcher.launch(try fixture.confined(container: container))
    #expect(next.containerExcess == nil)
    #expect(next.ask("write /container/more") == "ok 4")
  }

  @Test(arguments: ["ptrace", "mount", "x32"]) func `a call that is never legitimate ends the process`(
    command: String
  ) throws {
    let fixture = try SandboxFixture()
    let process = try fixture.launcher.launch(try fixture.confined())
    process.send(command)
    let status = process.reap(timeout: .seconds(2))
    #expect(status?.isHostile == true)
  }

  @Test func `a sealed compute extension opens nothing at all`() throws {
    let fixture = try SandboxFixture()
    let process = try fixture.launcher.launch(try fixture.sealed())
    #expect(process.ask("ping") == "pong")
    for path in ["/bundle/extension", "/etc/passwd", "/proc/self/cmdline", "/"] {
      #expect(process.ask("open \(path)") == Self.permission)
      #expect(process.ask("stat \(path)") == Self.permission)
    }
    #expect(process.ask("write /tmp/way-out") == Self.permission)
    #expect(process.ask("socket 1") == Self.permission)
    #expect(process.ask("fork") == Self.permission)
  }

  @Test func `the environment and the descriptors are exactly the listed ones`() throws {
    let fixture = try SandboxFixture()
    var specification = try fixture.confined()
    specification.timeZone = "Europe/Berlin"
    let process = try fixture.launcher.launch(specification)
    #expect(
      process.ask("environment")
        == "SALLYPORT_WIRE=3:4;LANG=C.UTF-8;TZ=Europe/Berlin;HOME=/container;TMPDIR=/tmp;"
        + "SWIFT_BACKTRACE=enable=no;MALLOC_ARENA_MAX=2;")
    #expect(process.ask("descriptors") == "0 1 2 3 4 ")
  }

  @Test func `standard streams carry the wire of a script`() throws {
    let fixture = try SandboxFixture()
    var specification = try fixture.confined()
    specification.wire = .standardStreams
    let process = try fixture.launcher.launch(specification)
    #expect(process.ask("descriptors") == "0 1 2 ")
  }

  @Test(.enabled(if: FileManager.default.fileExists(atPath: "/usr/bin/python3"), "needs python3"))
  func `an interpreter runs a script, with the arguments of its manifest before it (DEV-37)`() throws {
    let fixture = try SandboxFixture()
    var specification = try fixture.confined()
    specification.bundleDirectory = try fixture.bundle("echo.py")
    specification.executable = "echo.py"
    specification.interpreter = "/usr/bin/python3"
    specification.interpreterArguments = ["-X", "utf8", "-O"]
    specification.runtimeImage = try fixture.image(
      for: specification.bundleDirectory, executable: "echo.py", interpreter: "/usr/bin/python3")
    specification.wire = .standardStreams
    let process = try fixture.launcher.launch(specification)
    #expect(
      process.ask("hello")
        == #"{"line": "hello", "home": "/container", "#
        + #""argv": ["/usr/bin/python3", "-X", "utf8", "-O", "/bundle/echo.py"], "passwd": false}"#)
  }

  @Test func `the audit passes for a sealed process and reports the differences of another`() throws {
    let fixture = try SandboxFixture()
    let process = try fixture.launcher.launch(try fixture.sealed())
    #expect(process.ask("ping") == "pong")
    #expect(SealAudit.differences(of: process) == [])
    let expectation = try #require(process.expectation)
    let own = SealAudit.differences(pid: getpid(), expectation: expectation).map(\.what)
    #expect(own.contains("status Seccomp"))
    #expect(own.contains("status NoNewPrivs"))
    #expect(own.contains("own-network-namespace"))
    #expect(own.contains("Max core file size"))
    let open = try fixture.launcher.launchUnconfined(executable: try SandboxFixture.compiled("hostile", isStatic: true))
    #expect(open.ask("ping") == "pong")
    #expect(SealAudit.differences(of: open).map(\.what) == ["the launch"])
  }

  /// A new pipe reuses the number of a closed one, so writing to an old number would reach another extension.
  @Test(.enabled(if: SandboxFixture.isRoot, "only a root host has groups to drop"))
  func `an extension has none of its host's groups`() throws {
    let fixture = try SandboxFixture()
    // Groups belong to the whole process, so other tests have this one too for a moment.
    var before = [gid_t](repeating: 0, count: 128)
    let count = getgroups(128, &before)
    try #require(count >= 0 && setgroups(1, [54_321]) == 0)
    defer { setgroups(Int(count), before) }
    for specification in [try fixture.confined(), try fixture.sealed()] {
      let process = try fixture.launcher.launch(specification)
      defer { process.close() }
      let status = try String(contentsOfFile: "/proc/\(process.pid)/status", encoding: .utf8)
      let groups = try #require(status.split(separator: "\n").first { $0.hasPrefix("Groups:") })
      let words = groups.split(whereSeparator: \.isWhitespace)
      #expect(words == ["Groups:"])
    }
  }

  @Test func `a closed process has no descriptors, and a status only after it was reaped`() throws {
    let fixture = try SandboxFixture()
    let process = try fixture.launcher.launch(try fixture.sealed())
    #expect([process.request, process.reply, process.log, process.pidfd].allSatisfy { $0 > 2 })
    process.closeRequest()
    #expect(process.request == -1)
    #expect(process.reply > 2)
    process.close()
    #expect([process.request, process.reply, process.log, process.pidfd] == [-1, -1, -1, -1])
    #expect(process.reap(timeout: .zero) != nil)
    process.kill()
  }

  /// Runs in its own process, because other suites open descriptors too, and as root in its own mount namespace, because
  /// they mount too.
  @Test func `a hundred launches leave descriptors, mounts and children as they were`() async {
    await #expect(processExitsWith: .success) {
      if getuid() == 0 {
        // The threads that launch are started by this one and share its namespace.
        try #require(storage_own_mounts() == 0)
      }
      let fixture = try SandboxFixture()
      let specification = try fixture.sealed()
      try fixture.launcher.launch(specification).close()
      let before = try Self.settledTraces()
      for _ in 0..<100 {
        let process = try fixture.launcher.launch(specification)
        #expect(process.ask("ping") == "pong")
        process.close()
      }
      let after = try Self.settledTraces()
      #expect(after == before)
    }
  }

  /// The traces once they stay the same: what compiled the fixture and read its output closes its descriptors later.
  private static func settledTraces() throws -> [String] {
    var last = try traces()
    for _ in 0..<40 {
      usleep(50_000)
      let next = try traces()
      if next == last { return last }
      last = next
    }
    return last
  }

  private static func traces() throws -> [String] {
    // The host has the network namespace of the next launch, or is creating it.
    try HostThread.network.run {}
    let mounts = try #require(
      try HostThread.spawn.run { try? String(contentsOfFile: "/proc/thread-self/mountinfo", encoding: .utf8) })
    // A child is listed under the thread that started it.
    let threads = try #require(FileSystem.names(in: "/proc/self/task"))
    let children = threads.compactMap { thread in
      try? String(contentsOfFile: "/proc/self/task/\(thread)/children", encoding: .utf8)
    }.joined()
    return ["\(FileSystem.names(in: "/proc/self/fd")?.count ?? 0)", mounts, children]
  }
}
