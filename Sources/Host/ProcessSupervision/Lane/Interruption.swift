// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

internal import Foundation
internal import Synchronization

/// Ends from another thread what a lane waits for: its process is killed, and what comes of that is put down to the
/// reason, which is not a failure of the extension.
final class Interruption: Sendable {
  /// Why the wait is over.
  enum Cause: Sendable {
    /// The callback was cancelled.
    case cancelled
    /// The host stops.
    case stopping

    var event: ProcessEvent {
      switch self {
      case .cancelled: .revoked
      case .stopping: .stop(reason: "hostStopping")
      }
    }
  }

  private struct State {
    var child: (any ExtensionChild)?
    var cause: Cause?
  }

  private let state = Mutex(State())
  private let woken = DispatchSemaphore(value: 0)

  var cause: Cause? { state.withLock(\.cause) }

  /// The process that is killed by an interruption from here on; one that came before counts too.
  func watch(_ child: (any ExtensionChild)?) {
    let isLate = state.withLock {
      $0.child = child
      return $0.cause != nil
    }
    if isLate { child?.kill() }
  }

  func interrupt(_ cause: Cause) {
    state.withLock {
      $0.cause = cause
      // Under the lock, so that a process that is being released is not touched.
      $0.child?.kill()
    }
    woken.signal()
  }

  /// The next callback is another matter.
  func clear() {
    let wasInterrupted = state.withLock { state in
      defer { state.cause = nil }
      return state.cause != nil
    }
    if wasInterrupted { _ = woken.wait(timeout: .now()) }
  }

  /// Waits for a duration, or until it is interrupted.
  func wait(_ duration: Duration) {
    guard cause == nil else { return }
    if woken.wait(timeout: .now() + .milliseconds(Int(duration.milliseconds + 1))) == .success { woken.signal() }
  }
}
