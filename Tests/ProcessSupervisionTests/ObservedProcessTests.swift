// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ExtensionProtocol
import ExtensionTransport
import Foundation
import Synchronization
import Testing
import WrittenCodes

@testable import ProcessSupervision

/// Everything that is reported to a process's observer, and when the host next looks at the process.
@Suite struct ObservedProcessTests {
  @Test func `an observer is told each step of a process with its number, and each line exchanged`() throws {
    let bench = ObservedBench([.read, .helloReply(), .read, .reply()])
    #expect(bench.supervised.processID == nil && bench.supervised.contexts == nil)
    #expect(bench.perform() == .accepted)
    #expect(bench.supervised.processID == 77)
    bench.supervised.revoke(now: 5)
    #expect(bench.perform() == .accepted)
    bench.supervised.stop(.idle, now: 6)
    #expect(
      bench.told
        == [
          "0 cold → launching demand", "1 launched played demand", "1 launching → greeting exec.ok", "1 host line",
          "1 extension line", "1 greeting → idle hello.ok", "1 host line", "1 idle → busy perform.sent",
          "1 extension line", "1 busy → idle reply.ok", "1 idle → exiting revoked", "1 logged 3 bytes",
          "1 exiting → cold exited", "1 cold → launching demand", "2 launched played demand",
          "2 launching → greeting exec.ok", "2 host line", "2 extension line", "2 greeting → idle hello.ok",
          "2 host line", "2 idle → busy perform.sent", "2 extension line", "2 busy → idle reply.ok",
          "2 idle → draining stop.idle", "2 host line", "2 draining → exiting shutdown.timeout", "2 logged 3 bytes",
          "2 exiting → cold exited",
        ], "\(bench.told)")
    #expect(bench.released == 2 && bench.supervised.processID == nil)
  }

  @Test func `a failed launch is reported with its reason, which is kept for the person`() throws {
    let bench = ObservedBench([])
    bench.failure = LaunchFailure(stage: "mounts", errno: 1, message: "No mounts.")
    #expect(bench.perform().withoutTimes == .unavailable(reason: "backingOff", retryAt: nil))
    #expect(
      bench.told == [
        "0 cold → launching demand", "1 failed No mounts.", "1 launching → backingOff launch.mounts",
      ])
    #expect(bench.supervised.lastLaunchFailure == bench.failure)
    guard case .backingOff(let until) = bench.supervised.lifecycle.state else {
      Issue.record("is not backing off")
      return
    }
    #expect(bench.supervised.nextTick == until)
    // The back-off ends at its time, and not before.
    bench.supervised.tick(now: until - 1)
    #expect(bench.supervised.lifecycle.state == .backingOff(until: until))
    bench.supervised.tick(now: until)
    #expect(bench.supervised.lifecycle.state == .cold && bench.supervised.nextTick == nil)
  }

  @Test func `a full container and an exceeded budget are reported, and the next process is not blamed for them`()
    throws
  {
    let bench = ObservedBench([.read, .helloReply(), .read, .exit(9)])
    bench.excess = "too many files"
    bench.budget = ExceededBudget(.memory, fact: "much memory")
    #expect(bench.perform() == .fallback(reason: "killed.memory"))
    #expect(bench.told.contains("1 without room: too many files"))
    #expect(bench.told.contains("1 ended: much memory"))
    #expect(bench.supervised.exceededBudget == bench.budget)
    bench.budget = nil
    bench.excess = nil
    bench.told = []
    #expect(bench.perform(now: 100_000) == .fallback(reason: "exit.9"))
    #expect(bench.supervised.exceededBudget == nil)
    #expect(!bench.told.contains { $0.contains("without room") || $0.contains("ended") })
  }

  @Test func `cancelling a callback ends its process at once, and does not count against the build`() async throws {
    try await Waiting.run {
      let bench = ObservedBench([.read, .helloReply(), .read, .hang]) { $0.deadline = .seconds(60) }
      let interruption = bench.supervised.interruption
      Thread.detachNewThread {
        usleep(200_000)
        interruption.interrupt(.cancelled)
      }
      let time = ContinuousClock().measure { #expect(bench.perform() == .fallback(reason: "revoked")) }
      #expect(time < .seconds(40))
      #expect(bench.supervised.lifecycle.record.strikes.isEmpty && bench.supervised.lifecycle.state == .cold)
      interruption.clear()
    }
  }

  @Test func `an idle process is looked at when its rest or its hour is over, whichever is first`() throws {
    for (idle, lifetime, next) in [
      (10_000, 3_600_000, 11_000), (10_000, 4_000, 5_000), (nil, 3_600_000, 3_601_000), (nil, .max, nil),
      (10_000, .max, 11_000),
    ] as [(Int64?, Int64, Int64?)] {
      let bench = ObservedBench([.read, .helloReply(), .read, .reply()]) {
        $0.idleStopMs = idle
        $0.lifetimeMs = lifetime
      }
      #expect(bench.supervised.nextTick == nil)
      #expect(bench.perform(now: 1_000) == .accepted)
      #expect(bench.supervised.nextTick == next)
      guard let next else { continue }
      bench.supervised.tick(now: next - 1)
      #expect(bench.supervised.lifecycle.state == .idle(since: 1_000))
      bench.supervised.tick(now: next)
      #expect(bench.supervised.lifecycle.state == .cold)
      #expect(
        bench.told.contains { $0.contains(lifetime < 10_000 ? "recycled" : idle == nil ? "recycled" : "idle.expired") })
    }
  }

  /// The answer in each state in which no process may run.
  @Test(
    arguments: [
      (.refused, .unavailable(reason: "refused", retryAt: nil)),
      (.disabled, .unavailable(reason: "disabled", retryAt: nil)),
      (.backingOff(until: 50), .unavailable(reason: "backingOff", retryAt: 50)),
      (.quarantined(until: 50), .unavailable(reason: "quarantined", retryAt: 50)),
    ] as [(ProcessState, PerformOutcome)])
  func `an extension that may not run now says why and until when`(_ state: ProcessState, _ outcome: PerformOutcome) {
    let bench = ObservedBench([.read, .helloReply(), .read, .reply()], state: state)
    #expect(bench.perform(now: 49) == outcome)
    #expect(bench.told.isEmpty)
    if case .unavailable(_, nil) = outcome { return }
    #expect(bench.perform(now: 50) == .accepted)
  }

  @Test func `a bare request has a process of its own, which another request never meets`() {
    let bench = ObservedBench([.read, .helloReply(), .read, .reply(), .read, .reply(), .read, .reply()])
    func perform(bare: Bool) -> Int {
      bench.supervised.prepare(forBare: bare, now: 0)
      #expect(bench.perform() == .accepted)
      return bench.bareLaunches
    }
    #expect(perform(bare: false) == 0 && perform(bare: false) == 0 && bench.launches == 1)
    #expect(perform(bare: true) == 1 && perform(bare: true) == 2 && bench.launches == 1)
    #expect(perform(bare: false) == 2 && bench.launches == 2)
    #expect(perform(bare: false) == 2 && bench.launches == 2)
  }
}

