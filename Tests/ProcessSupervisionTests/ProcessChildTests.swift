// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Glibc
import ProcessSupervision
import Sandboxing
import Testing

/// A real process as the supervisor sees it: its log, its end, and whether it can be stopped and moved.
@Suite struct ProcessChildTests {
  /// Returns when `isTrue` does.
  private static func wait(until isTrue: () -> Bool) {
    var looks = 0
    while !isTrue(), looks < 10_000_000 {
      sched_yield()
      looks += 1
    }
  }

  private static func state(of pid: Int32) -> String? {
    let text = try? String(contentsOfFile: "/proc/\(pid)/stat", encoding: .utf8)
    return text?.split(separator: ")").last?.split(separator: " ").first.map(String.init)
  }

  @Test func `the log of a running process is what it has written so far, and is not waited for`() throws {
    let child = try Stage.shell("printf 'one\\n' >&2; exec sleep 600").launch()
    defer { child.release() }
    Self.wait { !child.log().bytes.isEmpty }
    #expect(String(decoding: child.log().bytes, as: UTF8.self) == "one\n" && !child.log().isCountedOnly)
    // The end of the log of a process that doesn't end would be waited for a second.
    let time = ContinuousClock().measure { for _ in 0..<3 { _ = child.log() } }
    #expect(time < .seconds(1))
    #expect(child.waitForExit(atMost: .zero) == nil)
    kill(child.processID, SIGKILL)
    #expect(child.waitForExit(atMost: .seconds(60)) == .signalled(9))
  }

  @Test func `the log of a process that has ended is whole, however much it wrote`() throws {
    for count in [1, 60_000, 200_000] {
      let child = try Stage.shell("head -c \(count) /dev/zero | tr '\\0' 'x' >&2").launch()
      defer { child.release() }
      #expect(child.waitForExit(atMost: .seconds(60)) == .exited(status: 0))
      #expect(child.log().total == Int64(count))
      #expect(child.log().bytes.count == min(count, CapturedLog.lineBytes))
    }
  }

  @Test func `a process is told apart by its end`() throws {
    for (script, end) in [
      ("exit 0", ChildExit.exited(status: 0)), ("exit 75", .exited(status: 75)), ("kill -TERM $$", .signalled(15)),
      ("kill -XCPU $$", .signalled(24)),
    ] {
      let child = try Stage.shell(script).launch()
      #expect(child.waitForExit(atMost: .seconds(60)) == end, "\(script)")
      #expect(child.waitForExit(atMost: .zero) == end, "it is told again")
      child.release()
    }
  }

  @Test func `a process stops whole, may be moved then, and goes on`() throws {
    let child = try Stage.shell("while :; do :; done").launch()
    defer { child.release() }
    #expect(child.grade == "none" && child.containerExcess == nil && child.exceededBudget == nil)
    #expect(child.refusedCalls.isEmpty && child.throttledMicroseconds == 0)
    #expect(child.holdStill() && Self.state(of: child.processID) == "T")
    let own = try #require(child.move(to: [0]))
    #expect(child.move(to: own) == [0])
    child.letGo()
    Self.wait { Self.state(of: child.processID) != "T" }
    #expect(Self.state(of: child.processID) == "R")
    child.kill()
    #expect(child.waitForExit(atMost: .seconds(60)) == .signalled(9))
  }

  @Test(.enabled(if: Depth.hasSandbox, "needs a kernel that gives every protection"))
  func `of what a sealed process writes only the amount is kept`() throws {
    for isSealed in [false, true] {
      let stage = try Stage(program: [])
      let specification = try stage.writer(of: "what it saw", profile: isSealed ? .sealed(.compute) : .confined)
      let child = try stage.confined(specification).launch()
      #expect(child.grade == (isSealed ? "sealed" : "confined"))
      #expect(child.waitForExit(atMost: .seconds(60)) == .exited(status: 0))
      let log = child.log()
      #expect(log.isCountedOnly == isSealed && log.total == 11)
      #expect(String(decoding: log.bytes, as: UTF8.self) == (isSealed ? "" : "what it saw"))
      child.release()
    }
  }
}
