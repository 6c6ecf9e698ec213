// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ExtensionProtocol
import Testing

@testable import ExtensionTransport
@testable import ProcessSupervision

/// How long the lines of each step may be, and when a process is looked at and its requests are numbered.
@Suite struct ConversationLimitTests {
  private typealias Turn = PlayedProcess.Turn

  private static let hello = PlayedProcessTests.hello()
  private static let reply = PlayedProcessTests.reply

  private static func configuration(_ point: ExtensionPoint) -> ExtensionConfiguration {
    ExtensionConfiguration(id: "homework.puppet", point: point, version: "1.0", killsSealedAtOnce: true)
  }

  @Test(arguments: ExtensionPoint.allCases)
  func `a process may write lines of its point's length only after its hello`(_ point: ExtensionPoint) throws {
    for (turn, limits) in [(.silent, .helloReply), (Self.hello, .reply(of: point))] as [(Turn, LineLimits)] {
      let bench = Bench(Self.configuration(point), WideLaunching(PlayedProcess([turn, Self.reply])))
      _ = bench.perform()
      let child = try #require(bench.child)
      #expect(child.channel.limits == .host(receiving: limits))
    }
  }

  @Test func `the length of data lines is allowed for these only`() throws {
    let process = PlayedProcess([Self.hello, .silent, .silent, Self.reply, .silent, .closes])
    let bench = Bench(Self.configuration(.report), process)
    #expect(bench.perform(data: [["a": 1], ["b": 2]]) == .accepted)
    #expect(process.notes.all.count { $0 == "send data of 65536 5000" } == 2)
    let child = try #require(bench.child)
    #expect(child.channel.limits.sent == .fromHost)
  }

  @Test func `a process is not looked at before all its data is sent`() {
    // It has not read everything, and both lines take longer than the time for that.
    let process = PlayedProcess([Self.hello, .silent, .silent, Self.reply, .silent, .closes], unread: 1)
    let observer = DataDelay(process.notes)
    let supervised = SupervisedExtension(
      configuration: Self.configuration(.report), launcher: process,
      lifecycle: ProcessLifecycle(policy: RestartPolicy(seed: 1)), observer: observer)
    let call = PerformCall(
      prepare: { _, _ in OutgoingRequest(params: Bench.params, data: [["a": 1], ["b": 2]]) }, judge: Bench.judge)
    #expect(supervised.perform(call, now: 0) == .accepted)
    #expect(
      process.notes.all == [
        "send hello h1 2000", "receive 2000", "send perform h2 5000", "send data of 65536 5000",
        "send data of 65536 4700", "receive -100", "kill", "receive 1000", "close sending", "kill", "reap 1000",
        "close", "log", "release",
      ])
    #expect(observer.frames == 2)
  }

  @Test func `a request between callbacks needs the next number too`() {
    let second = Turn.says([
      "id": "e2", "jsonrpc": "2.0", "method": "commit", "params": ["effects": [["kind": "refreshShields"]]],
    ])
    let process = PlayedProcess([PlayedProcessTests.hello(["commit"]), Self.reply, second])
    let bench = Bench(Self.configuration(.monitor), process)
    #expect(bench.perform() == .accepted)
    bench.supervised.tick(now: 0)
    #expect(bench.reasons.suffix(2) == ["violation.id.sequence", "strike"] && bench.asked.isEmpty)
    #expect(bench.supervised.processID == nil)
  }
}

/// Launches processes that may write long lines from the beginning.
private final class WideLaunching: ExtensionLaunching {
  private let process: PlayedProcess

  init(_ process: PlayedProcess) { self.process = process }

  var clock: DeadlineClock { process.clock }

  func launch() throws(LaunchFailure) -> any ExtensionChild {
    let child = try process.launch()
    child.channel.limits.received = .fromHost
    return child
  }
}

/// Lets 300 milliseconds pass with each line of data.
private final class DataDelay: ProcessObserver {
  private let notes: PlayedProcess.Notes
  private(set) var frames = 0

  init(_ notes: PlayedProcess.Notes) { self.notes = notes }

  func exchanged(_ extensionID: String, process: Int, side: RequestID.Side, line: ExchangedLine) {
    guard side == .host, case .message(let value) = line,
      case .notification(Method.data.rawValue, _)? = try? Envelope(wire: value, from: .host)
    else { return }
    frames += 1
    notes.advance(to: notes.clock.after(.milliseconds(300)))
  }

  func launched(_ extensionID: String, process: Int, grade: String, reason: ReasonCode) {}
  func transitioned(_ extensionID: String, process: Int, from: ProcessState, to: ProcessState, reason: ReasonCode) {}
  func logged(_ extensionID: String, process: Int, log: CapturedLog) {}
}
