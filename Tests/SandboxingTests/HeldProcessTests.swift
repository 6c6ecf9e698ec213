// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@testable import Sandboxing

/// Stopping a process from outside and moving it to other cores.
@Suite struct HeldProcessTests {
  private func letters(_ process: LaunchedProcess) -> Set<Substring> {
    let threads = FileSystem.names(in: "/proc/\(process.pid)/task") ?? []
    return Set(
      threads.compactMap { thread in
        let stat = FileSystem.contents("/proc/\(process.pid)/task/\(thread)/stat") ?? ""
        return stat.lastIndex(of: ")").flatMap { stat[$0...].split(separator: " ").dropFirst().first }
      })
  }

  @Test func `stops on request and resumes where it stopped`() throws {
    let fixture = try SandboxFixture()
    for specification in try [fixture.confined(), fixture.sealed()] {
      let process = try fixture.launcher.launch(specification)
      for _ in 0..<20 {
        #expect(process.holdStill())
        #expect(letters(process) == ["T"])
        process.letGo()
        #expect(process.ask("ping") == "pong")
      }
      #expect(process.holdStill())
      process.kill()
      #expect(process.reap(timeout: .seconds(2)) == .signalled(SIGKILL))
      // Once it has ended, stopping it succeeds and affects no other process.
      #expect(process.holdStill())
      process.close()
      #expect(process.holdStill())
      process.letGo()
      #expect(process.move(to: CoreSet([0])) == nil)
    }
  }

  @Test func `moves every thread, including those started later`() throws {
    let own = try #require(CoreSet.own)
    let fixture = try SandboxFixture()
    let process = try fixture.launcher.launch(try fixture.confined())
    #expect(process.holdStill())
    let before = try #require(process.move(to: CoreSet(own.cores.suffix(1))))
    #expect(before == own)
    process.letGo()
    #expect(process.ask("ping") == "pong")
    for thread in (FileSystem.names(in: "/proc/\(process.pid)/task") ?? []).compactMap({ Int32($0) }) {
      #expect(CoreSet.of(thread: thread)?.cores == own.cores.suffix(1))
    }
    #expect(process.holdStill() && process.move(to: before) != nil)
    process.letGo()
    #expect(CoreSet.of(thread: process.pid) == own)
    // These cores don't exist, so nothing changes.
    #expect(process.move(to: CoreSet([8_000])) == nil && process.move(to: CoreSet([])) == nil)
    process.close()
  }

  @Test func `splits cores into one and the others`() {
    #expect(CoreSet([3]).split == nil && CoreSet([]).split == nil)
    #expect(CoreSet([0, 2, 70]).split?.one.cores == [70])
    #expect(CoreSet([0, 2, 70]).split?.others.cores == [0, 2])
    #expect(CoreSet([-1, 1 << 20]).cores == [])
  }
}
