// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

internal import Dispatch
package import ExtensionProtocol
internal import Synchronization

/// The reason that a request to the host has no result.
package enum HostRequestFailure: Error, Hashable, Sendable {
  /// The host's error reply.
  case refused(ErrorObject)
  /// The wire was closed first, or there was never a host.
  case closed
  /// The host's result does not have the expected form.
  case malformed(WireError)
}

extension HostRequestFailure: CustomStringConvertible {
  package var description: String {
    switch self {
    case .refused(let error): error.description
    case .closed: "The host has closed the connection."
    case .malformed(let error): "The host's reply can't be decoded: \(error)."
    }
  }
}

/// The reply to one of our requests, for a blocked thread or a suspended task.
final class PendingReply: Sendable {
  typealias Outcome = Result<WireValue, HostRequestFailure>

  private enum State {
    case open
    case blocked(DispatchSemaphore)
    // Resumes a continuation. Its generic type would take the runtime a search through all conformances at each start.
    case suspended(@Sendable (Outcome) -> Void)
    case done(Outcome)
  }
  private let state = Mutex<State>(.open)

  func deliver(_ outcome: Outcome) {
    let waiter = state.withLock { state in
      defer { state = .done(outcome) }
      return state
    }
    switch waiter {
    case .open, .done: break
    case .blocked(let semaphore): semaphore.signal()
    case .suspended(let resume): resume(outcome)
    }
  }

  /// Blocks this thread, for API that is synchronous in Apple's SDK.
  func wait() -> Outcome {
    let semaphore = DispatchSemaphore(value: 0)
    let ready = state.withLock { state -> Outcome? in
      if case .done(let outcome) = state { return outcome }
      state = .blocked(semaphore)
      return nil
    }
    if let ready { return ready }
    semaphore.wait()
    return state.withLock { if case .done(let outcome) = $0 { outcome } else { .failure(.closed) } }
  }

  /// Suspends this task, for API that is asynchronous in Apple's SDK.
  func value() async -> Outcome {
    await withCheckedContinuation { continuation in
      let ready = state.withLock { state -> Outcome? in
        if case .done(let outcome) = state { return outcome }
        state = .suspended { continuation.resume(returning: $0) }
        return nil
      }
      if let ready { continuation.resume(returning: ready) }
    }
  }
}
