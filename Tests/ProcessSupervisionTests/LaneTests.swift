// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ExtensionProtocol
import ExtensionTransport
import Foundation
import Synchronization
import Testing
import WrittenCodes

@testable import ProcessSupervision

/// A lane between a device and a script in this process: how each callback ends, and what the device is asked before.
@Suite struct LaneTests {
  @Test func `a reply at a point with effects is concluded by the device, whatever the verdict`() {
    for (reply, verdict) in [
      ([:], .accepted), (["deny": 1], .denied(ErrorObject(.denied, "no"))),
      (["bad": 1], .malformed(ErrorObject(.schema, "what?"))),
    ] as [(WireValue, ReplyVerdict)] {
      let scene = LaneScene(.monitor, answering: [.reply(reply)])
      scene.peer.verdict = verdict
      let end = scene.perform()
      if case .malformed(let error) = verdict {
        #expect(end == .malformed(error))
      } else {
        #expect(end == nil)
      }
      #expect(scene.peer.concluded == [reply] && scene.peer.asked.isEmpty)
    }
  }

  @Test func `a reply of another form ends at its lane, and the device is not asked for a verdict`() {
    for point in [ExtensionPoint.monitor, .report] {
      let scene = LaneScene(point, answering: [.reply([:])])
      scene.peer.fault = ErrorObject(.schema, "what?")
      #expect(scene.perform() == .malformed(ErrorObject(.schema, "what?")))
      #expect(scene.peer.concluded.isEmpty)
    }
  }

  @Test func `a sealed reply is the end itself, after the family has been suspended`() {
    let scene = LaneScene(.report, answering: [.reply(["view": 1])])
    #expect(scene.perform() == .replied(["view": 1]))
    #expect(scene.peer.concluded.isEmpty)
    #expect(scene.peer.asked.map(\.question) == [.stillness] && scene.peer.asked.map(\.id.number) == [1])
    let busy = LaneScene(.report, answering: [.reply([:])])
    busy.peer.answer = .refusal(ErrorObject(.busy, "The family is busy."))
    guard case .denied(let error) = busy.perform() else {
      Issue.record("was not denied")
      return
    }
    #expect(error.code == .denied)
    // No other point waits for the family.
    let shield = LaneScene(.shieldConfiguration, answering: [.reply([:])])
    #expect(shield.perform() == .replied([:]) && shield.peer.asked.isEmpty)
  }

  @Test func `requests are numbered within their callback, and their answers reach the program`() {
    let scene = LaneScene(.app, features: ["commit"], answering: [.commit(1), .commit(2), .reply([:])])
    scene.peer.answer = .result(["revision": 7])
    #expect(scene.perform(call: 5) == nil)
    #expect(scene.peer.asked.map(\.id) == [QuestionID(CallID(5), 1), QuestionID(CallID(5), 2)])
    #expect(scene.script.heard == ["result", "result"])
    let refused = LaneScene(.app, features: ["commit"], answering: [.commit(1), .reply([:])])
    refused.peer.answer = .refusal(ErrorObject(.denied, "no"))
    #expect(refused.perform() == nil && refused.script.heard == ["denied"])
  }

  @Test func `a callback without a reply ends with its reason, and one without a process says when to try again`() {
    let failing = LaneScene(.monitor, answering: [.error])
    guard case .failed(let error) = failing.perform() else {
      Issue.record("did not fail")
      return
    }
    #expect(error.message == "my own words")
    let leaving = LaneScene(.monitor, answering: [.leave])
    #expect(leaving.perform() == .fallback(reason: "exit.withoutReply"))
    #expect(leaving.lane.record.strikes.count == 1)
    guard case .unavailable(let reason, let retryAt?) = leaving.perform() else {
      Issue.record("was available")
      return
    }
    #expect(reason == "backingOff" && leaving.lane.nextTick == retryAt)
    leaving.lane.reset(now: 0)
    #expect(leaving.lane.record == RestartRecord() && leaving.lane.nextTick == nil)
    // A request that the host refuses to make does not count as a failure of the program.
    let denied = LaneScene(.monitor, answering: [.reply([:])])
    denied.message.refusal = "it is not for you"
    guard case .denied(let why) = denied.perform() else {
      Issue.record("was sent")
      return
    }
    #expect(why.message.contains("it is not for you") && denied.lane.record.strikes.isEmpty)
  }

