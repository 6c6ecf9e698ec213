// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

internal import ExtensionProtocol
internal import ExtensionTransport

// MARK: - One callback

extension SupervisedExtension {
  /// Sends `perform`, answers the extension's requests, and returns when the callback has ended.
  func converse(_ call: PerformCall, now: Int64) -> PerformOutcome {
    guard let conversation else { return .unavailable(reason: .attempt(.launch), retryAt: now) }
    let id = conversation.upcomingHostID
    let outgoing: OutgoingRequest
    do {
      let differences = configuration.point.isSealed ? conversation.child.sealDifferences() : []
      outgoing = try call.prepare(id, SealEvidence(differences: differences))
    } catch {
      // The host can't make this request (policy, size). Nothing was sent, so the process stays usable.
      return .denied(ErrorObject(.denied, String(describing: error)))
    }
    var failure: SendError?
    do throws(SendError) {
      let request = Envelope.request(id: id, method: Method.perform.rawValue, params: outgoing.params)
      try send(request, deadline: clock.after(configuration.deadline))
    } catch .violation(let violation) {
      let maximum = Int64(conversation.child.channel.limits.sent.lineBytes)
      return .denied(ErrorObject(.tooLarge, violation.description, limit: "lineBytes", maximum: maximum))
    } catch {
      failure = error
    }
    self.conversation?.useHostID()
    self.conversation?.callbacks += 1
    take(.performSent(id), now: now)
    var watch = CallbackWatch(
      clock, allowing: configuration.deadline, liveness: configuration.liveness,
      confirmsAck: conversation.features.contains(.ack),
      throttledBefore: conversation.child.throttledMicroseconds)
    if let failure { return fall(sendFailure(failure), watch, now: now) }
    return awaitReply(id, call, outgoing.data[...], &watch, now: now)
  }

  /// Sends the data frames as long as nothing is received; an early reply ends the sending.
  private func awaitReply(
    _ id: RequestID, _ call: PerformCall, _ data: ArraySlice<WireValue>, _ watch: inout CallbackWatch, now: Int64
  ) -> PerformOutcome {
    var data = data
    var blockage: ProcessEvent?
    while true {
      let line: ReceivedLine
      do throws(ReceiveError) {
        line = try receive(deadline: data.isEmpty && blockage == nil ? watch.nextLook : clock.now)
      } catch .timedOut {
        if let blockage { return fall(blockage, watch, now: now) }
        if let frame = data.popFirst() {
          do throws(SendError) {
            try send(frame: frame, deadline: watch.deadline)
          } catch .closed {
            // The extension may close the pipe early if it has its answer, so the reply decides.
            data = []
          } catch {
            // Report the blockage only if no reply arrived while the pipe was full.
            data = []
            blockage = sendFailure(error)
          }
          continue
        }
        if let verdict = verdictOnSilence(&watch) { return fall(.unresponsive(verdict: verdict), watch, now: now) }
        if watch.isOver, !waitsForDebugger(&watch) { return missDeadline(id, watch, now: now) }
        continue
      } catch .violation(let violation, _) {
        return fall(.violation(row: violation.kind.rawValue), watch, now: now)
      } catch {
        return fall(exitEvent(otherwise: .exited(status: 0)), watch, now: now)
      }
      guard let envelope = try? Envelope(wire: line.value, from: .extension) else {
        return fall(.violation(row: "envelope"), watch, now: now)
      }
      switch envelope {
      case .result(id, let result): return settle(call.judge(result), watch, now: now)
      // No error text may leave a sealed process, so an error equals no reply.
      case .failure(id, _) where configuration.point.isSealed: return settleSealed(nil, watch, now: now)
      case .failure(id, let error):
        take(.replyError, now: now)
        return .failed(error)
      case .result(let stray, _), .failure(let stray, _):
        return fall(.violation(row: conversation?.reasonForStrayReply(stray) ?? "reply.unknown"), watch, now: now)
      case .notification(Method.ack.rawValue, let params) where watch.confirmsAck:
        guard watch.takesAck(params, of: id) else { return fall(.violation(row: "method"), watch, now: now) }
      case .notification: return fall(.violation(row: "method"), watch, now: now)
      case .request(let requestID, let method, let params):
        if let fault = serve(requestID, method, params, callback: id, call.answer, &watch, now: now) {
          return fall(fault, watch, now: now)
        }
      }
    }
  }

