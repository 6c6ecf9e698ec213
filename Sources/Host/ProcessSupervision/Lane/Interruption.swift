// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

internal import Foundation
internal import Synchronization

/// Interrupts a lane's wait from another thread: kills its process and attributes the end to the cause instead of a
/// failure of the extension.
final class Interruption: Sendable {
  /// The cause of an interruption.
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

  /// Sets the process to kill on an interruption. Kills it now if one is already pending.
  func watch(_ child: (any ExtensionChild)?) {
    let isLate = state.withLock {
      $0.child = child
      return $0.cause != nil
    }
    if isLate { child?.kill() }
  }

  func interrupt(_ cause: Cause) {
    let isFirst = state.withLock { state in
      defer { state.cause = cause }
      // Kill under the lock, so that a process that is being released is not touched.
      state.child?.kill()
      return state.cause == nil
    }
    // `clear` takes one signal, so one that was left over would end every later wait.
    if isFirst { woken.signal() }
  }

  /// Clears the interruption before the next callback.
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