/// A supervised fake process, with the calls to its observer as text.
private final class ObservedBench: ProcessObserver {
  private final class Launching: ExtensionLaunching {
    private let launched: () throws(LaunchFailure) -> any ExtensionChild
    init(_ launched: @escaping () throws(LaunchFailure) -> any ExtensionChild) { self.launched = launched }
    func launch() throws(LaunchFailure) -> any ExtensionChild { try launched() }
  }

  private(set) var supervised: SupervisedExtension!
  var told: [String] = []
  var failure: LaunchFailure?
  var excess: String?
  var budget: ExceededBudget?
  private(set) var launches = 0
  private(set) var bareLaunches = 0
  private let program: [Step]
  private var children: [PlayedChild] = []
  var released: Int { children.count(where: \.isReleased) }

  init(
    _ program: [Step], state: ProcessState = .cold, _ change: (inout ExtensionConfiguration) -> Void = { _ in }
  ) {
    var configuration = ExtensionConfiguration(
      id: "homework.puppet", point: .monitor, version: "1.0", start: .seconds(10), deadline: .seconds(10))
    change(&configuration)
    self.program = program
    supervised = SupervisedExtension(
      configuration: configuration,
      launcher: Launching { [unowned self] () throws(LaunchFailure) in
        launches += 1
        return try child()
      },
      bareLauncher: Launching { [unowned self] () throws(LaunchFailure) in
        bareLaunches += 1
        return try child()
      }, lifecycle: ProcessLifecycle(state: state, policy: RestartPolicy(seed: 1)), observer: self)
  }

  private func child() throws(LaunchFailure) -> any ExtensionChild {
    if let failure { throw failure }
    let child = PlayedChild(PuppetThread(program, patience: .seconds(20)), excess, budget)
    children.append(child)
    return child
  }

  func perform(now: Int64 = 0) -> PerformOutcome {
    supervised.perform(
      PerformCall(prepare: { _, _ in OutgoingRequest(params: Bench.params) }, judge: Bench.judge), now: now)
  }

  func launched(_ extensionID: String, process: Int, grade: String, reason: ReasonCode) {
    told.append("\(process) launched \(grade) \(reason.rawValue)")
  }

  func launchFailed(_ extensionID: String, process: Int, failure: LaunchFailure) {
    told.append("\(process) failed \(failure)")
  }

  func launchedWithoutRoom(_ extensionID: String, process: Int, because reason: String) {
    told.append("\(process) without room: \(reason)")
  }

  func ended(_ extensionID: String, process: Int, beyond budget: ExceededBudget) {
    told.append("\(process) ended: \(budget.fact)")
  }

  func transitioned(_ extensionID: String, process: Int, from: ProcessState, to: ProcessState, reason: ReasonCode) {
    told.append("\(process) \(from.name) → \(to.name) \(reason.rawValue)")
  }

  func exchanged(_ extensionID: String, process: Int, side: RequestID.Side, line: ExchangedLine) {
    told.append("\(process) \(side) line")
  }

  func logged(_ extensionID: String, process: Int, log: CapturedLog) {
    told.append("\(process) logged \(log.total) bytes")
  }
}

/// A puppet's thread with facts that only a real process has.
private final class PlayedChild: ExtensionChild {
  private let inner: PuppetThread
  let containerExcess: String?
  let exceededBudget: ExceededBudget?
  private let released = Mutex(false)
  var isReleased: Bool { released.withLock { $0 } }

  init(_ inner: PuppetThread, _ excess: String?, _ budget: ExceededBudget?) {
    (self.inner, containerExcess, exceededBudget) = (inner, excess, budget)
  }

  let processID: Int32 = 77
  let grade = "played"
  var channel: any MessageChannel { inner.channel }
  func kill() { inner.kill() }
  func holdStill() -> Bool { true }
  func letGo() {}
  func move(to cores: [Int]) -> [Int]? { nil }
  func waitForExit(atMost timeout: Duration) -> ChildExit? { inner.waitForExit(atMost: timeout) }

  func log() -> CapturedLog {
    var log = CapturedLog(isCountedOnly: false)
    log.append(Array("log".utf8))
    return log
  }

  func sealDifferences() -> [String] { [] }
  func release() { released.withLock { $0 = true } }
}
