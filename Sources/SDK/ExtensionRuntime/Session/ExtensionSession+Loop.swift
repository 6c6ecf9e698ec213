// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

internal import ExtensionProtocol
internal import Foundation
internal import Synchronization

extension ExtensionSession {
  package func start(_ handler: any ExtensionPointHandler) { start(ServedHandler(handler)) }

  /// Starts two threads: one runs callbacks and reads between them, the other reads during long callbacks.
  package func start(_ served: ServedHandler) {
    SessionThread.start("callbacks") { self.runCallbacks(with: served) }
    SessionThread.start("relief") { self.relieve(for: served) }
  }

  // MARK: - Reading

  /// The callback thread: runs callbacks one after another and reads from the wire between them.
  private func runCallbacks(with served: ServedHandler) {
    while true {
      switch inbox.next() {
      case .callback(let request):
        let handler = served.wait()
        Self.$bound.withValue(self) { run(request, with: handler) }
      case .read: read(for: served)
      case .end: return
      }
    }
  }

  /// The relief thread. It flushes held messages, because the callback's reply will not follow soon.
  private func relieve(for served: ServedHandler) {
    while inbox.awaitRelief() {
      repeat {
        try? channel.flush()
        read(for: served)
      } while inbox.staysRelieved()
    }
  }

  /// Receives one message. An invalid line ends the session, because the following bytes may not be aligned.
  private func read(for served: ServedHandler) {
    do {
      switch try channel.receive() {
      case .request(let id, let method, let params): receive(method, params, as: id, for: served)
      case .notification(let method, let params): receive(method, params)
      case .result(let id, let result): deliver(.success(result), to: id)
      case .failure(let id, let error): deliver(.failure(.refused(error)), to: id)
      }
    } catch {
      finish()
    }
  }

  private func receive(_ method: String, _ params: WireValue, as id: RequestID, for served: ServedHandler) {
    switch Method(rawValue: method) {
    case .hello where terms != nil:
      answer(.refusal(ErrorObject(.invalidRequest, "The host has already sent hello.")), to: id)
    case .hello:
      answer(hello(params, for: served), to: id)
      // Other extension points don't save defaults (C13), and a sealed process can't even read its own name. Start
      // after the reply, for which the host is waiting, and before the next message, which may be a callback.
      if terms?.point.mayHaveEffects == true { SuiteWatch.start() }
    case .perform:
      acknowledge(id)
      do {
        let stream = ReportDataStream()
        let request = CallbackRequest(
          id: id, params: try PerformParams(wire: params, at: "/params", from: .host), data: stream)
        if case .makeReport = request.callback { state.withLock { $0.data[id] = stream } } else { stream.finish() }
        state.withLock { $0.callbacksOwed += 1 }
        inbox.push(request)
      } catch {
        answer(.refusal(Self.invalid(error)), to: id)
      }
    case .shutdown:
      acknowledge(id)
      answer(.success([:]), to: id)
    case .data, .cancel, .ack, .commit, .authorize, .pick, .presentReport, .presentWindow, nil:
      acknowledge(id)
      answer(.refusal(ErrorObject(.methodNotFound, "This extension has no method “\(method)”.")), to: id)
    }
  }

  /// Handles a notification. Unknown and malformed ones are ignored.
  private func receive(_ method: String, _ params: WireValue) {
    switch Method(rawValue: method) {
    case .data:
      guard let frame = try? ReportData(wire: params, at: "/params", from: .host) else { return }
      state.withLock { $0.data[frame.request] }?
        .append(frame: frame.frame, elements: frame.elements, end: frame.isEnd)
    case .cancel:
      guard let cancel = try? Cancel(wire: params, at: "/params", from: .host) else { return }
      let cancellation = state.withLock { state in
        guard state.transaction?.request == cancel.request else { return nil as (@Sendable () -> Void)? }
        state.transaction?.isCancelled = true
        return state.cancellation
      }
      cancellation?()
    default: break
    }
  }

  /// Acknowledges a request. The reading thread calls this, so that a long callback is acknowledged too. For a short
  /// callback, the acknowledgement is sent together with the reply.
  private func acknowledge(_ id: RequestID) {
    guard state.withLock({ $0.terms?.features.contains(.ack) }) == true else { return }
    try? channel.sendSoon(.notification(method: Method.ack.rawValue, params: Ack(request: id).wire))
  }

  /// Sends a reply. If the reply exceeds the wire's caps, sends an error instead. If the wire can't be written at all,
  /// the host has closed it, and the reading thread will get end of file.
  func answer(_ outcome: HandlerAnswer, to id: RequestID) {
    switch outcome {
    case .success(let result):
      do { try channel.send(.result(id: id, result: result)) } catch {
        let failure = ErrorObject(.tooLarge, "The reply can't be sent: \(error)")
        try? channel.send(.failure(id: id, error: failure))
      }
    case .failure(let failure): try? channel.send(.failure(id: id, error: failure.error))
    }
  }

  static func invalid(_ error: WireError) -> ErrorObject {
    ErrorObject(.invalidParams, "The host's request can't be decoded: \(error).", pointer: error.pointer)
  }

  // MARK: - Hello

  private func hello(_ params: WireValue, for served: ServedHandler) -> HandlerAnswer {
    do {
      let hello = try HelloParams(wire: params, at: "/params", from: .host)
      guard hello.protocols.contains(1), hello.schemas.contains(1) else {
        return .refusal(
          ErrorObject(
            .versionUnsupported,
            "This extension supports protocol 1, schema 1; the host offers \(hello.protocols) and \(hello.schemas).",
            supported: SupportedVersions(protocols: [1], schemas: [1])))
      }
      guard hello.point == served.point else {
        return .refusal(
          ErrorObject(
            .invalidParams,
            """
            The manifest says that \(hello.extension) serves \(hello.point.rawValue), but its principal class serves \
            \(served.point.rawValue).
            """, pointer: "/params/point"))
      }
      let terms = HostTerms(hello)
      state.withLock { $0.terms = terms }
      let result = HelloResult(
        features: terms.features.map(\.rawValue), extension: hello.extension, version: version,
        runtime: hello.point.isSealed ? nil : .init(name: "swift", version: "6.3"),
        contexts: try served.contexts())
      return .success(result.wire)
    } catch let error as WireError {
      return .refusal(Self.invalid(error))
    } catch let failure as HandlerFailure {
      return .failure(failure)
    } catch {
      return .refusal(ErrorObject(.extensionError, "\(error)"))
    }
  }
}
