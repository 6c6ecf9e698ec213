// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ExtensionProtocol
import ExtensionTransport
import Foundation
import Synchronization
import Testing
import TextEscaping
import WrittenCodes

@testable import ProcessSupervision

/// The values of one callback and of a lane: deadlines on a clock that the test moves, ids, causes and forms.
@Suite struct CallbackValueTests {
  /// A clock in milliseconds.
  private final class HandClock: Sendable {
    private let milliseconds = Mutex<Int64>(0)
    var clock: DeadlineClock {
      DeadlineClock { MonotonicTime(nanoseconds: self.milliseconds.withLock { $0 } * 1_000_000) }
    }
    func set(_ time: Int64) { milliseconds.withLock { $0 = time } }
  }

  private func milliseconds(_ time: MonotonicTime) -> Int64 { time.nanoseconds / 1_000_000 }

  @Test func `a callback is looked at after its liveness time and at its deadline`() {
    let hand = HandClock()
    var watch = CallbackWatch(
      hand.clock, allowing: .milliseconds(5_000), liveness: .milliseconds(500), confirmsAck: false)
    #expect(milliseconds(watch.nextLook) == 500 && milliseconds(watch.deadline) == 5_000)
    hand.set(499)
    #expect(watch.looksForLife() == false)
    hand.set(500)
    #expect(watch.looksForLife() && !watch.looksForLife())
    #expect(milliseconds(watch.nextLook) == 5_000 && !watch.isOver)
    hand.set(4_999)
    #expect(!watch.isOver)
    hand.set(5_000)
    #expect(watch.isOver)
    // A debugger moves the deadline from now on.
    watch.wait(for: .milliseconds(1_000))
    #expect(!watch.isOver && milliseconds(watch.deadline) == 6_000)
    let short = CallbackWatch(
      hand.clock, allowing: .milliseconds(100), liveness: .milliseconds(500), confirmsAck: false)
    #expect(milliseconds(short.nextLook) == 5_100)
  }

  @Test func `time in which the host answers a request counts toward neither`() {
    let hand = HandClock()
    var watch = CallbackWatch(
      hand.clock, allowing: .milliseconds(5_000), liveness: .milliseconds(500), confirmsAck: false)
    hand.set(100)
    watch.standStill { hand.set(3_100) }
    #expect(milliseconds(watch.deadline) == 8_000 && milliseconds(watch.nextLook) == 3_500)
  }

  @Test func `only throttling within the callback makes it starved`() {
    let watch = CallbackWatch(
      .kernel, allowing: .zero, liveness: .zero, confirmsAck: false, throttledBefore: 70)
    #expect(!watch.isStarved(throttledMicroseconds: 70) && watch.isStarved(throttledMicroseconds: 71))
  }

  @Test func `an acknowledgement counts once, if it was agreed on and names the request`() {
    let id = RequestID(.host, 2)
    func watch(_ confirms: Bool) -> CallbackWatch {
      CallbackWatch(.kernel, allowing: .seconds(1), liveness: .seconds(1), confirmsAck: confirms)
    }
    let ack = Ack(request: id).wire
    var agreed = watch(true)
    #expect(!agreed.takesAck(Ack(request: RequestID(.host, 3)).wire, of: id) && !agreed.isAcked)
    #expect(!agreed.takesAck([:], of: id) && !agreed.isAcked)
    #expect(agreed.takesAck(ack, of: id) && agreed.isAcked)
    #expect(agreed.takesAck(ack, of: id) == false)
    var other = watch(false)
    #expect(!other.takesAck(ack, of: id) && !other.isAcked)
  }

  @Test func `both sides number their ids in sequence, and a reply to an unknown id isn't a duplicate`() throws {
    let child = PuppetThread([.hang], patience: .seconds(1))
    defer { child.kill() }
    var conversation = Conversation(child: child, process: 1, launchedAt: 0)
    for number in 1...3 as ClosedRange<Int64> {
      #expect(conversation.upcomingHostID == RequestID(.host, number))
      #expect(conversation.reasonForStrayReply(RequestID(.host, number)) == "reply.unknown")
      conversation.useHostID()
      #expect(conversation.reasonForStrayReply(RequestID(.host, number)) == "reply.duplicate")
      #expect(conversation.takes(extensionID: RequestID(.extension, number + 1)) == false)
      #expect(conversation.takes(extensionID: RequestID(.host, number)) == false)
      #expect(conversation.takes(extensionID: RequestID(.extension, number)) == true)
      #expect(conversation.takes(extensionID: RequestID(.extension, number)) == false)
    }
    #expect(conversation.reasonForStrayReply(RequestID(.extension, 1)) == "reply.unknown")
  }

