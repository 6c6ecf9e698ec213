// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

internal import Dispatch
package import ExtensionProtocol
internal import Synchronization

/// Why a request of ours has no result.
package enum HostRequestFailure: Error, Hashable, Sendable {
  /// The host's typed answer.
  case refused(ErrorObject)
  /// The wire ended first, or there never was a host.
  case closed
  /// The host's result is not what the request promises.
  case malformed(WireError)
}

extension HostRequestFailure: CustomStringConvertible {
  package var description: String {
    switch self {
    case .refused(let error): error.description
    case .closed: "The host is gone."
    case .malformed(let error): "The host's answer can't be read: \(error)."
    }
  }
}

/// The one answer to one request of ours, waited for by a blocked thread or a suspended task.
final class PendingReply: Sendable {
  typealias Outcome = Result<WireValue, HostRequestFailure>

  private enum State {
    case open
    case blocked(DispatchSemaphore)
    case suspended(CheckedContinuation<Outcome, Never>)
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
    case .suspended(let continuation): continuation.resume(returning: outcome)
    }
  }

  /// Blocks this thread: for API that is synchronous at Apple.
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

  /// Suspends this task: for API that is asynchronous at Apple.
  func value() async -> Outcome {
    await withCheckedContinuation { continuation in
      let ready = state.withLock { state -> Outcome? in
        if case .done(let outcome) = state { return outcome }
        state = .suspended(continuation)
        return nil
      }
      if let ready { continuation.resume(returning: ready) }
    }
  }
}
