// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

internal import Dispatch
internal import ExtensionProtocol
internal import Synchronization

/// Callbacks in order, and whose turn it is to read them from the wire.
///
/// The callback thread reads while it has no callback, so a quick callback costs no change of threads. When one lasts
/// longer than `patience`, or needs the host, the relief thread reads: a busy callback is acknowledged, answered and
/// cancelled all the same (`protocol.md` §9). It stays until a message comes when no callback runs any more.
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
    var isRunning = false
    var isRelieved = false
    var isClosed = false
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
          state.isRunning = true
          return .callback(item)
        }
        if state.isClosed { return .end }
        return state.isRelieved ? nil : .read
      }
      if let next {
        if case .callback(let request) = next { alarm.ring(after: request.needsReader ? .zero : Self.patience) }
        return next
      }
      changed.wait()
    }
  }

  // MARK: The relief thread

  /// Blocks until the callback thread has to be relieved of reading; `false` when the wire has ended.
  func awaitRelief() -> Bool {
    while true {
      alarm.wait()
      let (isNeeded, isClosed) = state.withLock { state in
        let isNeeded = state.isRunning && !state.isClosed
        state.isRelieved = isNeeded
        return (isNeeded, state.isClosed)
      }
      if isClosed { return false }
      if isNeeded { return true }
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
    if state.withLock({ $0.isRunning && !$0.isRelieved }) { alarm.ring(after: .zero) }
  }

  func close() {
    state.withLock { $0.isClosed = true }
    changed.signal()
    alarm.ring(after: .zero)
  }
}

extension CallbackRequest {
  /// Whether its data is still to come.
  fileprivate var needsReader: Bool { if case .makeReport = callback { true } else { false } }
}
