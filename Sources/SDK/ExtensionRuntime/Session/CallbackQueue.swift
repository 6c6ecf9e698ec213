// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

internal import Dispatch
internal import ExtensionProtocol
internal import Synchronization

/// Callbacks in order, and whose turn it is to read them from the wire.
///
/// The callback thread reads while it has no callback, so a quick callback costs no change of threads. When one lasts
/// longer than `patience`, or needs the host, the relief thread reads: a busy callback is acknowledged, answered and
/// cancelled all the same (`wire.md#deadlines`). It stays until a message comes when no callback runs any more.
final class CallbackQueue: Sendable {
  enum Next {
    case callback(CallbackRequest)
    /// The wire has to be read first.
    case read
    /// The wire has ended.
    case end
  }

  private struct State {
    var items: [CallbackRequest] = []
    /// The callbacks begun so far; the latest of them may still run.
    var begun = 0
    var isRunning = false
    /// Whether the one that runs needs the host, and so somebody who reads at once.
    var needsReader = false
    var isRelieved = false
    var isClosed = false
    /// The callback that ran when the alarm was set; `nil` while it is not. It is not set anew for every callback: that
    /// would cost each of them a system call.
    var watched: Int?
  }

  private let state = Mutex(State())
  /// Signalled for the callback thread, which only waits while it is relieved of reading.
  private let changed = DispatchSemaphore(value: 0)
  private let alarm = Alarm()
  /// A tenth of what the host allows for an acknowledgement (§9).
  private static let patience: Duration = .milliseconds(50)

  // MARK: The callback thread

  /// What the callback thread has to do next; it has no callback any more.
  func next() -> Next {
    while true {
      let next = state.withLock { state -> Next? in
        state.isRunning = false
        if let item = state.items.first {
          state.items.removeFirst()
          state.begun += 1
          state.isRunning = true
          state.needsReader = item.isFollowedByData
          watch(&state)
          return .callback(item)
        }
        if state.isClosed { return .end }
        return state.isRelieved ? nil : .read
      }
      if let next { return next }
      changed.wait()
    }
  }

  private func watch(_ state: inout State) {
    if state.needsReader {
      alarm.ring(after: .zero)
    } else if state.watched == nil {
      alarm.ring(after: Self.patience)
    } else {
      return
    }
    state.watched = state.begun
  }

  // MARK: The relief thread

  /// Blocks until the callback thread has to be relieved of reading; `false` when the wire has ended.
  func awaitRelief() -> Bool {
    while true {
      alarm.wait()
      let answer = state.withLock { state -> Bool? in
        if state.isClosed { return false }
        let isSame = state.watched == state.begun
        state.watched = nil
        guard state.isRunning else { return nil }
        if state.needsReader || isSame {
          state.isRelieved = true
          return true
        }
        watch(&state)
        return nil
      }
      if let answer { return answer }
    }
  }

  /// Whether the relief thread goes on reading: a callback still runs.
  func staysRelieved() -> Bool {
    let stays = state.withLock { state in
      state.isRelieved = state.isRunning && !state.isClosed
      return state.isRelieved
    }
    if !stays { changed.signal() }
    return stays
  }

  // MARK: Any thread

  func push(_ item: CallbackRequest) {
    let isRelieved = state.withLock { state in
      state.items.append(item)
      return state.isRelieved
    }
    if isRelieved { changed.signal() }
  }

  /// A callback waits for the host from now on.
  func relieve() {
    state.withLock { state in
      guard state.isRunning, !state.isRelieved else { return }
      state.needsReader = true
      watch(&state)
    }
  }

  func close() {
    state.withLock { $0.isClosed = true }
    changed.signal()
    alarm.ring(after: .zero)
  }
}

extension CallbackRequest {
  fileprivate var isFollowedByData: Bool { if case .makeReport = callback { true } else { false } }
}
