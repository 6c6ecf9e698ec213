// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

internal import Dispatch
package import ExtensionProtocol
package import ExtensionRuntime
internal import Foundation
internal import Synchronization

/// An in-memory host for one callback: sends hello and perform, answers requests from a script, and records messages.
package final class CallbackHarness: RuntimeChannel {
  /// Answers a request of the extension, or refuses it.
  package typealias Answer = @Sendable (_ method: String, _ params: WireValue) -> Result<WireValue, HandlerFailure>

  private let incoming = Mutex<[Envelope]>([])
  private let available = DispatchSemaphore(value: 0)
  private let outgoing = Mutex<[Envelope]>([])
  private let answer: Answer
  private let last: RequestID

  package init(script: [Envelope], last: RequestID, answer: @escaping Answer) {
    self.answer = answer
    self.last = last
    for message in script { push(message) }
  }

  package var sent: [Envelope] { outgoing.withLock { $0 } }

  package func push(_ message: Envelope) {
    incoming.withLock { $0.append(message) }
    available.signal()
  }

  package func receive() throws -> Envelope {
    available.wait()
    return try incoming.withLock {
      guard !$0.isEmpty else { throw CancellationError() }
      return $0.removeFirst()
    }
  }

  package func send(_ message: Envelope) throws {
    outgoing.withLock { $0.append(message) }
    switch message {
    case .request(let id, let method, let params):
      switch answer(method, params) {
      case .success(let result): push(.result(id: id, result: result))
      case .failure(let failure): push(.failure(id: id, error: failure.error))
      }
    case .result(let id, _) where id == last, .failure(let id, _) where id == last: available.signal()
    default: break
    }
  }

  /// The environment of a family with empty state.
  package static let environment = EnvironmentSnapshot(
    locale: "en_US", timeZone: "America/Los_Angeles", firstWeekday: 1, uses24Hour: false)

  package struct Outcome {
    package var effects: [Effect] = []
    package var error: ErrorObject?
    package var commits: [CommitParams] = []
  }

  /// Runs `body` as the code of one callback and returns the messages sent to the host.
  package static func run(
    point: ExtensionPoint = .monitor, capabilities: [Capability] = [], behaviour: Behaviour = .strict,
    snapshot: Snapshot = Snapshot(environment: environment, authorization: .approved),
    callback: Callback = .monitor(.intervalDidStart, activity: "a", event: nil), now: Int64 = 1_786_652_760_000,
    answer: @escaping Answer = { _, _ in .failure(HandlerFailure(ErrorObject(.denied, "not scripted"))) },
    _ body: @escaping () throws -> Void
  ) throws -> Outcome {
    let hello = HelloParams(
      point: point, features: Feature.offered(to: point), extension: "test.extension", capabilities: capabilities,
      behaviour: behaviour, limits: HelloLimits(for: point))
    let perform = PerformParams(
      callback: callback, delivery: DeliveryInfo(attempt: 1, now: now), snapshot: snapshot, deadlineMs: 5_000)
    let last = RequestID(.host, 2)
    let channel = CallbackHarness(
      script: [
        .request(id: RequestID(.host, 1), method: "hello", params: hello.wire),
        .request(id: last, method: "perform", params: perform.wire),
      ], last: last, answer: answer)
    let session = ExtensionSession(channel: channel)
    let ended = DispatchSemaphore(value: 0)
    session.onEnd { ended.signal() }
    session.start(ClosureHandler(point: point, body: body))
    ended.wait()
    return try channel.outcome
  }

  /// Runs one callback of a handler and returns its result, or its error.
  package static func answer(
    of handler: any ExtensionPointHandler, to callback: Callback, capabilities: [Capability] = [],
    snapshot: Snapshot = Snapshot(environment: environment), now: Int64 = 1_786_652_760_000,
    answer: @escaping Answer = { _, _ in .success(["tree": 1]) }
  ) async throws -> Result<WireValue, ErrorObject> {
    let hello = HelloParams(
      point: handler.point, features: Feature.offered(to: handler.point), extension: "test.extension",
      capabilities: capabilities, behaviour: .strict, limits: HelloLimits(for: handler.point))
    let perform = PerformParams(
      callback: callback, delivery: DeliveryInfo(attempt: 1, now: now), snapshot: snapshot, deadlineMs: 5_000)
    let last = RequestID(.host, 2)
    let channel = CallbackHarness(
      script: [
        .request(id: RequestID(.host, 1), method: "hello", params: hello.wire),
        .request(id: last, method: "perform", params: perform.wire),
      ], last: last, answer: answer)
    let session = ExtensionSession(channel: channel)
    // Not a blocked thread: the handler may need the main actor.
    let served = ServedHandler(handler)
    await withCheckedContinuation { continuation in
      session.onEnd { continuation.resume() }
      session.start(served)
    }
    for message in channel.sent {
      switch message {
      case .result(last, let result): return .success(result)
      case .failure(last, let error): return .failure(error)
      default: break
      }
    }
    throw CancellationError()
  }

  private var outcome: Outcome {
    get throws {
      var outcome = Outcome()
      for message in sent {
        switch message {
        case .request(_, "commit", let params):
          outcome.commits.append(try CommitParams(wire: params, at: "", from: .extension))
        case .result(last, let result):
          var reader = try WireReader(result, at: "", from: .extension)
          outcome.effects = try Effect.list(&reader)
        case .failure(last, let error): outcome.error = error
        default: break
        }
      }
      return outcome
    }
  }
}

/// An extension point whose callbacks call a closure.
private final class ClosureHandler: ExtensionPointHandler {
  let point: ExtensionPoint
  private let body: () throws -> Void

  init(point: ExtensionPoint, body: @escaping () throws -> Void) {
    self.point = point
    self.body = body
  }

  func perform(_ request: CallbackRequest) throws -> WireValue {
    try body()
    return [:]
  }
}
