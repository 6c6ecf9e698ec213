// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ExtensionProtocol
import Foundation
import ProcessSupervision
import Testing
import TextEscaping
import WrittenCodes

/// Tests of several callbacks, or of a supervisor that acts without one.
@Suite struct SupervisionTests {
  /// Replies to hello and to every request.
  static func obliging(_ callbacks: Int, features: [String] = []) -> Scene {
    let answers = (0..<callbacks + 1).flatMap { _ in [Step.read, .reply()] }
    return .performing("obliging", features: features, answers, .accepted, [])
  }

  @Test(arguments: Depth.available) func `numbers its requests and sends shutdown`(_ depth: Depth) async throws {
    try await Waiting.run {
      let bench = try Bench(Self.obliging(2), at: depth)
      #expect(bench.perform() == .accepted)
      #expect(bench.perform() == .accepted)
      bench.supervised.stop(.hostStopping, now: 0)
      #expect(bench.methods == ["hello h1", "perform h2", "perform h3", "shutdown h4"])
      #expect(bench.shutdownReason == .hostStopping)
      #expect(bench.reasons.suffix(3) == ["stop.hostStopping", "shutdown.answered", "exited"])
      // It exited by itself: status 0 after end of file is clean.
      #expect(bench.child?.waitForExit(atMost: .zero) == .exited(status: 0))
    }
  }

  @Test func `stops an idle process after ten seconds of the host's clock`() throws {
    let bench = try Bench(Self.obliging(1), at: .thread)
    #expect(bench.perform(now: 1_000) == .accepted)
    bench.supervised.tick(now: 10_999)
    #expect(bench.supervised.lifecycle.state == .idle(since: 1_000))
    bench.supervised.tick(now: 11_000)
    #expect(bench.supervised.lifecycle.state == .cold)
    #expect(bench.shutdownReason == .idle)
    #expect(bench.perform(now: 12_000) == .accepted)
    #expect(bench.methods.suffix(2) == ["hello h1", "perform h2"], "a new process restarts the numbering")
  }

