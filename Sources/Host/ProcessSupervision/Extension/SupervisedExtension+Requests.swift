// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

internal import ExtensionProtocol
internal import ExtensionTransport

// MARK: - Requests of the extension

extension SupervisedExtension {
  /// Answers one request.
  ///
  /// - Returns: the fault, if the request is a violation.
  func serve(
    _ id: RequestID, _ method: String, _ params: WireValue, callback: RequestID?,
    _ answer: (ExtensionRequest) -> Result<WireValue, ErrorObject>, _ watch: inout CallbackWatch, now: Int64
  ) -> ProcessEvent? {
    guard !configuration.point.isSealed else { return .violation(row: "method") }
    guard conversation?.takes(extensionID: id) == true else { return .violation(row: "id.sequence") }
    watch.requests += 1
    var response: Result<WireValue, ErrorObject>
    let isOpen = Method(rawValue: method)?.isRequest(from: configuration.point) == true
    if watch.requests > WireLimits.requestsPerCallback, configuration.point != .app {
      let maximum = Int64(WireLimits.requestsPerCallback)
      response = .failure(
        ErrorObject(.rateLimited, "More than 32 requests in one callback.", limit: "requests", maximum: maximum))
    } else if configuration.point == .app, let wait = conversation?.requestRate.wait(now: now) {
      response = .failure(
        ErrorObject(
          .rateLimited, "An app makes \(RequestRate.burst) requests at once, then \(RequestRate.perSecond) a second.",
          retry: .after, afterMs: wait, limit: "requests", maximum: RequestRate.burst))
    } else if isOpen, let method = Method(rawValue: method) {
      do {
        let request = try ExtensionRequest(method: method, params: params)
        if let fault = scopeFault(of: request, callback: callback) { return fault }
        response = .failure(ErrorObject(.busy, "The host did not answer."))
        watch.standStill { response = scopedAnswer(request, callback: callback, answer) }
      } catch {
        response = .failure(ErrorObject(.invalidParams, error.description, pointer: error.pointer))
      }
    } else {
      response = .failure(ErrorObject(.methodNotFound, "“\(method)” is not open to \(configuration.point.rawValue)."))
    }
    if let fault = faultWhileOpen(callback: callback, &watch) { return fault }
    return reply(to: id, response)
  }

  private func reply(to id: RequestID, _ response: Result<WireValue, ErrorObject>) -> ProcessEvent? {
    let envelope: Envelope =
      switch response {
      case .success(let result): .result(id: id, result: result)
      case .failure(let error): .failure(id: id, error: error)
      }
    do throws(SendError) {
      try send(envelope, deadline: clock.after(.seconds(2)))
      return nil
    } catch .violation(let violation) {
      if case .failure = response { return sendFailure(.violation(violation)) }
      return reply(to: id, .failure(ErrorObject(.tooLarge, "The answer does not fit into a line.")))
    } catch {
      return sendFailure(error)
    }
  }

  /// Checks that nothing but the `ack` arrived while a request was waiting: neither another request, except from an
  /// app, nor the callback's own reply (WIRE-B11).
  private func faultWhileOpen(callback: RequestID?, _ watch: inout CallbackWatch) -> ProcessEvent? {
    guard configuration.point != .app else { return nil }
    while true {
      do throws(ReceiveError) {
        let line = try receive(deadline: clock.now)
        guard let envelope = try? Envelope(wire: line.value, from: .extension) else {
          return .violation(row: "envelope")
        }
        guard let callback, case .notification(Method.ack.rawValue, let params) = envelope,
          watch.takesAck(params, of: callback)
        else { return .violation(row: "requests.tooMany") }
      } catch .timedOut {
        return nil
      } catch .violation(let violation, _) {
        return .violation(row: violation.kind.rawValue)
      } catch {
        return exitEvent(otherwise: .exited(status: 0))
      }
    }
  }

  /// The violation of a `commit` without the feature, or within an id that was never performed (WIRE-B11).
  private func scopeFault(of request: ExtensionRequest, callback: RequestID?) -> ProcessEvent? {
    guard case .commit(let commit) = request else { return nil }
    guard conversation?.features.contains(.commit) == true else { return .violation(row: "commit.scope") }
    guard let within = commit.within, within != callback else { return nil }
    return conversation?.reasonForStrayReply(within) == "reply.unknown" ? .violation(row: "commit.scope") : nil
  }

  private func scopedAnswer(
    _ request: ExtensionRequest, callback: RequestID?, _ answer: (ExtensionRequest) -> Result<WireValue, ErrorObject>
  ) -> Result<WireValue, ErrorObject> {
    guard case .commit(let commit) = request else { return answer(request) }
    switch (commit.within, callback) {
    case (let within?, _) where within != callback:
      return .failure(ErrorObject(.cancelled, "The callback \(within) has ended."))
    case (nil, _?):
      // A commit outside the callback must not bypass the savepoint rule.
      return .failure(ErrorObject(.busy, "A callback is in flight; commit within it, or after it."))
    default: return answer(request)
    }
  }

  /// Handles lines that arrived while no callback was in flight; never blocks.
  func serveIdle(now: Int64) {
    var watch = CallbackWatch(clock, allowing: .zero, liveness: configuration.liveness, confirmsAck: false)
    while case .idle = lifecycle.state {
      do throws(ReceiveError) {
        let line = try receive(deadline: clock.now)
        switch try? Envelope(wire: line.value, from: .extension) {
        case .request(let id, let method, let params)?:
          if let fault = serve(id, method, params, callback: nil, answerWhileIdle, &watch, now: now) {
            take(fault, now: now)
          }
        case .result(let id, _)?, .failure(let id, _)?:
          take(.violation(row: conversation?.reasonForStrayReply(id) ?? "reply.unknown"), now: now)
        case .notification?: take(.violation(row: "method"), now: now)
        case nil: take(.violation(row: "envelope"), now: now)
        }
      } catch .timedOut {
        return
      } catch .violation(let violation, _) {
        take(.violation(row: violation.kind.rawValue), now: now)
      } catch {
        take(exitEvent(otherwise: .exited(status: 0)), now: now)
      }
    }
  }
}
