// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ExtensionProtocol
import Foundation
import ProcessSupervision
import ScreenTimeRules
import Surfaces
import Synchronization
import Testing

@testable import HostCore

/// How a lane waits for the device's answers. A thread of the test plays the lane.
@Suite struct LivePeerTests {
  private static let question = Question.request(.authorize(AuthorizeParams(member: .individual)))
  private let mailbox: Mailbox
  private let rate = QuestionRate()
  private let peer: LivePeer

  init() throws {
    let life = try PlayedLife()
    mailbox = try Mailbox([ProgramID("homework.app")])
    let program = try #require(life.facts.owners.registry.program(ProgramID("homework.app")))
    peer = LivePeer(program, assets: AssetCatalog(), rate: rate, mailbox: mailbox)
  }

  private final class Result<Value: Sendable>: Sendable {
    private let value = Mutex<Value?>(nil)
    private let isThere = DispatchSemaphore(value: 0)

    func set(_ new: Value) {
      value.withLock { $0 = new }
      isThere.signal()
    }

    var found: Value? {
      isThere.wait()
      return value.withLock { $0 }
    }
  }

  private func onLane<Value: Sendable>(_ body: @escaping @Sendable (LivePeer) -> Value) -> Result<Value> {
    let (result, peer) = (Result<Value>(), peer)
    Thread.detachNewThread { result.set(body(peer)) }
    return result
  }

  /// Waits for the lane's next report to the device.
  private func reported() -> String {
    while true {
      for report in mailbox.drain() {
        switch report {
        case .input(.asked(let id, _)): return "asked \(id.call.number).\(id.number)"
        case .input(.ended(let call, .replied(let reply))): return "replied \(call.number) \(reply)"
        default: return "another report"
        }
      }
      var one = pollfd(fd: mailbox.signal.descriptor, events: Int16(POLLIN), revents: 0)
      _ = poll(&one, 1, -1)
      _ = mailbox.signal.take()
    }
  }

  private func id(_ call: Int64, _ number: Int) -> QuestionID { QuestionID(CallID(call), number) }

  private func says(_ answer: Answer?) -> String {
    switch answer {
    case .result(let value): "\(value)"
    case .refusal(let error): "\(error.code.kind ?? "\(error.code)"): \(error.message) \(error.retry?.rawValue ?? "-")"
    case nil: "nothing"
    }
  }

  private func says(_ verdict: ReplyVerdict?) -> String {
    switch verdict {
    case .accepted: "accepted"
    case .denied(let error), .malformed(let error): says(.refusal(error))
    case nil: "nothing"
    }
  }

  private static let cancelled = "cancelled: The callback is not in flight any more. same"
  private static let stopped = "busy: The host stops. after"

  @Test func `a question gets its own answer, and the first one`() {
    let other = id(1, 1)
    // Nothing has been asked yet, so these are dropped.
    peer.answer(id(1, 2), .result("early"))
    peer.conclude(CallID(1), .accepted)
    let answer = onLane { $0.ask(Self.question, QuestionID(CallID(1), 2)) }
    #expect(reported() == "asked 1.2")
    peer.answer(other, .result("another question's"))
    peer.answer(id(1, 2), .result("first"))
    peer.answer(id(1, 2), .result("second"))
    #expect(says(answer.found) == says(.result("first")))
    let verdict = onLane { $0.conclude(CallID(2), ["effects": []]) }
    #expect(reported().hasPrefix("replied 2"))
    peer.conclude(CallID(1), .accepted)
    peer.conclude(CallID(2), .denied(ErrorObject(.denied, "No.")))
    peer.conclude(CallID(2), .accepted)
    #expect(says(verdict.found) == "denied: No. never")
    let again = onLane { $0.ask(.stillness, QuestionID(CallID(3), 1)) }
    #expect(reported() == "asked 3.1")
    peer.answer(id(3, 1), .result([:]))
    #expect(says(again.found) == says(.result([:])))
  }

