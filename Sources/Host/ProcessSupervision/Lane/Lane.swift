// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

public import ExtensionProtocol

/// The device as a lane uses it during a callback. Calls block until the device has answered.
public protocol LanePeer: AnyObject {
  /// Asks the device and waits for its answer.
  func ask(_ question: Question, _ id: QuestionID) -> Answer
  /// Passes on a reply at a point with effects, and waits for the verdict.
  func conclude(_ call: CallID, _ reply: WireValue) -> ReplyVerdict
  /// The error in the form of a reply, if there is one. A pure function of its arguments.
  func fault(of reply: WireValue, from program: ProgramID) -> ErrorObject?
}

/// The conversations with one extension, one at a time: launch, hello, request, questions, reply, deadline, teardown.
///
/// A lane blocks on pipes and has no access to the device's state. It reports its observations as values.
public final class Lane {
  public let program: ProgramID
  let supervised: SupervisedExtension

  public init(_ supervised: SupervisedExtension) {
    self.supervised = supervised
    program = ProgramID(supervised.configuration.id)
  }

  /// Performs one callback.
  ///
  /// - Parameter now: the host's clock in milliseconds; deadlines use real monotonic time.
  ///
  /// - Returns: how it ended; `nil` if the peer has already concluded the reply.
  public func perform(_ call: CallID, _ message: any ApprovedMessage, now: Int64, peer: any LanePeer) -> CallEnd? {
    let point = supervised.configuration.point
    supervised.prepare(forBare: message.needsBareProcess, now: now)
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

  /// Cancels the callback in flight, from any thread. Its process is killed, which does not count as the extension's
  /// failure.
  package func cancel() { supervised.interruption.interrupt(.cancelled) }

  /// Clears a cancellation before the next callback.
  package func endCancelled() { supervised.interruption.clear() }

  /// Advances the host's clock to `now`: stops idle processes, ends back-off, and serves requests outside callbacks.
  public func tick(now: Int64) { supervised.tick(now: now) }

  /// Ends the process, if there is one; pending deliveries stay pending.
  public func stop(_ reason: Shutdown.Reason, now: Int64) { supervised.stop(reason, now: now) }

  /// Kills the process immediately, because the authorization was revoked.
  public func revoke(now: Int64) { supervised.revoke(now: now) }

  /// Clears the failure record, for `sallyport reset`.
  public func reset(now: Int64) { supervised.reset(now: now) }

  /// Holds the program back because too many deliveries wait for it.
  public func quarantine(now: Int64) { supervised.quarantineForBacklog(now: now) }

  public func keepWarm(now: Int64) { supervised.keepWarm(now: now) }
  public func coolDown(now: Int64) { supervised.coolDown(now: now) }

  /// The time at which a tick next has work, in the host's milliseconds; `nil` if only a call can change that.
  public var nextTick: Int64? { supervised.nextTick }

  /// The budget that the newest process exceeded, for which the host ended it.
  public var exceededBudget: ExceededBudget? { supervised.exceededBudget }

  /// The reason of the last failed launch, for the message to a person.
  public var launchFailure: String? { supervised.lastLaunchFailure?.message }
  /// The grade observed for the running process.
  public var grade: String? { supervised.conversation?.child.grade }
  /// The failures of this build.
  public var record: RestartRecord { supervised.lifecycle.record }
}