  // MARK: Waiting for others

  @Test func `a place to start is given back, and waiting for one ends when it is pointless`() {
    let gate = StartGate(mostAtATime: 1)
    #expect(gate.enter(unless: { false }))
    var asked = 0
    #expect(
      !gate.enter(unless: {
        asked += 1
        return asked == 3
      }))
    #expect(asked == 3)
    gate.leave()
    #expect(gate.enter(unless: { true }))
    gate.leave()
  }

  @Test func `an interruption ends the present wait and the process, and is over when it is cleared`() {
    let interruption = Interruption()
    let child = PuppetThread([.hang], patience: .seconds(1))
    interruption.watch(child)
    #expect(interruption.cause == nil && child.waitForExit(atMost: .zero) == nil)
    let short = ContinuousClock().measure { interruption.wait(.milliseconds(50)) }
    #expect(short >= .milliseconds(50))
    interruption.interrupt(.cancelled)
    #expect(interruption.cause == .cancelled)
    #expect(child.waitForExit(atMost: .seconds(20)) == .signalled(9))
    for _ in 0..<2 { #expect(ContinuousClock().measure { interruption.wait(.seconds(30)) } < .seconds(20)) }
    // A process that is launched before it is cleared is ended at once, and one that comes after it is not.
    let late = PuppetThread([.hang], patience: .seconds(1))
    interruption.watch(late)
    #expect(late.waitForExit(atMost: .seconds(20)) == .signalled(9))
    interruption.clear()
    interruption.clear()
    let next = PuppetThread([.hang], patience: .seconds(1))
    interruption.watch(next)
    #expect(interruption.cause == nil && next.waitForExit(atMost: .milliseconds(50)) == nil)
    #expect(ContinuousClock().measure { interruption.wait(.milliseconds(50)) } >= .milliseconds(50))
    interruption.watch(nil)
    interruption.interrupt(.stopping)
    #expect(next.waitForExit(atMost: .milliseconds(50)) == nil)
    next.kill()
  }

  @Test(arguments: [900, 1_900, 2_500] as [Int64])
  func `a wait lasts at least its duration, including fractions of a millisecond`(_ microseconds: Int64) {
    let interruption = Interruption()
    let duration = Duration.microseconds(microseconds)
    for _ in 0..<10 { #expect(ContinuousClock().measure { interruption.wait(duration) } >= duration) }
  }

  @Test func `an interruption that is over shortens no later wait`() {
    let interruption = Interruption()
    for cause in [Interruption.Cause.cancelled, .stopping] {
      interruption.interrupt(cause)
      interruption.interrupt(.stopping)
      #expect(interruption.cause == .stopping)
      interruption.clear()
      for _ in 0..<2 {
        #expect(ContinuousClock().measure { interruption.wait(.milliseconds(20)) } >= .milliseconds(20))
      }
    }
  }

  @Test func `an interruption wakes a wait that has begun`() async throws {
    try await Waiting.run {
      let interruption = Interruption()
      let (begins, ends) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
      Thread.detachNewThread {
        begins.signal()
        interruption.wait(.seconds(60))
        ends.signal()
      }
      begins.wait()
      usleep(100_000)
      interruption.interrupt(.stopping)
      #expect(ends.wait(timeout: .now() + 30) == .success)
    }
  }

  // MARK: Forms

  @Test func `an extension has the numbers of the protocol unless its manifest has others`() {
    let configuration = ExtensionConfiguration(id: "homework.monitor", point: .monitor, version: "1.0")
    #expect(configuration.start == .seconds(2) && configuration.deadline == .seconds(5))
    #expect(configuration.liveness == .milliseconds(500) && configuration.idleStopMs == 10_000)
    #expect(configuration.callbacksPerProcess == 256 && configuration.lifetimeMs == 3_600_000)
    #expect(configuration.schemas == [1] && configuration.launchesPerMinute == nil)
    #expect(!configuration.allowsNoise && !configuration.waitsForDebugger && !configuration.killsSealedAtOnce)
    #expect(configuration.deadlineMs == 5_000 && configuration.behaviour == .strict)
    #expect(configuration.hello.extension == "homework.monitor" && configuration.hello.schemas == [1])
    for (time, milliseconds) in [
      (.milliseconds(1_999), 1_999), (.microseconds(1_999), 1), (.seconds(3), 3_000), (.zero, 0),
      (.seconds(1) + .microseconds(2_500), 1_002),
    ] as [(Duration, Int64)] {
      var other = configuration
      other.deadline = time
      #expect(other.deadlineMs == milliseconds)
    }
  }

  @Test func `a skipped line is shown with its first 120 bytes, and never of a sealed process`() {
    let line = String(repeating: "a", count: 119) + "bc"
    for count in [3, 119, 120, 121] {
      let shown = SkippedLine(Array(line.utf8.prefix(count)), because: .notReply, isSealed: false)
      #expect(shown.start == TerminalText(String(line.prefix(min(count, 120)))) && shown.reason == .notReply)
    }
    #expect(SkippedLine(Array(line.utf8), because: .notJSON, isSealed: true).start == nil)
  }

  /// The requests that each point may make (`wire.md#messages`).
  @Test func `only an app asks the person, and only points with effects commit`() {
    for point in ExtensionPoint.allCases {
      for method in Method.allCases {
        let isOpen =
          switch method {
          case .commit: point.mayHaveEffects
          case .authorize, .pick, .presentReport, .presentWindow: point == .app
          default: false
          }
        #expect(method.isRequest(from: point) == isOpen, "\(method) from \(point)")
      }
    }
  }

  @Test func `a call that answers no request refuses each by name`() throws {
    let call = PerformCall(prepare: { _, _ in OutgoingRequest(params: [:]) }, judge: { _ in .accepted })
    let request = try ExtensionRequest(method: .commit, params: ["effects": [["kind": "refreshShields"]]])
    guard case .failure(let error) = call.answer(request) else {
      Issue.record("a request was answered")
      return
    }
    #expect(error.code == .methodNotFound && error.message == "commit is not open here.")
    let authorize = try ExtensionRequest(method: .authorize, params: AuthorizeParams(member: .child).wire)
    #expect(authorize.method == .authorize)
    for method in [Method.hello, .perform, .data, .cancel, .shutdown, .ack] {
      #expect(throws: WireError.self) { try ExtensionRequest(method: method, params: [:]) }
    }
    // A recording keeps requests as their method and parameters.
    for request in [request, authorize] {
      let bytes = try JSONEncoder().encode(request)
      #expect(try JSONDecoder().decode(ExtensionRequest.self, from: bytes) == request)
    }
    #expect(throws: DecodingError.self) {
      try JSONDecoder().decode(ExtensionRequest.self, from: Data(#"{"method":"nothing","params":{}}"#.utf8))
    }
  }

  @Test func `a recording keeps programs as their names, and reads back what it kept`() throws {
    func kept<Value: Codable & Equatable>(_ value: Value) throws -> String {
      let encoder = JSONEncoder()
      encoder.outputFormatting = .sortedKeys
      let bytes = try encoder.encode([value])
      #expect(try JSONDecoder().decode([Value].self, from: bytes) == [value])
      return String(decoding: bytes, as: UTF8.self)
    }
    #expect(try kept(ProgramID("homework.monitor")) == #"["homework.monitor"]"#)
    #expect(try kept(QuestionID(CallID(7), 2)) == #"[{"call":{"number":7},"number":2}]"#)
    for end in [
      .replied(["view": 1]), .malformed(ErrorObject(.schema, "x", pointer: "/result")),
      .denied(ErrorObject(.denied, "x")), .failed(ErrorObject(.busy, "x", retry: .after)),
      .fallback(reason: .process(.deadline)), .unavailable(reason: .attempt(.backingOff), retryAt: 5),
      .unavailable(reason: .attempt(.refused), retryAt: nil),
    ] as [CallEnd] {
      #expect(try !kept(end).isEmpty)
    }
    for answer in [Answer.result(["revision": 3]), .refusal(ErrorObject(.denied, "no"))] {
      #expect(try !kept(answer).isEmpty)
    }
    let pick = try ExtensionRequest(method: .pick, params: ["includeEntireCategory": false])
    for question in [Question.stillness, .request(pick)] {
      #expect(try !kept(question).isEmpty)
    }
  }

  @Test func `a program belongs to the family before its first dot, and programs are in order of their names`() {
    #expect(ProgramID("homework.a.b").family == "homework" && ProgramID("homework").family == "homework")
    #expect(ProgramID("a.b") < ProgramID("a.c") && !(ProgramID("a.b") < ProgramID("a.b")))
    #expect(CallID(1) < CallID(2) && !(CallID(2) < CallID(2)) && "\(ProgramID("a.b"))" == "a.b")
    #expect(CallEnd.replied([:]).isReply)
    for end in [
      .malformed(ErrorObject(.schema, "x")), .denied(ErrorObject(.denied, "x")), .failed(ErrorObject(.busy, "x")),
      .fallback(reason: .process(.deadline)), .unavailable(reason: .process(.deadline), retryAt: nil),
    ] as [CallEnd] {
      #expect(!end.isReply)
    }
  }
}
