// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import CSandbox
import Foundation
import Testing

@testable import Sandboxing

/// A launch starts its launcher while it builds the plan and must not leave it behind.
///
/// Each test runs in its own process, because it counts the process's children.
@Suite struct BegunLauncherTests {
  /// Whether this process has no child, not even a zombie.
  private static var isChildless: Bool { waitpid(-1, nil, WNOHANG) == -1 && errno == ECHILD }

  @Test func `a launch that its plan refuses leaves no launcher behind`() async {
    await #expect(processExitsWith: .success) {
      let fixture = try SandboxFixture()
      var specification = try fixture.confined()
      specification.executable = "../elsewhere"
      let error = #expect(throws: LaunchError.self) { try fixture.launcher.launch(specification) }
      #expect(error?.stage == "plan")
      #expect(Self.isChildless)
    }
  }

  @Test func `after a launch the extension is the only child`() async {
    await #expect(processExitsWith: .success) {
      let fixture = try SandboxFixture()
      for specification in try [fixture.sealed(), fixture.confined()] {
        let process = try fixture.launcher.launch(specification)
        #expect(process.ask("ping") == "pong")
        let children = (FileSystem.names(in: "/proc/self/task") ?? []).map {
          FileSystem.contents("/proc/self/task/\($0)/children") ?? ""
        }
        let pids: [String] = children.joined().split(separator: " ").map(String.init)
        #expect(pids == ["\(process.pid)"])
        process.close()
        #expect(Self.isChildless)
      }
    }
  }

  private static func inode(_ place: String) throws -> ino_t {
    try Descriptor(open("/proc/\(place)/ns/net", O_RDONLY | O_CLOEXEC)).status().st_ino
  }

  private static func network(_ place: String) throws -> String {
    try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/\(place)/ns/net")
  }

  @Test(.enabled(if: geteuid() == 0, "only a root host makes the network for its launcher"))
  func `each launch has a network namespace of its own`() throws {
    let fixture = try SandboxFixture()
    var processes = try [fixture.sealed(), fixture.confined(), fixture.confined()].map(fixture.launcher.launch)
    defer { for process in processes { process.close() } }
    // Without one from the host, the launcher makes it.
    let plan = try PlanBuilder(
      fixture.confined(), landlockABI: fixture.launcher.landlockVersion ?? 0
    ).build()
    try processes.append(fixture.launcher.launch(plan: plan, bytes: plan.encoded()))
    let networks = try processes.map { try Self.network("\($0.pid)") } + [Self.network("self")]
    #expect(Set(networks).count == networks.count, "\(networks)")
  }

  @Test(.enabled(if: geteuid() == 0, "only a root host makes the network for its launcher"))
  func `a launch gets the namespace that the host created for it, which nothing else holds`() throws {
    let spare = SpareNetwork()
    spare.prepare()
    let networks = try (0..<3).map { _ in try #require(spare.take()) }
    let inodes = try networks.map { try $0.status().st_ino }
    let own = try Self.inode("self")
    #expect(Set(inodes + [own]).count == 4)
    #expect(try HostThread.network.run { try? Self.inode("thread-self") } == own)
    let fixture = try SandboxFixture()
    var plan = try PlanBuilder(
      fixture.confined(), landlockABI: fixture.launcher.landlockVersion ?? 0
    ).build()
    plan.network = networks[1]
    let process = try fixture.launcher.launch(plan: plan, bytes: plan.encoded())
    defer { process.close() }
    #expect(process.ask("ping") == "pong")
    #expect(try Self.inode("\(process.pid)") == inodes[1])
    #expect(SealAudit.differences(of: process) == [])
  }

  @Test func `the launcher is linked without the C library`() throws {
    // The C library would add more than half a megabyte, and its start-up takes longer than building the view.
    let file = try Descriptor.open(#require(FileSystem.resolved(SandboxFixture.launcherPath)), flags: O_RDONLY)
    let bytes = try ELFBytes(file)
    let segments = try ELFSegments(bytes, header: bytes.read(64, at: 0))
    #expect(segments.interpreter == nil)
    #expect(segments.loads.reduce(0) { $0 + $1.fileSize } < 64 << 10)
  }

  @Test func `a program that can't be started leaves no child`() async {
    await #expect(processExitsWith: .success) {
      var pid: pid_t = 0
      let pipe = try Descriptor.pipe()
      let copy = fcntl(pipe.read.number, F_DUPFD_CLOEXEC, 100)
      #expect(unsafe csandbox_spawn("/nowhere/sallyport-launch", [copy], 1, &pid) == -ENOENT)
      #expect(unsafe csandbox_spawn("/bin/true", [copy + 1], 1, &pid) == -EBADF)
      // Copying to 0 would overwrite the source of the next copy.
      #expect(unsafe csandbox_spawn("/bin/true", [1, 0], 2, &pid) == -EINVAL)
      #expect(pid == 0)
      #expect(Self.isChildless)
    }
  }
}