  @Test func `a lane passes on what its host orders`() {
    let scene = LaneScene(.monitor, answering: [.reply([:]), .reply([:])])
    #expect(scene.lane.grade == nil && scene.lane.program == ProgramID("homework.puppet"))
    #expect(scene.perform() == nil && scene.lane.grade == "script")
    scene.lane.tick(now: 9_999)
    #expect(scene.lane.grade != nil && scene.lane.nextTick == 10_000)
    scene.lane.tick(now: 10_000)
    #expect(scene.lane.grade == nil)
    #expect(scene.perform(now: 20_000) == nil)
    scene.lane.revoke(now: 20_000)
    #expect(scene.lane.grade == nil)
    scene.lane.quarantine(now: 20_000)
    #expect(scene.lane.supervised.lifecycle.state == .quarantined(until: 620_000))
    let report = LaneScene(.report, answering: [.reply([:])])
    report.lane.keepWarm(now: 0)
    #expect(report.lane.grade == "script")
    report.lane.coolDown(now: 0)
    #expect(report.lane.grade == nil)
    report.lane.keepWarm(now: 0)
    report.lane.stop(.hostStopping, now: 0)
    #expect(report.lane.grade == nil && report.lane.exceededBudget == nil && report.lane.launchFailure == nil)
  }

  @Test func `jobs of a thread run in order, a cancelled one not at all, and none after it is closed`() async throws {
    try await Waiting.run {
      let scene = LaneScene(.monitor, answering: [])
      let thread = LaneThread(scene.lane, now: { 0 })
      let order = Order()
      let (gate, done) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
      thread.run(CallID(1)) { _ in gate.wait() }
      for number in 2...6 {
        thread.run(CallID(Int64(number))) { _ in order.add(number) }
      }
      thread.cancel(CallID(4))
      thread.run { _ in done.signal() }
      #expect(order.all.isEmpty)
      gate.signal()
      #expect(done.wait(timeout: .now() + 20) == .success)
      #expect(order.all == [2, 3, 5, 6])
      #expect(!thread.waitForEnd(until: .now()))
      thread.close()
      #expect(thread.waitForEnd(until: .now() + 20))
      thread.run { _ in order.add(7) }
      usleep(50_000)
      #expect(order.all.count == 4)
      let unused = LaneThread(scene.lane, now: { 0 })
      unused.close()
      #expect(unused.waitForEnd(until: .now()))
    }
  }

  @Test func `a thread without jobs sleeps until its lane has work of its own`() async throws {
    try await Waiting.run {
      let scene = LaneScene(.monitor, answering: [.reply([:])])
      #expect(scene.perform() == nil && scene.lane.nextTick == 10_000)
      let looks = Order()
      let done = DispatchSemaphore(value: 0)
      let thread = LaneThread(scene.lane) {
        looks.add(0)
        return 0
      }
      thread.run { _ in done.signal() }
      #expect(done.wait(timeout: .now() + 20) == .success)
      usleep(100_000)
      #expect(looks.all.count < 10)
      thread.close()
      #expect(thread.waitForEnd(until: .now() + 20))
      // A closed thread takes no job, and is not started again for one.
      let count = looks.all.count
      thread.run { _ in looks.add(1) }
      usleep(50_000)
      #expect(looks.all.count == count)
    }
  }