  @Test func `a lane whose callback is cancelled is refused what it waits for`() {
    let answer = onLane { $0.ask(Self.question, QuestionID(CallID(1), 1)) }
    #expect(reported() == "asked 1.1")
    peer.cancel(CallID(2))
    peer.cancel(CallID(1))
    #expect(says(answer.found) == Self.cancelled)
    let verdict = onLane { $0.conclude(CallID(1), [:]) }
    #expect(reported().hasPrefix("replied 1"))
    peer.cancel(CallID(2))
    peer.cancel(CallID(1))
    #expect(says(verdict.found) == Self.cancelled)
  }

  @Test func `an answer that comes again when the lane has gone on is not that of its next question`() {
    for text in ["first", "second"] {
      let answer = onLane { $0.ask(Self.question, QuestionID(CallID(1), 1)) }
      #expect(reported() == "asked 1.1")
      peer.answer(id(1, 1), .result(.string(text)))
      #expect(says(answer.found) == says(.result(.string(text))))
      peer.answer(id(1, 1), .result("late"))
    }
  }

  @Test func `a verdict that comes again when the lane has gone on is not that of its next reply`() {
    for _ in 0..<2 {
      let verdict = onLane { $0.conclude(CallID(1), [:]) }
      #expect(reported().hasPrefix("replied 1"))
      peer.conclude(CallID(1), .accepted)
      #expect(says(verdict.found) == "accepted")
      peer.cancel(CallID(1))
    }
  }

  @Test func `a host that stops refuses what lanes wait for, and everything after`() {
    let answer = onLane { $0.ask(Self.question, QuestionID(CallID(1), 1)) }
    #expect(reported() == "asked 1.1")
    peer.close()
    #expect(says(answer.found) == Self.stopped)
    #expect(
      says(peer.ask(Self.question, id(1, 2))) == Self.stopped && says(peer.conclude(CallID(1), [:])) == Self.stopped)
    #expect(mailbox.count == 0)
  }

  @Test func `a host that stops denies a reply that waits`() {
    let verdict = onLane { $0.conclude(CallID(1), [:]) }
    #expect(reported().hasPrefix("replied 1"))
    peer.close()
    #expect(says(verdict.found) == Self.stopped)
  }

  @Test func `a question beyond the family's rate is refused by name and does not reach the device`() {
    for _ in 0..<QuestionRate.atOnce { _ = rate.takes(at: .now) }
    while rate.takes(at: .now) {}
    let refusal = peer.ask(Self.question, id(1, 1))
    #expect(says(refusal) == "rateLimited: The family asks more than 64 questions at once; ask fewer. after")
    guard case .refusal(let error) = refusal else { return }
    #expect(error.limit == "questions" && error.maximum == 64 && mailbox.count == 0)
    // The report's own question is not counted.
    let answer = onLane { $0.ask(.stillness, QuestionID(CallID(1), 2)) }
    #expect(reported() == "asked 1.2")
    peer.answer(id(1, 2), .result([:]))
    #expect(says(answer.found) == says(.result([:])))
  }

  @Test func `a reply is checked for the form of its program's point`() {
    #expect(peer.fault(of: ["effects": []], from: ProgramID("homework.app")) == nil)
    let fault = peer.fault(of: ["effects": [["kind": 1]]], from: ProgramID("homework.app"))
    #expect(fault?.code == ErrorObject(.schema, "").code && fault?.pointer == "/effects/0/kind")
    #expect(
      ReplyForm.fault(of: ["response": "close", "effects": []], at: .shieldAction, assets: AssetCatalog()) == nil)
    for point in [ExtensionPoint.shieldAction, .report, .shieldConfiguration, .monitor] {
      let fault = ReplyForm.fault(of: ["other": 1], at: point, assets: AssetCatalog())
      #expect(fault != nil && (fault?.pointer == nil) == point.isSealed, "\(point)")
    }
    for point in [ExtensionPoint.widget, .focusFilter] {
      #expect(ReplyForm.fault(of: ["other": 1], at: point, assets: AssetCatalog()) == nil)
    }
  }
}