  @Test func `replaces a process after its maximum of callbacks and after an hour`() throws {
    var scene = Self.obliging(3)
    scene.configuration.callbacksPerProcess = 2
    let bench = try Bench(scene, at: .thread)
    for _ in 0..<3 { #expect(bench.perform() == .accepted) }
    #expect(bench.reasons.count { $0 == "recycled" } == 1)
    #expect(bench.reasons.count { $0 == "exec.ok" } == 2)
    scene = Self.obliging(3)
    scene.configuration.idleStopMs = nil
    let lasting = try Bench(scene, at: .thread)
    _ = lasting.perform(now: 0)
    lasting.supervised.tick(now: 3_599_999)
    #expect(lasting.supervised.lifecycle.state.name == "idle")
    lasting.supervised.tick(now: 3_600_000)
    #expect(lasting.reasons.contains("recycled"))
  }

  @Test func `waits through the back-off, then launches again`() throws {
    let bench = try Bench(.performing("crash", [.read, .exit(1)], .accepted, []), at: .thread)
    #expect(bench.perform() == .fallback(reason: "exit.1"))
    guard case .backingOff(let until) = bench.supervised.lifecycle.state else {
      Issue.record("is not backing off")
      return
    }
    #expect(bench.perform(now: until - 1) == .unavailable(reason: "backingOff", retryAt: until))
    #expect(bench.perform(now: until) == .fallback(reason: "exit.1"))
  }

  @Test func `quarantines, probes once, and resets on the operator's command`() throws {
    let bench = try Bench(.greeting("leaves", [.exit(0)], []), at: .thread)
    _ = bench.perform(now: 0)
    _ = bench.perform(now: 10_000)
    guard case .quarantined(let until) = bench.supervised.lifecycle.state else {
      Issue.record("is not quarantined")
      return
    }
    #expect(until == 610_000)
    #expect(bench.perform(now: until - 1) == .unavailable(reason: "quarantined", retryAt: until))
    #expect(bench.perform(now: until).withoutTimes == .unavailable(reason: "quarantined", retryAt: nil))
    #expect(bench.reasons.suffix(4) == ["probe", "exec.ok", "exit.withoutReply", "strikes"])
    bench.supervised.reset(now: until)
    #expect(bench.supervised.lifecycle.state == .cold)
    #expect(bench.supervised.lifecycle.record == RestartRecord())
  }

  @Test func `ends an idle process for a backlog`() throws {
    let bench = try Bench(Self.obliging(1), at: .thread)
    _ = bench.perform()
    bench.supervised.quarantineForBacklog(now: 0)
    #expect(bench.supervised.lifecycle.state == .quarantined(until: 600_000))
    #expect(bench.reasons.suffix(3) == ["backlog", "shutdown.answered", "backlog"])
  }

  @Test(arguments: Depth.available)
  func `kills the process at once when the approval is revoked`(_ depth: Depth) async throws {
    try await Waiting.run {
      let bench = try Bench(.performing("stays", [.read, .reply(), .hang], .accepted, []), at: depth)
      _ = bench.perform()
      bench.supervised.revoke(now: 0)
      #expect(bench.reasons.suffix(2) == ["revoked", "exited"])
      #expect(bench.child?.waitForExit(atMost: .zero) == .signalled(9))
    }
  }

  @Test func `uses no id for a request that can't be made`() throws {
    struct Refused: Error {}
    let bench = try Bench(Self.obliging(1), at: .thread)
    let refused = PerformCall(prepare: { _, _ in throw Refused() }, judge: Bench.judge)
    guard case .denied(let error) = bench.supervised.perform(refused, now: 0) else {
      Issue.record("was not denied")
      return
    }
    #expect(error.code == .denied)
    #expect(bench.perform() == .accepted)
    #expect(bench.methods == ["hello h1", "perform h2"])
    #expect(bench.reasons.contains("strike") == false)
  }

  @Test func `fails a request over a mebibyte before sending it`() throws {
    let bench = try Bench(Self.obliging(1), at: .thread)
    let texts = Array(repeating: WireValue.string(String(repeating: "x", count: 60_000)), count: 20)
    guard case .denied(let error) = bench.perform(params: ["texts": .array(texts)]) else {
      Issue.record("was not denied")
      return
    }
    #expect(error.code == .tooLarge)
    #expect(error.maximum == 1_048_576)
    #expect(bench.perform() == .accepted)
    #expect(bench.methods == ["hello h1", "perform h2"])
  }

  @Test func `stops the callback's deadline while the host answers`() throws {
    let program: [Step] = [.read, .commit("e1"), .read, .reply(to: "h2")]
    var scene = Scene.performing("asks", features: ["commit"], program, .accepted, [])
    scene.configuration.deadline = .seconds(1)
    let bench = try Bench(scene, at: .thread)
    let call = PerformCall(
      prepare: { _, _ in OutgoingRequest(params: Bench.params) },
      answer: { _ in
        // The host takes longer than the callback's whole deadline.
        Thread.sleep(forTimeInterval: 1.5)
        return .success([:])
      }, judge: Bench.judge)
    #expect(bench.supervised.perform(call, now: 0) == .accepted)
  }

  @Test func `answers with an error instead of a line that is too long`() throws {
    let program: [Step] = [.read, .commit("e1"), .read, .reply(to: "h2")]
    let bench = try Bench(.performing("asks", features: ["commit"], program, .accepted, []), at: .thread)
    let texts = Array(repeating: WireValue.string(String(repeating: "x", count: 60_000)), count: 20)
    let call = PerformCall(
      prepare: { _, _ in OutgoingRequest(params: Bench.params) }, answer: { _ in .success(["texts": .array(texts)]) },
      judge: Bench.judge)
    #expect(bench.supervised.perform(call, now: 0) == .accepted)
    #expect(bench.answers == ["1105"])
  }

  @Test(arguments: Depth.available) func `accepts a script's output before hello`(_ depth: Depth) async throws {
    try await Waiting.run {
      let noise = (0..<30).map { Step.line("warning \($0): ünïcode and {\"jsonrpc\"") }
      let program: [Step] = [.line(""), .line("[1,2]")] + [.read] + noise + [.helloReply(), .read, .reply()]
      var scene = Scene.greeting("noise", program, [], isScript: true)
      let bench = try Bench(scene, at: depth)
      #expect(bench.perform() == .accepted)
      #expect(bench.extensionLines.count == 34)
      scene.configuration.allowsNoise = false
      #expect(try Bench(scene, at: depth).perform().withoutTimes == scene.outcome)
    }
  }

  /// Lines of a thousand bytes.
  private static func lines(of letter: String, _ count: Int) -> String {
    String(repeating: String(repeating: letter, count: 999) + "\n", count: count)
  }

  @Test(arguments: Depth.available) func `keeps a bounded part of a process's output`(_ depth: Depth) async throws {
    try await Waiting.run {
      let program: [Step] = [
        .log("first\n"), .read, .reply(), .log("se\u{1B}[2Jcond\n"), .log(Self.lines(of: "x", 30)),
        .log(Self.lines(of: "y", 60)),
      ]
      let bench = try Bench(.performing("prints", program, .accepted, []), at: depth)
      #expect(bench.perform() == .accepted)
      bench.supervised.stop(.idle, now: 0)
      let log = try #require(bench.log)
      #expect(log.lines.map(\.text).prefix(2) == ["first", "se\\u{1b}[2Jcond"])
      #expect(log.bytes.count == 65_536)
      #expect(log.total == 90_000 + 17)
      #expect(log.dropped == log.total - 65_536)
    }
  }
}

extension CapturedLog {
  /// A log that contains text.
  init(_ text: String, isCountedOnly: Bool) {
    self.init(isCountedOnly: isCountedOnly)
    append(Array(text.utf8))
  }
}

@Suite struct CapturedLogTests {
  @Test(arguments: [("", 0), ("a", 1), ("ab", 2), ("abc", 2), ("abcd", 3), (String(repeating: "x", count: 1_000), 10)])
  func `reports only a power of two for a sealed process's output`(_ text: String, _ magnitude: Int) {
    let log = CapturedLog(text, isCountedOnly: true)
    #expect(log.magnitude == magnitude)
    #expect(log.bytes.isEmpty)
    #expect(log.lines.isEmpty)
  }

