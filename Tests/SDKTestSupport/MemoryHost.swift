// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

package import ExtensionProtocol
package import ExtensionRuntime
internal import Foundation

/// A host in this process, which sends messages to a session and receives its messages.
package final class MemoryHost: RuntimeChannel, @unchecked Sendable {
  // SAFETY: `queue` and `isClosed` are only used with `condition` locked; the rest is constant or used by one test.
  private let condition = NSCondition()
  private var queue: [Envelope] = []
  private var isClosed = false
  private let sent: AsyncStream<Envelope>
  private let continuation: AsyncStream<Envelope>.Continuation
  private var last: Int64 = 0
  package let session: ExtensionSession

  /// The extension's requests, in order.
  package private(set) var requests: [(method: String, params: WireValue)] = []

  package init(_ handler: any ExtensionPointHandler) {
    (sent, continuation) = AsyncStream.makeStream()
    let channel = ForwardingChannel()
    session = ExtensionSession(channel: channel)
    channel.host = self
    session.start(handler)
  }

  package func receive() throws -> Envelope {
    try condition.withLock {
      while queue.isEmpty && !isClosed { condition.wait() }
      guard !queue.isEmpty else { throw CancellationError() }
      return queue.removeFirst()
    }
  }

  package func send(_ message: Envelope) throws { continuation.yield(message) }

  package func close() {
    condition.withLock {
      isClosed = true
      condition.broadcast()
    }
  }

  private func push(_ message: Envelope) {
    condition.withLock {
      queue.append(message)
      condition.broadcast()
    }
  }

  /// Sends a request, answers the extension's own requests until the reply, and returns the reply.
  package func call(
    _ method: Method, _ params: WireValue, then notifications: [Envelope] = [],
    answering answer: (_ method: String, _ params: WireValue) -> WireValue = { _, _ in [:] }
  ) async throws -> Envelope {
    last += 1
    let id = RequestID(.host, last)
    push(.request(id: id, method: method.rawValue, params: params))
    for notification in notifications { push(notification) }
    for await message in sent {
      switch message {
      case .request(let own, let method, let params):
        requests.append((method, params))
        push(.result(id: own, result: answer(method, params)))
      case .notification: break
      case .result(let answered, _), .failure(let answered, _):
        if answered == id { return message }
      }
    }
    throw CancellationError()
  }

  package func hello(_ point: ExtensionPoint) async throws -> Envelope {
    try await call(
      .hello,
      [
        "behaviour": "strict", "capabilities": [], "extension": "example.\(point.rawValue)".wire, "features": [],
        "limits": ["depth": 64, "lineBytes": 262_144], "point": point.wire, "protocols": [1], "schemas": [1],
      ])
  }

  package func perform(
    _ callback: Callback, then notifications: [Envelope] = [],
    answering answer: (_ method: String, _ params: WireValue) -> WireValue = { _, _ in [:] }
  ) async throws -> Envelope {
    let environment = EnvironmentSnapshot(
      locale: "en_DE", timeZone: "Europe/Berlin", firstWeekday: 2, uses24Hour: true)
    let params = PerformParams(
      callback: callback, delivery: DeliveryInfo(attempt: 1, now: 1_795_190_400_000),
      snapshot: Snapshot(environment: environment), deadlineMs: 1_000)
    return try await call(.perform, params.wire, then: notifications, answering: answer)
  }
}

/// Holds the session, which is created with its channel, so that the host can own it.
private final class ForwardingChannel: RuntimeChannel, @unchecked Sendable {
  // SAFETY: set once, before the session starts.
  weak var host: MemoryHost?

  func receive() throws -> Envelope {
    guard let host else { throw CancellationError() }
    return try host.receive()
  }

  func send(_ message: Envelope) throws { try host?.send(message) }
}