  @Test func `closing a thread interrupts its current job`() async throws {
    try await Waiting.run {
      let thread = LaneThread(LaneScene(.monitor, answering: []).lane, now: { 0 })
      let begins = DispatchSemaphore(value: 0)
      thread.run { lane in
        begins.signal()
        lane.supervised.interruption.wait(.seconds(60))
      }
      #expect(begins.wait(timeout: .now() + 20) == .success)
      thread.close()
      #expect(thread.waitForEnd(until: .now() + 20))
    }
  }

  @Test func `closing a thread drops its waiting jobs`() async throws {
    try await Waiting.run {
      let thread = LaneThread(LaneScene(.monitor, answering: []).lane, now: { 0 })
      let order = Order()
      let (begins, gate) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
      thread.run { _ in
        begins.signal()
        gate.wait()
      }
      for number in 1...3 { thread.run(CallID(Int64(number))) { _ in order.add(number) } }
      #expect(begins.wait(timeout: .now() + 20) == .success)
      thread.close()
      gate.signal()
      #expect(thread.waitForEnd(until: .now() + 20) && order.all.isEmpty)
    }
  }

  @Test func `cancelling the callback that runs interrupts it, and no other callback`() async throws {
    try await Waiting.run {
      let scene = LaneScene(.monitor, answering: [])
      let thread = LaneThread(scene.lane, now: { 0 })
      let (begins, ends) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
      for number in 1...2 as ClosedRange<Int64> {
        thread.run(CallID(number)) { lane in
          begins.signal()
          lane.supervised.interruption.wait(.seconds(60))
          ends.signal()
        }
        #expect(begins.wait(timeout: .now() + 20) == .success)
        thread.cancel(CallID(3 - number))
        #expect(ends.wait(timeout: .now() + 0.05) == .timedOut)
        thread.cancel(CallID(number))
        #expect(ends.wait(timeout: .now() + 20) == .success)
      }
      thread.close()
      #expect(thread.waitForEnd(until: .now() + 20))
    }
  }

  @Test func `a script takes no message once it is closed, killed or at the end of its input`() throws {
    let hello = Envelope.request(id: RequestID(.host, 1), method: Method.hello.rawValue, params: [:]).wire
    for end in [
      { $0.kill() }, { $0.channel.close() }, { $0.channel.closeSending() },
    ] as [(any ExtensionChild) -> Void] {
      let script = LaneScript([], [])
      let child = try InProcessLaunching(grade: "script") { script }.launch()
      #expect(child.grade == "script" && child.waitForExit(atMost: .zero) == nil)
      _ = try child.channel.send(hello, deadline: nil)
      #expect(try Envelope(wire: child.channel.receiveLine(deadline: nil).value, from: .extension).isReply)
      #expect(throws: ReceiveError.timedOut) { try child.channel.receiveLine(deadline: .now) }
      end(child)
      #expect(child.waitForExit(atMost: .zero) == .exited(status: 0))
      #expect(throws: SendError.closed) { try child.channel.send(hello, deadline: nil) }
      #expect(throws: ReceiveError.endOfFile) { try child.channel.receiveLine(deadline: .now) }
    }
  }

  @Test func `a script has no process, no log and no place, and runs only when it is sent something`() throws {
    let child = try InProcessLaunching(grade: "script") { LaneScript([], []) }.launch()
    #expect(child.processID == 0 && child.sealDifferences() == [] && child.containerExcess == nil)
    #expect(child.log() == CapturedLog(isCountedOnly: true) && child.channel.unreadByteCount == 0)
    #expect(child.holdStill() && child.move(to: [0]) == nil)
    child.letGo()
    child.release()
    #expect(child.waitForExit(atMost: .zero) == nil)
  }
}

extension Envelope {
  fileprivate var isReply: Bool { if case .result = self { true } else { false } }
}

/// The numbers of the jobs that ran.
private final class Order: Sendable {
  private let list = Mutex<[Int]>([])
  var all: [Int] { list.withLock { $0 } }
  func add(_ number: Int) { list.withLock { $0.append(number) } }
}