  @Test func `escapes terminal controls and text direction characters`() {
    let log = CapturedLog("a\u{1B}[31mb\u{202E}c\u{7}\r\n\u{200B}\n", isCountedOnly: false)
    #expect(log.lines.map(\.text) == ["a\\u{1b}[31mb\\u{202e}c\\u{7}\\r", "\\u{200b}"])
  }

  @Test func `keeps 16 KiB of a line and the lines after it`() {
    var log = CapturedLog(isCountedOnly: false)
    for _ in 0..<5 { log.append(Array(repeating: UInt8(ascii: "x"), count: 10_000)) }
    log.append(Array("\nnext\n\nlast".utf8))
    #expect(log.lines.map(\.text.utf8.count) == [16_384, 4, 4])
    #expect(log.bytes.suffix(11) == Array("\nnext\n\nlast".utf8)[...])
    #expect(log.total == 50_011 && log.dropped == 33_616 && log.isFlood)
    #expect(log.floodDescription == "16395 of 50011 bytes kept")
  }

  @Test func `shows bytes that are not text`() {
    var log = CapturedLog(isCountedOnly: false)
    log.append([0xFF, 0x41, 0x0A, 0xC3])
    #expect(log.lines.map(\.text) == ["\\xffA", "\\xc3"])
  }
}
