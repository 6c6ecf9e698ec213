// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Synchronization
import Testing

@testable import Sandboxing

/// No extension keeps running after its host has exited.
@Suite(.serialized) struct DeathTests {
  @Test func `a host that is killed leaves no survivor`() async throws {
    let note: String = NSTemporaryDirectory() + "/sallyport-death-\(getpid())"
    defer { try? FileManager.default.removeItem(atPath: note) }
    await #expect(processExitsWith: .signal(SIGKILL)) { [note = note as String] in
      let fixture = try SandboxFixture()
      let first = try fixture.launcher.launch(try fixture.confined())
      let second = try fixture.launcher.launch(try fixture.sealed())
      guard first.ask("ping") == "pong", second.ask("ping") == "pong" else { exit(1) }
      // A stopped process is killed too.
      guard second.holdStill() else { exit(1) }
      let text = "\(first.pid) \(Self.start(of: first.pid)) \(second.pid) \(Self.start(of: second.pid))"
      try text.write(toFile: note, atomically: true, encoding: .utf8)
      kill(getpid(), SIGKILL)
    }
    let words = try String(contentsOfFile: note, encoding: .utf8).split(separator: " ").compactMap { Int64($0) }
    try #require(words.count == 4)
    for index in [0, 2] {
      // A zombie doesn't count; a process that reused the pid has another start time.
      var isAlive = true
      for _ in 0..<200 where isAlive {
        isAlive = Self.start(of: Int32(words[index])) == words[index + 1]
        if isAlive { usleep(5000) }
      }
      #expect(!isAlive)
    }
  }

  @Test func `a restarted host kills only what its previous run left`() throws {
    let fixture = try SandboxFixture()
    let left = try fixture.launcher.launch(try fixture.confined())
    let other = try fixture.launcher.launch(try fixture.confined())
    let mark = try #require(left.mark)
    var reused = try #require(other.mark)
    reused.startTime += 1
    var earlier = try #require(other.mark)
    earlier.bootID = "00000000-0000-0000-0000-000000000000"
    #expect(Survivors.end([mark, reused, earlier]) == [mark])
    // It is not reaped yet, and a zombie doesn't count.
    var killed = false
    for _ in 0..<2000 where !killed {
      killed = ProcessMark(pid: left.pid) == nil
      if !killed { usleep(1000) }
    }
    #expect(killed)
    #expect(Survivors.end([mark]) == [])
    #expect(left.reap(timeout: .seconds(1)) == .signalled(SIGKILL))
    #expect(other.ask("ping") == "pong")
  }

  @Test func `an extension keeps running after the thread that launched it exits`() throws {
    let fixture = try SandboxFixture()
    let specification = try fixture.confined()
    let launched = Mutex<LaunchedProcess?>(nil)
    let done = DispatchSemaphore(value: 0)
    let thread = Thread {
      let process = try? fixture.launcher.launch(specification)
      launched.withLock { $0 = process }
      done.signal()
    }
    thread.start()
    done.wait()
    while !thread.isFinished { usleep(1000) }
    let process = try #require(launched.withLock { $0 })
    #expect(process.ask("ping") == "pong")
    #expect(process.reap(timeout: .milliseconds(50)) == nil)
  }

  @Test func `reaping reports how a process ended`() throws {
    let fixture = try SandboxFixture()
    let process = try fixture.launcher.launch(try fixture.confined())
    #expect(process.reap(timeout: .milliseconds(20)) == nil)
    process.kill()
    #expect(process.reap(timeout: .seconds(1)) == .signalled(SIGKILL))
    #expect(process.reap(timeout: .zero) == .signalled(SIGKILL))
    process.kill()
    let other = try fixture.launcher.launch(try fixture.confined())
    other.send("exit 3")
    #expect(other.reap(timeout: .seconds(1)) == .exited(3))
  }

  @Test func `a launcher that is missing or replaceable is refused`() throws {
    #expect(throws: LaunchError.self) { try Launcher(launcherPath: "/nowhere/sallyport-launch") }
    let path = NSTemporaryDirectory() + "/sallyport-open-\(getpid())"
    try FileManager.default.copyItem(atPath: "/bin/true", toPath: path)
    defer { try? FileManager.default.removeItem(atPath: path) }
    chmod(path, 0o777)
    let error = #expect(throws: LaunchError.self) { try Launcher(launcherPath: path) }
    #expect(error?.message.contains("written by another user") == true)
  }

  /// Start time in clock ticks; 0 if the process is absent or a zombie.
  private static func start(of pid: Int32) -> Int64 {
    guard let text = FileSystem.contents("/proc/\(pid)/stat"), let end = text.lastIndex(of: ")") else { return 0 }
    let fields = text[end...].split(separator: " ")
    return fields.count > 20 && fields[1] != "Z" ? Int64(fields[20]) ?? 0 : 0
  }
}