/// A lane whose program is a script.
private final class LaneScene {
  let peer = PlayedPeer()
  let message = PlayedMessage()
  let script: LaneScript
  let lane: Lane

  init(_ point: ExtensionPoint, features: [String] = [], answering steps: [LaneScript.Step]) {
    let script = LaneScript(features, steps)
    self.script = script
    var configuration = ExtensionConfiguration(id: "homework.puppet", point: point, version: "1.0")
    configuration.killsSealedAtOnce = true
    lane = Lane(
      SupervisedExtension(
        configuration: configuration, launcher: InProcessLaunching(grade: "script") { script },
        lifecycle: ProcessLifecycle(policy: RestartPolicy(seed: 1)), observer: nil))
  }

  func perform(call: Int64 = 1, now: Int64 = 0) -> CallEnd? {
    lane.perform(CallID(call), message, now: now, peer: peer)
  }
}

private final class PlayedMessage: ApprovedMessage {
  private struct Refusal: Error, CustomStringConvertible { var description: String }

  private let text = Mutex<String?>(nil)
  var refusal: String? {
    get { text.withLock { $0 } }
    set { text.withLock { $0 = newValue } }
  }

  func outgoing(as id: RequestID, toProcessWith differences: [String]) throws -> OutgoingRequest {
    if let refusal { throw Refusal(description: refusal) }
    return OutgoingRequest(params: Bench.params)
  }
}

private final class PlayedPeer: LanePeer {
  var answer = Answer.result([:])
  var verdict = ReplyVerdict.accepted
  var fault: ErrorObject?
  private(set) var asked: [(question: Question, id: QuestionID)] = []
  private(set) var concluded: [WireValue] = []

  func ask(_ question: Question, _ id: QuestionID) -> Answer {
    asked.append((question, id))
    return answer
  }

  func conclude(_ call: CallID, _ reply: WireValue) -> ReplyVerdict {
    concluded.append(reply)
    return verdict
  }

  func fault(of reply: WireValue, from program: ProgramID) -> ErrorObject? { fault }
}

/// Answers `hello`, and each callback with the next steps up to a reply.
private final class LaneScript: InProcessScript {
  enum Step {
    case reply(WireValue)
    case error
    case commit(Int64)
    case leave
  }

  private let features: [String]
  private var steps: [Step]
  private var request: RequestID?
  private(set) var hasLeft = false
  /// The answers to its requests: `result`, or the name of the error.
  private(set) var heard: [String] = []

  init(_ features: [String], _ steps: [Step]) { (self.features, self.steps) = (features, steps) }

  func hear(_ envelope: Envelope) -> [WireValue] {
    switch envelope {
    case .request(let id, Method.hello.rawValue, _):
      return [
        Envelope.result(
          id: id,
          result: [
            "extension": "homework.puppet", "features": .array(features.map { .string($0) }), "protocol": 1,
            "schema": 1,
            "version": "1.0",
          ]
        ).wire
      ]
    case .request(let id, Method.perform.rawValue, _):
      request = id
      return next()
    case .request(let id, _, _): return [Envelope.result(id: id, result: [:]).wire]
    case .result:
      heard.append("result")
      return next()
    case .failure(_, let error):
      heard.append(error.code == .denied ? "denied" : "\(error.code)")
      return next()
    case .notification: return []
    }
  }

  private func next() -> [WireValue] {
    guard let request, !steps.isEmpty else { return [] }
    switch steps.removeFirst() {
    case .reply(let value): return [Envelope.result(id: request, result: value).wire]
    case .error: return [Envelope.failure(id: request, error: ErrorObject(.extensionError, "my own words")).wire]
    case .commit(let number):
      return [
        Envelope.request(
          id: RequestID(.extension, number), method: Method.commit.rawValue,
          params: ["effects": [["kind": "refreshShields"]], "within": .string(request.description)]
        ).wire
      ]
    case .leave:
      hasLeft = true
      return []
    }
  }
}