  private func settle(_ verdict: ReplyVerdict, _ watch: CallbackWatch, now: Int64) -> PerformOutcome {
    if configuration.point.isSealed { return settleSealed(verdict, watch, now: now) }
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

  /// Takes the fallback at the deadline. Unless sealed, a reply within 250 ms of `cancel` counts as `late`.
  private func missDeadline(_ id: RequestID, _ watch: CallbackWatch, now: Int64) -> PerformOutcome {
    guard !configuration.point.isSealed else { return fall(ofMissedDeadline(watch), watch, now: now) }
    let grace = clock.after(.milliseconds(250))
    let cancel = Cancel(request: id, reason: .deadline)
    if conversation?.features.contains(.cancel) == true {
      try? send(.notification(method: Method.cancel.rawValue, params: cancel.wire), deadline: grace)
    }
    while let line = try? receive(deadline: grace), let envelope = try? Envelope(wire: line.value, from: .extension) {
      switch envelope {
      case .result(id, _), .failure(id, _):
        take(.replyLate, now: now)
        return .fallback(reason: .attempt(.late))
      case .request(let requestID, _, _):
        // The callback waits for this answer and can't report before it that it has stopped.
        guard conversation?.takes(extensionID: requestID) == true else {
          return fall(.violation(row: "id.sequence"), watch, now: now)
        }
        let error = ErrorObject(.cancelled, "The callback \(id) has missed its deadline.")
        try? send(.failure(id: requestID, error: error), deadline: grace)
      default: continue
      }
    }
    return fall(ofMissedDeadline(watch), watch, now: now)
  }

  /// Ends the process for a fault and takes the point's typed fallback.
  private func fall(_ event: ProcessEvent, _ watch: CallbackWatch, now: Int64) -> PerformOutcome {
    holdSealed(until: watch.deadline)
    let event = explained(event)
    if event.isSilence, !configuration.point.isSealed, let conversation {
      let facts = ProcessFacts(conversation.child.processID)
      observer?.stuck(configuration.id, process: conversation.process, facts: facts)
    }
    take(event, now: now)
    return .fallback(reason: event.reason)
  }

  func sendFailure(_ error: SendError) -> ProcessEvent {
    switch error {
    case .noProgress, .timedOut: .unresponsive(verdict: "notReading")
    case .closed, .failed: exitEvent(otherwise: .exited(status: 0))
    // The host tried to send an invalid line, which is not the extension's failure.
    case .violation: .stop(reason: "host")
    }
  }

  /// The liveness check: has the extension read the request and acknowledged it in time?
  private func verdictOnSilence(_ watch: inout CallbackWatch) -> String? {
    guard watch.looksForLife(), let child = conversation?.child, !isDebugged(child) else { return nil }
    if child.channel.unreadByteCount > 0 {
      return ProcessFile.isStopped(child.processID) ? nil : "notReading"
    }
    return watch.confirmsAck && !watch.isAcked ? "readerStuck" : nil
  }
}

// MARK: - Sealed points

extension SupervisedExtension {
  /// Ends a sealed call after its one line. Any further byte before the deadline, at which the process is killed, is a
  /// violation (PRIV-SE6). Success, error and garbage look alike until then.
  ///
  /// - Parameter verdict: `nil` for an error reply, which equals no reply.
  private func settleSealed(_ verdict: ReplyVerdict?, _ watch: CallbackWatch, now: Int64) -> PerformOutcome {
    if writesMore(before: configuration.killsSealedAtOnce ? clock.now : watch.deadline) {
      return fall(.violation(row: "reply.duplicate"), watch, now: now)
    }
    holdSealed(until: watch.deadline)
    switch verdict {
    case nil: return fall(.deadlineMissed, watch, now: now)
    case .accepted:
      take(.sealedDone, now: now)
      return .accepted
    // At sealed points every kind of bad input is a violation.
    case .denied(let error):
      take(.violation(row: "reply.denied"), now: now)
      return .denied(error)
    case .malformed(let error):
      take(.violation(row: "reply.schema"), now: now)
      return .malformed(error)
    }
  }

  /// Whether anything else is written before `end`. Then kills the process and reads to the end of file, since a line
  /// without a line feed could also leak data.
  private func writesMore(before end: MonotonicTime) -> Bool {
    for isKilled in [false, true] {
      do throws(ReceiveError) {
        _ = try receive(deadline: isKilled ? clock.after(.seconds(1)) : end)
        return true
      } catch .timedOut {
        conversation?.child.kill()
      } catch .endOfFile {
        return false
      } catch {
        return true
      }
    }
    return false
  }

  /// Waits until the deadline, so that every outcome takes the same time.
  private func holdSealed(until deadline: MonotonicTime) {
    guard configuration.point.isSealed, !configuration.killsSealedAtOnce else { return }
    let left = deadline - clock.now
    if left > .zero { interruption.wait(left) }
  }
}
