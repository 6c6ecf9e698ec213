// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ExtensionProtocol
import Foundation
import ProcessSupervision
import Testing
import WrittenCodes

/// The timing and the data of sealed points.
@Suite struct SealedPointTests {
  static func report(_ program: [Step], deadline: Duration = .seconds(10), atOnce: Bool = true) -> Scene {
    var scene = Scene.performing("report", program, .accepted, [], point: .report, deadline: deadline)
    scene.configuration.killsSealedAtOnce = atOnce
    return scene
  }

  @Test(arguments: Depth.available) func `does not wait for the deadline under a virtual clock`(_ depth: Depth)
    async throws
  {
    try await Waiting.run {
      for program: [Step] in [
        [.read, .reply()], [.read, .reply(), .hang], [.read, .reply("[]")], [.read, .exit(1)],
      ] {
        let bench = try Bench(Self.report(program), at: depth)
        let time = ContinuousClock().measure { _ = bench.perform() }
        #expect(time < .seconds(9))
        #expect(bench.supervised.lifecycle.state.hasProcess == false)
      }
    }
  }

  @Test(arguments: Depth.available) func `a sealed program that asks for something is ended without an answer`(
    _ depth: Depth
  ) async throws {
    try await Waiting.run {
      for point in ExtensionPoint.allCases where point.isSealed {
        var scene = Scene.performing(
          "asks", [.read, .request("e1", "commit"), .read, .reply()], .accepted, [], point: point)
        scene.configuration.killsSealedAtOnce = true
        let bench = try Bench(scene, at: depth)
        #expect(bench.perform().withoutTimes == .fallback(reason: "violation.method"), "\(point)")
        #expect(bench.answers == [] && bench.asked == [], "\(point)")
      }
    }
  }

  @Test(arguments: Depth.available) func `sends frames of data until the reply`(_ depth: Depth) async throws {
    try await Waiting.run {
      let frames = (1...40).map { frame -> WireValue in
        [
          "elements": [.string(String(repeating: "x", count: 20_000))], "end": .bool(frame == 40),
          "frame": .integer(Int64(frame)), "request": "h2",
        ]
      }
      let reads = Array(repeating: Step.read, count: 41)
      let bench = try Bench(Self.report(reads + [.reply()]), at: depth)
      #expect(bench.perform(data: frames) == .accepted)
      #expect(bench.methods == ["hello h1", "perform h2"] + Array(repeating: "data", count: 40))
    }
  }

  @Test(arguments: Depth.available) func `stops sending data after an early reply`(_ depth: Depth) async throws {
    try await Waiting.run {
      let frame: WireValue = [
        "elements": [.string(String(repeating: "x", count: 60_000))], "end": false, "frame": 1, "request": "h2",
      ]
      let frames = Array(repeating: frame, count: 500)
      // The reply may arrive while the host waits for room in the pipe.
      let bench = try Bench(Self.report([.read, .reply(), .hang], deadline: .seconds(2)), at: depth)
      #expect(bench.perform(data: frames) == .accepted)
      #expect(bench.methods.count < 20)
    }
  }

  @Test(arguments: Depth.available)
  func `reports an extension that does not read its data`(_ depth: Depth) async throws {
    try await Waiting.run {
      let frame: WireValue = [
        "elements": [.string(String(repeating: "x", count: 60_000))], "end": false, "frame": 1, "request": "h2",
      ]
      let bench = try Bench(Self.report([.read, .hang], deadline: .seconds(2)), at: depth)
      #expect(bench.perform(data: Array(repeating: frame, count: 50)) == .fallback(reason: "unresponsive.notReading"))
    }
  }

  @Test(arguments: [ExtensionPoint.report, .shieldConfiguration, .monitor, .app])
  func `audits a sealed process before its request is prepared, and no other`(_ point: ExtensionPoint) {
    let process = PlayedProcess(
      [PlayedProcessTests.hello(), PlayedProcessTests.reply], differences: ["a file is writable"])
    let bench = Bench(ExtensionConfiguration(id: "homework.puppet", point: point, version: "1.0"), process)
    var seen: SealEvidence?
    let call = PerformCall(
      prepare: { _, seal in
        seen = seal
        return OutgoingRequest(params: Bench.params)
      }, judge: Bench.judge)
    _ = bench.supervised.perform(call, now: 0)
    #expect(seen == SealEvidence(differences: point.isSealed ? ["a file is writable"] : []))
  }

