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
    _ answer: (ExtensionRequest) -> Result<WireValue, ErrorObject>, _ watch: inout CallbackWatch
  ) -> ProcessEvent? {
    guard !configuration.point.isSealed else { return .violation(row: "reply.duplicate") }
    guard conversation?.takes(extensionID: id) == true else { return .violation(row: "id.sequence") }
    watch.requests += 1
    var response: Result<WireValue, ErrorObject>
    let isOpen = Method(rawValue: method)?.isRequest(from: configuration.point) == true
    if watch.requests > WireLimits.requestsPerCallback, configuration.point != .app {
      response = .failure(ErrorObject(.rateLimited, "More than 32 requests in one callback.", limit: "requests"))
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
    let reply: Envelope =
      switch response {
      case .success(let result): .result(id: id, result: result)
      case .failure(let error): .failure(id: id, error: error)
      }
    do { try send(reply, deadline: .after(.seconds(2))) } catch { return .unresponsive(verdict: "notReading") }
    return nil
  }

  /// `commit` without the feature, or within an id never performed (B11).
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
      // No path may lead around the savepoint rule (§7).
      return .failure(ErrorObject(.busy, "A callback is in flight; commit within it, or after it."))
    default: return answer(request)
    }
  }

  /// Takes what came while no callback is in flight; never waits.
  func serveIdle(now: Int64) {
    var watch = CallbackWatch(deadline: .now, confirmsAck: false)
    while case .idle = lifecycle.state {
      do throws(ReceiveError) {
        let line = try receive(deadline: .now)
        switch try? Envelope(wire: line.value, from: .extension) {
        case .request(let id, let method, let params)?:
          if let fault = serve(id, method, params, callback: nil, answerWhileIdle, &watch) { take(fault, now: now) }
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
