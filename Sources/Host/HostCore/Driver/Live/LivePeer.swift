// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ExtensionProtocol
import Foundation
import ProcessSupervision
import Surfaces
import Synchronization

/// A lane's peer when the lane runs on its own thread: posts questions and replies to the mailbox and waits for the
/// device's answers.
final class LivePeer: LanePeer, Sendable {
  private struct State {
    var answers: [QuestionID: Answer] = [:]
    var verdicts: [CallID: ReplyVerdict] = [:]
    /// The question and the reply that the lane waits for.
    var question: QuestionID?
    var reply: CallID?
    var isClosed = false
  }

  private let program: ProgramID
  private let point: ExtensionPoint
  private let assets: AssetCatalog
  private let rate: QuestionRate
  private let mailbox: Mailbox
  private let state = Mutex(State())
  private let answered = DispatchSemaphore(value: 0)

  init(_ program: HostedProgram, assets: AssetCatalog, rate: QuestionRate, mailbox: Mailbox) {
    self.program = program.id
    point = program.point
    self.assets = assets
    self.rate = rate
    self.mailbox = mailbox
  }

  // MARK: - On the lane's thread

  func ask(_ question: Question, _ id: QuestionID) -> Answer {
    if case .request = question, !rate.takes(at: .now) {
      // The pause blocks only the lane of the program that floods.
      Thread.sleep(forTimeInterval: 1 / QuestionRate.perSecond)
      return .refusal(
        ErrorObject(
          .rateLimited, "The family asks more than \(QuestionRate.atOnce) questions at once; ask fewer.",
          limit: "questions", maximum: Int64(QuestionRate.atOnce)))
    }
    guard begin({ $0.question = id }) else { return .refusal(.ofStop) }
    mailbox.post(.input(.asked(id, question)), from: program)
    answered.wait()
    return state.withLock { state in
      state.question = nil
      return state.answers.removeValue(forKey: id) ?? .refusal(.ofNoCall)
    }
  }

  func conclude(_ call: CallID, _ reply: WireValue) -> ReplyVerdict {
    guard begin({ $0.reply = call }) else { return .denied(.ofStop) }
    mailbox.post(.input(.ended(call, .replied(reply))), from: program)
    answered.wait()
    return state.withLock { state in
      state.reply = nil
      return state.verdicts.removeValue(forKey: call) ?? .denied(.ofNoCall)
    }
  }

  func fault(of reply: WireValue, from program: ProgramID) -> ErrorObject? {
    ReplyForm.fault(of: reply, at: point, assets: assets)
  }

  private func begin(_ wait: (inout sending State) -> Void) -> Bool {
    state.withLock { state in
      guard !state.isClosed else { return false }
      wait(&state)
      return true
    }
  }

  // MARK: - On the driver's thread

  /// Delivers an answer. Drops it if no lane waits for it.
  func answer(_ id: QuestionID, _ answer: Answer) {
    wake { state in
      guard state.question == id, state.answers[id] == nil else { return false }
      state.answers[id] = answer
      return true
    }
  }

  func conclude(_ call: CallID, _ verdict: ReplyVerdict) {
    wake { state in
      guard state.reply == call, state.verdicts[call] == nil else { return false }
      state.verdicts[call] = verdict
      return true
    }
  }

  /// Refuses what the lane of a cancelled callback waits for.
  func cancel(_ call: CallID) {
    if let question = state.withLock(\.question), question.call == call { answer(question, .refusal(.ofNoCall)) }
    conclude(call, .denied(.ofNoCall))
  }

  /// Refuses whatever the lane waits for and everything after, because the host stops.
  func close() {
    let (question, reply) = state.withLock { state in
      state.isClosed = true
      return (state.question, state.reply)
    }
    if let question { answer(question, .refusal(.ofStop)) }
    if let reply { conclude(reply, .denied(.ofStop)) }
  }

  private func wake(_ change: (inout sending State) -> Bool) {
    if state.withLock({ change(&$0) }) { answered.signal() }
  }
}

extension ErrorObject {
  fileprivate static let ofStop = ErrorObject(.busy, "The host stops.", retry: .after)
}
