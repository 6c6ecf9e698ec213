// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ExtensionProtocol
import Foundation
import Synchronization
import Testing
import WrittenCodes

@testable import ProcessSupervision

/// How often an extension may be launched and may ask, and how many start at a time (`wire.md#deadlines`).
@Suite struct RateTests {
  @Test func `launches so many processes in a minute of the host's clock, and says when the next may be`() throws {
    // Status 75 asks for another process without counting as a failure.
    var scene = Scene.performing("asks for another", [.read, .exit(75)], .accepted, [])
    scene.configuration.launchesPerMinute = 3
    let bench = try Bench(scene, at: .thread)
    var launched: [Int64] = []
    var refused: [Int64] = []
    for now in stride(from: Int64(0), through: 62_000, by: 1_000) {
      bench.supervised.reset(now: now)
      switch bench.perform(now: now) {
      case .unavailable(reason: "rateLimited", let retryAt):
        #expect(retryAt == 60_000)
        refused.append(now)
      default: launched.append(now)
      }
    }
    #expect(launched == [0, 1_000, 2_000, 60_000, 61_000, 62_000])
    #expect(refused.count == 57)
    #expect(bench.reasons.filter { $0 == "exec.ok" }.count == 6)
  }

  @Test func `a clock that was set back delays no launch beyond the period`() throws {
    var scene = Scene.performing("asks for another", [.read, .exit(75)], .accepted, [])
    scene.configuration.launchesPerMinute = 1
    let bench = try Bench(scene, at: .thread)
    _ = bench.perform(now: 1_000_000)
    bench.supervised.reset(now: 0)
    #expect(bench.perform(now: 0) != .unavailable(reason: "rateLimited", retryAt: 60_000))
  }

  @Test func `answers forty requests of an app at once, then twenty a second`() throws {
    let asks = (1...45).flatMap { [Step.commit("e\($0)", within: nil), .read] }
    let program: [Step] = [.read, .reply()] + asks + [.hang]
    var scene = Scene.performing("asks", features: ["commit"], program, .accepted, [], point: .app)
    scene.configuration.idleStopMs = nil
    let bench = try Bench(scene, at: .thread)
    #expect(bench.perform(now: 1_000) == .accepted)
    func serve(at now: Int64, until count: Int) {
      let end = ContinuousClock.now + .seconds(20)
      while bench.answers.count < count, ContinuousClock.now < end { bench.supervised.tick(now: now) }
    }
    serve(at: 1_000, until: 42)
    #expect(Array(bench.answers.prefix(42)) == Array(repeating: "ok", count: 40) + ["1107", "1107"])
    #expect(bench.asked.count == bench.answers.filter { $0 == "ok" }.count)
  }

  @Test func `gives an app one more request each 50 ms, and never more than forty at once`() {
    var rate = RequestRate()
    for _ in 1...40 { #expect(rate.wait(now: 1_000) == nil) }
    #expect(rate.wait(now: 1_000) == 50 && rate.wait(now: 1_049) == 1)
    #expect(rate.wait(now: 1_050) == nil && rate.wait(now: 1_050) == 50)
    // A clock that was set back gives nothing, and a day gives no more than the burst.
    #expect(rate.wait(now: 0) == 50)
    for _ in 1...40 { #expect(rate.wait(now: 86_400_000) == nil) }
    #expect(rate.wait(now: 86_400_000) == 50)
  }

  @Test func `starts four processes at a time`() async throws {
    let gate = StartGate()
    let starts = Starts()
    try await Waiting.run {
      let threads = (1...9).map { number in
        Thread {
          let configuration = ExtensionConfiguration(id: "homework.m\(number)", point: .monitor, version: "1.0")
          let supervised = SupervisedExtension(
            configuration: configuration, launcher: starts, lifecycle: ProcessLifecycle(policy: RestartPolicy(seed: 1)),
            observer: nil, startGate: gate)
          _ = supervised.perform(
            PerformCall(prepare: { _, _ in OutgoingRequest(params: Bench.params) }, judge: Bench.judge), now: 0)
          starts.finished()
        }
      }
      for thread in threads { thread.start() }
      let end = ContinuousClock.now + .seconds(60)
      while starts.count < 9, ContinuousClock.now < end { Thread.sleep(forTimeInterval: 0.01) }
      #expect(starts.count == 9)
      #expect(starts.most == 4)
    }
  }
}

/// Launches nothing, slowly, and counts the launches at work.
private final class Starts: ExtensionLaunching, Sendable {
  private struct State {
    var now = 0
    var most = 0
    var finished = 0
  }

  private let state = Mutex(State())
  var most: Int { state.withLock(\.most) }
  var count: Int { state.withLock(\.finished) }

  func finished() { state.withLock { $0.finished += 1 } }

  func launch() throws(LaunchFailure) -> any ExtensionChild {
    state.withLock {
      $0.now += 1
      $0.most = max($0.most, $0.now)
    }
    Thread.sleep(forTimeInterval: 0.2)
    state.withLock { $0.now -= 1 }
    throw LaunchFailure(stage: "plan", errno: 0, message: "Nothing is launched here.")
  }
}
