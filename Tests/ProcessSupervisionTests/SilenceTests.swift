// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ExtensionProtocol
import ExtensionTransport
import Foundation
import ProcessSupervision
import Synchronization
import Testing
import WrittenCodes

/// Processes that say nothing in time: whose fault it is, and what is kept of them (`wire.md#deadlines`).
@Suite struct SilenceTests {
  private static func silent(_ deadline: Duration) -> Scene {
    .performing("silent", [.read, .hang], .fallback(reason: "deadline"), [], deadline: deadline)
  }

  @Test func `a control group's throttling makes a missed deadline no failure of the build`() throws {
    let scene = Self.silent(.milliseconds(300))
    let stage = try Stage(program: scene.program, patience: scene.patience)
    let bench = Bench(scene.configuration, Throttling(try stage.launching(at: .thread)), stage)
    #expect(bench.perform() == .fallback(reason: "unresponsive.starved"))
    #expect(bench.supervised.lifecycle.state == .cold)
    #expect(bench.supervised.lifecycle.record.strikes.isEmpty)
    #expect(bench.reasons.suffix(2) == ["unresponsive.starved", "exited"])
  }

  @Test func `an unthrottled process that misses its deadline gets a failure`() throws {
    let bench = try Bench(Self.silent(.milliseconds(300)), at: .thread)
    #expect(bench.perform() == .fallback(reason: "deadline"))
    #expect(bench.supervised.lifecycle.record.strikes.count == 1)
  }

  @Test(.enabled(if: Depth.available.contains(.process), "needs /usr/bin/python3"), arguments: [true, false])
  func `the deadline waits for a debugger on synthetic data only`(isSynthetic: Bool) async throws {
    try await Waiting.run {
      var scene = Self.silent(.seconds(5))
      scene.configuration.waitsForDebugger = isSynthetic
      let bench = try Bench(scene, at: .process)
      // The debugger attaches before the deadline, and leaves after nine seconds.
      nonisolated(unsafe) let shared = bench
      let debugger = Thread {
        while shared.child == nil { Thread.sleep(forTimeInterval: 0.01) }
        guard let child = shared.child else { return }
        let python = Process()
        python.executableURL = URL(filePath: "/usr/bin/python3")
        python.arguments = [
          "-c",
          """
          import ctypes, sys, time
          ctypes.CDLL(None).ptrace(0x4206, int(sys.argv[1]), None, None)
          time.sleep(9)
          """, "\(child.processID)",
        ]
        try? python.run()
        python.waitUntilExit()
      }
      debugger.start()
      let start = ContinuousClock.now
      #expect(bench.perform() == .fallback(reason: "deadline"))
      let time = ContinuousClock.now - start
      #expect(isSynthetic ? time >= .seconds(9) : time < .seconds(9), "\(time)")
    }
  }

  @Test(.enabled(if: Depth.available.contains(.process), "needs /usr/bin/python3"))
  func `status, wait channel and threads of a silent process are kept, within 64 KiB`() async throws {
    try await Waiting.run {
      let bench = try Bench(Self.silent(.milliseconds(500)), at: .process)
      #expect(bench.perform() == .fallback(reason: "deadline"))
      let facts = try #require(bench.facts)
      for words in ["== status\nName:", "TracerPid:", "== wait channel\n", "== thread "] {
        #expect(facts.text.contains(words), "\(words)")
      }
      #expect(facts.text.utf8.count <= ProcessFacts.mostBytes)
    }
  }

  @Test func `nothing is kept of a sealed process that is silent`() throws {
    var scene = Self.silent(.milliseconds(300))
    scene.configuration.point = .report
    let bench = try Bench(scene, at: .thread)
    _ = bench.perform()
    #expect(bench.facts == nil)
  }
}

/// Launches processes that a control group seems to hold back.
private final class Throttling: ExtensionLaunching {
  private let inner: any ExtensionLaunching

  init(_ inner: any ExtensionLaunching) { self.inner = inner }

  func launch() throws(LaunchFailure) -> any ExtensionChild { ThrottledChild(try inner.launch()) }
}

private final class ThrottledChild: ExtensionChild {
  private let inner: any ExtensionChild
  private let throttled = Mutex<Int64>(0)

  init(_ inner: any ExtensionChild) { self.inner = inner }

  /// More each time.
  var throttledMicroseconds: Int64 {
    throttled.withLock {
      $0 += 50_000
      return $0
    }
  }

  var processID: Int32 { inner.processID }
  var channel: any MessageChannel { inner.channel }
  var grade: String { inner.grade }
  func kill() { inner.kill() }
  func holdStill() -> Bool { inner.holdStill() }
  func letGo() { inner.letGo() }
  func move(to cores: [Int]) -> [Int]? { inner.move(to: cores) }
  func waitForExit(atMost timeout: Duration) -> ChildExit? { inner.waitForExit(atMost: timeout) }
  func log() -> CapturedLog { inner.log() }
  func sealDifferences() -> [String] { inner.sealDifferences() }
  func release() { inner.release() }
}
