// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

public import ExtensionProtocol

/// What a lane tells while a callback is on it, and whom it waits for.
public protocol LanePeer: AnyObject {
  /// Asks the device and waits for its answer.
  func ask(_ question: Question, _ id: QuestionID) -> Answer
  /// Hands in a reply of a point with effects, and waits for what became of it.
  func conclude(_ call: CallID, _ reply: WireValue) -> ReplyVerdict
  /// What is wrong with the form of a reply, if anything; a pure function of the two.
  func fault(of reply: WireValue, from program: ProgramID) -> ErrorObject?
}

/// The conversations with one extension, one at a time: launch, hello, request, questions, reply, deadline, teardown.
///
/// A lane blocks on pipes and knows nothing of the device's state. What it sees comes back as values.
public final class Lane {
  public let program: ProgramID
  let supervised: SupervisedExtension

  public init(_ supervised: SupervisedExtension) {
    self.supervised = supervised
    program = ProgramID(supervised.configuration.id)
  }

  /// Performs one callback.
  ///
  /// - Parameter now: the host's clock in milliseconds; deadlines run on real monotonic time (§9).
  /// - Returns: how it ended; `nil` when the peer has concluded the reply already.
  public func perform(_ call: CallID, _ message: any ApprovedMessage, now: Int64, peer: any LanePeer) -> CallEnd? {
    let point = supervised.configuration.point
    var questions = 0
    func ask(_ question: Question) -> Answer {
      questions += 1
      return peer.ask(question, QuestionID(call, questions))
    }
    var isConcluded = false
    var sealedReply: WireValue?
    let outcome = supervised.perform(
      PerformCall(
        prepare: { id, seal in
          if point == .report, case .refusal(let error) = ask(.stillness) { throw error }
          return try message.outgoing(as: id, toProcessWith: seal.differences)
        },
        answer: { request in
          switch ask(.request(request)) {
          case .result(let value): .success(value)
          case .refusal(let error): .failure(error)
          }
        },
        judge: { [program] reply in
          if let fault = peer.fault(of: reply, from: program) { return .malformed(fault) }
          guard !point.isSealed else {
            sealedReply = reply
            return .accepted
          }
          isConcluded = true
          return peer.conclude(call, reply)
        }), now: now)
    switch outcome {
    case .accepted: return isConcluded ? nil : sealedReply.map(CallEnd.replied)
    case .denied(let error): return isConcluded ? nil : .denied(error)
    case .malformed(let error): return .malformed(error)
    case .failed(let error): return .failed(error)
    case .fallback(let reason): return .fallback(reason: reason)
    case .unavailable(let reason, let retryAt): return .unavailable(reason: reason, retryAt: retryAt)
    }
  }

  /// Ends the callback that is in flight, from any thread: its process is killed, which is not put down to the extension.
  package func cancel() { supervised.interruption.interrupt(.cancelled) }

  /// A callback that was cancelled is over; the next one is another matter.
  package func endCancelled() { supervised.interruption.clear() }

  /// Lets the host's clock reach `now`: idle stops, ends of back-off, requests that came unasked.
  public func tick(now: Int64) { supervised.tick(now: now) }

  /// Ends the process, if there is one; pending deliveries stay pending.
  public func stop(_ reason: Shutdown.Reason, now: Int64) { supervised.stop(reason, now: now) }

  /// Kills at once: approval was taken back.
  public func revoke(now: Int64) { supervised.revoke(now: now) }

  /// Starts with a clean record, as `sallyport reset` asks.
  public func reset(now: Int64) { supervised.reset(now: now) }

  public func keepWarm(now: Int64) { supervised.keepWarm(now: now) }
  public func coolDown(now: Int64) { supervised.coolDown(now: now) }

  /// When a tick has something to do next, in the host's milliseconds; `nil`: not before something is asked.
  public var nextTick: Int64? { supervised.nextTick }

  /// Why the last launch failed, for the message a person sees.
  public var launchFailure: String? { supervised.lastLaunchFailure?.message }
  /// The grade that the process which runs now was seen to have.
  public var grade: String? { supervised.conversation?.child.grade }
  /// The strikes of this build.
  public var record: RestartRecord { supervised.lifecycle.record }
}
