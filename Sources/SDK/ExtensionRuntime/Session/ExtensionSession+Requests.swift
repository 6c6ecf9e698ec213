// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

package import ExtensionProtocol
internal import Synchronization

extension ExtensionSession {
  /// Sends a request of `wire.md#requests-of-an-extension` and suspends until the host has answered.
  ///
  /// - Throws: `HostRequestFailure`.
  package func request<Result: WireConvertible>(
    _ method: Method, _ params: some WireConvertible, as type: Result.Type = Result.self
  ) async throws(HostRequestFailure) -> Result {
    try Self.decode(await open(method, params.wire).value())
  }

  /// The same, blocking the calling thread; never call it from a task.
  package func blockingRequest<Result: WireConvertible>(
    _ method: Method, _ params: some WireConvertible, as type: Result.Type = Result.self
  ) throws(HostRequestFailure) -> Result {
    try Self.decode(open(method, params.wire).wait())
  }

  /// The answer to `authorize` is part of the family's state at once (A1).
  package func adopt(_ authorization: Authorization) {
    state.withLock { $0.snapshot?.authorization = authorization }
    notifyObservers()
  }

  private func open(_ method: Method, _ params: WireValue) -> PendingReply {
    let reply = PendingReply()
    // The number is taken and the line written in one step: ids on the wire ascend without gaps (§3).
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

  /// Whoever reads brings an answer; one to nothing we asked is ignored.
  func deliver(_ outcome: PendingReply.Outcome, to id: RequestID) {
    state.withLock { $0.pending.removeValue(forKey: id) }?.deliver(outcome)
  }
}
