// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

package import ExtensionProtocol
internal import Synchronization

extension ExtensionSession {
  /// Sends a request of `wire.md#requests-of-an-extension` and suspends until the host has replied.
  ///
  /// - Throws: `HostRequestFailure`.
  package func request<Result: WireConvertible>(
    _ method: Method, _ params: some WireConvertible, as type: Result.Type = Result.self
  ) async throws(HostRequestFailure) -> Result {
    try Self.decode(await open(method, params.wire).value())
  }

  /// Sends a request and blocks the calling thread until the host has replied. Never call it from a task.
  package func blockingRequest<Result: WireConvertible>(
    _ method: Method, _ params: some WireConvertible, as type: Result.Type = Result.self
  ) throws(HostRequestFailure) -> Result {
    try Self.decode(open(method, params.wire).wait())
  }

  /// Stores the reply to `authorize` in the family's state at once (A1).
  package func adopt(_ authorization: Authorization) {
    state.withLock { $0.snapshot?.authorization = authorization }
    notifyObservers()
  }

  private func open(_ method: Method, _ params: WireValue) -> PendingReply {
    let reply = PendingReply()
    // Take the number and write the line in one step, so that IDs on the wire ascend without gaps.
    let isSent = state.withLock { state in
      guard !state.isEnded else { return false }
      let id = state.nextRequest
      do { try channel.send(.request(id: id, method: method.rawValue, params: params)) } catch { return false }
      state.nextRequest = id.next
      state.pending[id] = reply
      return true
    }
    if isSent { inbox.relieve() } else { reply.deliver(.failure(.closed)) }
    return reply
  }

  private static func decode<Result: WireConvertible>(
    _ outcome: PendingReply.Outcome
  ) throws(HostRequestFailure) -> Result {
    let value = try outcome.get()
    do { return try Result(wire: value, at: "/result", from: .host) } catch { throw .malformed(error) }
  }

  /// Delivers a reply to the waiting request. A reply to an unknown request is ignored.
  func deliver(_ outcome: PendingReply.Outcome, to id: RequestID) {
    state.withLock { $0.pending.removeValue(forKey: id) }?.deliver(outcome)
  }
}
