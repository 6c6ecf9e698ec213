// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ExtensionProtocol
import ExtensionTransport
import Foundation
import Sandboxing
import Synchronization
import Testing

@testable import ProcessSupervision

/// Lanes at rest: how a thread without work is closed, and what a suspension leaves alone.
@Suite final class IdleLaneTests: Sendable {
  /// The operations on the processes, in order.
  private let steps = Mutex<[String]>([])

  private static func perform(_ supervised: SupervisedExtension) -> PerformOutcome {
    supervised.perform(
      PerformCall(prepare: { _, _ in OutgoingRequest(params: Bench.params) }, judge: Bench.judge), now: 0)
  }

  private static func supervised(
    by launcher: any ExtensionLaunching, _ point: ExtensionPoint = .monitor
  ) -> SupervisedExtension {
    SupervisedExtension(
      configuration: ExtensionConfiguration(id: "homework.puppet", point: point, version: "1.0"), launcher: launcher,
      lifecycle: ProcessLifecycle(policy: RestartPolicy(seed: 1)), observer: nil)
  }

  // MARK: Threads

  @Test func `closing a thread without work asks its process to end before it is killed`() async throws {
    try await Waiting.run {
      let reply = PlayedProcessTests.reply
      let process = PlayedProcess([PlayedProcessTests.hello(), reply, .silent, reply])
      let looked = DispatchSemaphore(value: 0)
      let thread = LaneThread(Lane(Self.supervised(by: process))) {
        looked.signal()
        return 0
      }
      thread.run { lane in _ = IdleLaneTests.perform(lane.supervised) }
      // The thread looks at the clock when it wakes, and again when it has nothing more to do.
      for _ in 1...2 { #expect(looked.wait(timeout: .now() + 20) == .success) }
      thread.close()
      #expect(thread.waitForEnd(until: .now() + 20))
      #expect(
        process.notes.all == [
          "send hello h1 2000", "receive 2000", "send perform h2 5000", "receive 500", "send shutdown h3 1000",
          "receive 1000", "close sending", "reap 1000", "close sending", "kill", "reap 1000", "close",
          "release",
        ])
    }
  }

  @Test func `closing a thread that never worked interrupts nothing`() {
    let supervised = Self.supervised(by: PlayedProcess([]))
    let thread = LaneThread(Lane(supervised), now: { 0 })
    thread.close()
    #expect(thread.waitForEnd(until: .now()) && supervised.interruption.cause == nil)
  }

  // MARK: Suspensions

  private func lane(
    _ name: String, _ point: ExtensionPoint = .monitor, runs: Bool = true, stopsOnce: Bool = false
  ) -> Lane {
    let process = PlayedProcess([PlayedProcessTests.hello(), PlayedProcessTests.reply])
    let launching = HeldLaunching(process, stopsOnce: stopsOnce) { [self] step in
      steps.withLock { $0.append("\(name) \(step)") }
    }
    let supervised = Self.supervised(by: launching, point)
    if runs { #expect(Self.perform(supervised) == .accepted) }
    return Lane(supervised)
  }

  @Test func `a process that starts during a suspension is not resumed by its end`() throws {
    let (running, other) = (lane("a"), lane("b", runs: false))
    let suspension = try FamilySuspension(around: lane("report"), others: [running, other], isApart: false)
    #expect(Self.perform(other.supervised) == .accepted)
    suspension.end()
    #expect(steps.withLock { $0 } == ["a stops", "a goes on"])
  }

  @Test(.enabled(if: CoreSet.own?.split != nil, "needs two cores"))
  func `an app that can't be stopped again is not moved back, and goes on`() throws {
    let cores = try #require(CoreSet.own?.split)
    let suspension = try FamilySuspension(
      around: lane("report"), others: [lane("app", .app, stopsOnce: true)], isApart: true)
    suspension.end()
    let moves = steps.withLock { $0 }.filter { $0.contains("moves") }
    #expect(moves == ["app moves to \(cores.others.cores)", "report moves to \(cores.one.cores)"])
    #expect(steps.withLock { $0 }.suffix(2) == ["app stops", "app goes on"])
  }
}

/// Launches a played process and notes how it is stopped, moved and resumed.
private final class HeldLaunching: ExtensionLaunching {
  private let process: PlayedProcess
  private let stopsOnce: Bool
  private let note: @Sendable (String) -> Void

  init(_ process: PlayedProcess, stopsOnce: Bool, note: @escaping @Sendable (String) -> Void) {
    (self.process, self.stopsOnce, self.note) = (process, stopsOnce, note)
  }

  var clock: DeadlineClock { process.clock }

  func launch() throws(LaunchFailure) -> any ExtensionChild {
    HeldChild(try process.launch(), stopsOnce: stopsOnce, note)
  }
}

private final class HeldChild: ExtensionChild {
  private let inner: any ExtensionChild
  private let stopsOnce: Bool
  private let note: @Sendable (String) -> Void
  private let stops = Mutex(0)

  init(_ inner: any ExtensionChild, stopsOnce: Bool, _ note: @escaping @Sendable (String) -> Void) {
    (self.inner, self.stopsOnce, self.note) = (inner, stopsOnce, note)
  }

  func holdStill() -> Bool {
    note("stops")
    let count = stops.withLock { count in
      count += 1
      return count
    }
    return count == 1 || !stopsOnce
  }

  func letGo() { note("goes on") }

  func move(to cores: [Int]) -> [Int]? {
    note("moves to \(cores)")
    return [7]
  }

  var processID: Int32 { inner.processID }
  var channel: any MessageChannel { inner.channel }
  var grade: String { inner.grade }
  func kill() { inner.kill() }
  func waitForExit(atMost timeout: Duration) -> ChildExit? { inner.waitForExit(atMost: timeout) }
  func log() -> CapturedLog { inner.log() }
  func sealDifferences() -> [String] { inner.sealDifferences() }
  func release() { inner.release() }
}
