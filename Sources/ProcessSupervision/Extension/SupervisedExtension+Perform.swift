// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

internal import ExtensionProtocol
internal import ExtensionTransport

// MARK: - One callback

extension SupervisedExtension {
  /// Sends `perform`, answers what is asked, and returns when the callback is over one way or another.
  func converse(_ call: PerformCall, now: Int64) -> PerformOutcome {
    guard var conversation else { return .unavailable(reason: "launch", retryAt: now) }
    let id = conversation.nextHostID()
    conversation.callbacks += 1
    self.conversation = conversation
    let isSealed = configuration.point.isSealed
    let outgoing: OutgoingRequest
    do {
      let differences = isSealed ? conversation.child.sealDifferences() : []
      outgoing = try call.prepare(id, SealEvidence(differences: differences))
    } catch {
      // The host can't make this request (policy, size): nothing was sent, the process is as good as before.
      return .denied(ErrorObject(.denied, String(describing: error)))
    }
    take(.performSent(id), now: now)
    var watch = CallbackWatch(
      deadline: .after(configuration.deadline), confirmsAck: conversation.features.contains(.ack) && !isSealed)
    do {
      let method = Method.perform.rawValue
      try send(.request(id: id, method: method, params: outgoing.params), deadline: watch.deadline)
      for frame in outgoing.data {
        try send(.notification(method: Method.data.rawValue, params: frame), deadline: watch.deadline)
      }
    } catch .closed where !outgoing.data.isEmpty {
      // An early reply may close the pipe before all data is taken; the reply decides.
    } catch {
      return fall(sendFailure(error), now: now)
    }
    return awaitReply(id, call, &watch, now: now)
  }

  private func awaitReply(
    _ id: RequestID, _ call: PerformCall, _ watch: inout CallbackWatch, now: Int64
  ) -> PerformOutcome {
    while true {
      let line: ReceivedLine
      do throws(ReceiveError) {
        line = try receive(deadline: watch.nextLook)
      } catch .timedOut {
        if let verdict = verdictOnSilence(&watch) { return fall(.unresponsive(verdict: verdict), now: now) }
        if watch.isOver { return missDeadline(id, now: now) }
        continue
      } catch .violation(let violation, _) {
        return fall(.violation(row: violation.kind.rawValue), now: now)
      } catch {
        return fall(exitEvent(otherwise: .exited(status: 0)), now: now)
      }
      guard let envelope = try? Envelope(wire: line.value, from: .extension) else {
        return fall(.violation(row: "envelope"), now: now)
      }
      switch envelope {
      case .result(id, let result): return settle(call.judge(result), now: now)
      case .failure(id, let error):
        take(configuration.point.isSealed ? .sealedDone : .replyError, now: now)
        return .failed(error)
      case .result(let stray, _), .failure(let stray, _):
        return fall(.violation(row: conversation?.reasonForStrayReply(stray) ?? "reply.unknown"), now: now)
      case .notification(Method.ack.rawValue, let params) where watch.confirmsAck:
        guard let ack = try? Ack(wire: params, at: "/params", from: .extension), ack.request == id, watch.takesAck()
        else { return fall(.violation(row: "method"), now: now) }
      case .notification: return fall(.violation(row: "method"), now: now)
      case .request(let requestID, let method, let params):
        if let fault = serve(requestID, method, params, callback: id, call.answer, &watch) {
          return fall(fault, now: now)
        }
      }
    }
  }

  private func settle(_ verdict: ReplyVerdict, now: Int64) -> PerformOutcome {
    if configuration.point.isSealed { return settleSealed(verdict, now: now) }
    switch verdict {
    case .accepted:
      take(.replyAccepted, now: now)
      return .accepted
    case .denied(let error):
      take(.replyDenied, now: now)
      return .denied(error)
    case .malformed(let error):
      take(.replyMalformed, now: now)
      return .malformed(error)
    }
  }