  @Test func `ends a process that failed its audit without a request or a shutdown`() throws {
    struct Differs: Error {}
    let bench = try Bench(Self.report([.read, .reply()]), at: .thread)
    let call = PerformCall(prepare: { _, _ in throw Differs() }, judge: Bench.judge)
    guard case .denied = bench.supervised.perform(call, now: 0) else {
      Issue.record("was not denied")
      return
    }
    #expect(bench.methods == ["hello h1"])
    #expect(bench.reasons.suffix(2) == ["warm.expired", "exited"])
  }

  @Test func `never sends shutdown to a sealed process`() throws {
    let bench = try Bench(Self.report([.read, .reply()]), at: .thread)
    _ = bench.perform()
    bench.supervised.stop(.hostStopping, now: 0)
    bench.supervised.tick(now: 100_000)
    #expect(bench.methods == ["hello h1", "perform h2"])
  }

  @Test(arguments: Depth.available)
  func `a warm process waits after hello without data and takes its one request`(_ depth: Depth) async throws {
    try await Waiting.run {
      let bench = try Bench(Self.report([.read, .reply()]), at: depth)
      bench.supervised.keepWarm(now: 0)
      bench.supervised.keepWarm(now: 1)
      #expect(bench.methods == ["hello h1"])
      let process = bench.supervised.processID
      #expect(process != nil)
      #expect(bench.perform(now: 2) == .accepted)
      #expect(bench.methods == ["hello h1", "perform h2"])
      #expect(bench.reasons.filter { $0 == "prewarm" || $0 == "demand" } == ["prewarm"])
      // A sealed process takes one request, so the next is another process.
      bench.supervised.keepWarm(now: 3)
      #expect(bench.methods.filter { $0 == "hello h1" }.count == 2)
    }
  }

  @Test func `replaces a warm process after ten minutes and ends an unneeded one, without a shutdown`() throws {
    var scene = Self.report([.read, .reply()])
    scene.configuration.idleStopMs = 600_000
    let bench = try Bench(scene, at: .thread)
    bench.supervised.keepWarm(now: 0)
    bench.supervised.keepWarm(now: 599_999)
    #expect(bench.methods == ["hello h1"])
    bench.supervised.keepWarm(now: 600_000)
    #expect(bench.methods == ["hello h1", "hello h1"])
    bench.supervised.coolDown(now: 600_001)
    bench.supervised.coolDown(now: 600_002)
    #expect(bench.methods == ["hello h1", "hello h1"])
    #expect(bench.reasons.filter { $0 == "warm.expired" }.count == 2)
    #expect(bench.supervised.lifecycle.state == .cold)
  }

  @Test func `ends a warm process that sends a message before its request`() throws {
    let bench = try Bench(Self.report([.line("{}")]), at: .thread)
    bench.supervised.keepWarm(now: 0)
    for _ in 0..<2_000 where bench.supervised.lifecycle.state.hasProcess {
      bench.supervised.tick(now: 0)
      usleep(1_000)
    }
    #expect(bench.reasons.contains { $0.hasPrefix("violation.") })
  }

  @Test func `keeps nothing warm at a point that is not sealed`() throws {
    let bench = try Bench(Scene.performing("monitor", [.read, .reply()], .accepted, []), at: .thread)
    bench.supervised.keepWarm(now: 0)
    #expect(bench.supervised.lifecycle.state == .cold)
    #expect(bench.perform() == .accepted)
    bench.supervised.coolDown(now: 0)
    #expect(bench.supervised.lifecycle.state.hasProcess)
  }

  @Test func `keeps the contexts of a report while its process runs`() throws {
    let program: [Step] = [.read, .helloReply(more: #","contexts":["Today"]"#), .read, .reply()]
    var scene = Scene.greeting("contexts", program, [])
    scene.configuration.point = .report
    scene.configuration.killsSealedAtOnce = true
    let bench = try Bench(scene, at: .thread)
    var contexts: [String]?
    let call = PerformCall(
      prepare: { [unowned bench] _, _ in
        contexts = bench.supervised.contexts
        return OutgoingRequest(params: Bench.params)
      }, judge: Bench.judge)
    #expect(bench.supervised.perform(call, now: 0) == .accepted)
    #expect(contexts == ["Today"])
  }

  @Test(arguments: Depth.available)
  func `a sealed process that commits is ended and its surface falls back (C9, §8.10)`(
    _ depth: Depth
  ) async throws {
    try await Waiting.run {
      let bench = try Bench(Self.report([.read, .commit("e1")]), at: depth)
      #expect(bench.perform() == .fallback(reason: "violation.method"))
      #expect(bench.supervised.lifecycle.state.hasProcess == false)
    }
  }
}