  /// The process lives until its deadline whatever it does (SE6); a further byte meanwhile voids the answer (§8).
  private func settleSealed(_ verdict: ReplyVerdict, now: Int64) -> PerformOutcome {
    let patience: Duration = configuration.killsSealedAtOnce ? .zero : configuration.deadline
    do throws(ReceiveError) {
      _ = try receive(deadline: .after(patience))
      return fall(.violation(row: "reply.duplicate"), now: now)
    } catch .timedOut, .endOfFile {
      take(.sealedDone, now: now)
    } catch {
      return fall(.violation(row: "reply.duplicate"), now: now)
    }
    switch verdict {
    case .accepted: return .accepted
    case .denied(let error): return .denied(error)
    case .malformed(let error): return .malformed(error)
    }
  }

  /// At the deadline the fallback is taken; unless sealed, a reply within 250 ms of `cancel` is `late` (§9).
  private func missDeadline(_ id: RequestID, now: Int64) -> PerformOutcome {
    guard !configuration.point.isSealed else { return fall(.deadlineMissed, now: now) }
    let grace = MonotonicTime.after(.milliseconds(250))
    let cancel = Cancel(request: id, reason: .deadline)
    if conversation?.features.contains(.cancel) == true {
      try? send(.notification(method: Method.cancel.rawValue, params: cancel.wire), deadline: grace)
    }
    while let line = try? receive(deadline: grace), let envelope = try? Envelope(wire: line.value, from: .extension) {
      switch envelope {
      case .result(id, _), .failure(id, _):
        take(.replyLate, now: now)
        return .fallback(reason: "late")
      default: continue
      }
    }
    return fall(.deadlineMissed, now: now)
  }

  /// Ends the process for a fault and takes the point's typed fallback.
  private func fall(_ event: ProcessEvent, now: Int64) -> PerformOutcome {
    take(event, now: now)
    return .fallback(reason: event.reason)
  }

  private func sendFailure(_ error: SendError) -> ProcessEvent {
    switch error {
    case .noProgress, .timedOut: .unresponsive(verdict: "notReading")
    case .closed, .failed, .violation: exitEvent(otherwise: .exited(status: 0))
    }
  }

  /// Half a second after the request: was the line read, and did the reader say so? (§9)
  private func verdictOnSilence(_ watch: inout CallbackWatch) -> String? {
    guard watch.looksForLife(), let child = conversation?.child else { return nil }
    if child.channel.unreadByteCount > 0 {
      return ProcessFile.isStopped(child.processID) ? nil : "notReading"
    }
    return watch.confirmsAck && !watch.isAcked ? "readerStuck" : nil
  }
}

/// The clock of one callback: it stands still while the host answers a request (§7).
struct CallbackWatch {
  private(set) var deadline: MonotonicTime
  private var lifeCheck: MonotonicTime?
  let confirmsAck: Bool
  private(set) var isAcked = false
  var requests = 0

  init(deadline: MonotonicTime, confirmsAck: Bool) {
    self.deadline = deadline
    self.confirmsAck = confirmsAck
    lifeCheck = .after(.milliseconds(500))
  }

  var nextLook: MonotonicTime { lifeCheck.map { min($0, deadline) } ?? deadline }
  var isOver: Bool { deadline <= .now }

  /// Once per callback.
  mutating func takesAck() -> Bool {
    defer { isAcked = true }
    return !isAcked
  }

  /// Whether the moment to look for life has come; it comes once.
  mutating func looksForLife() -> Bool {
    guard let lifeCheck, lifeCheck <= .now else { return false }
    self.lifeCheck = nil
    return true
  }

  mutating func standStill(_ body: () -> Void) {
    let start = MonotonicTime.now
    body()
    let pause = MonotonicTime.now - start
    deadline = deadline + pause
    lifeCheck = lifeCheck.map { $0 + pause }
  }
}
