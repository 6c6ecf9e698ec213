// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

internal import Dispatch
internal import ExtensionProtocol
internal import Synchronization

/// The queue of callbacks, which also decides which thread reads from the wire.
///
/// The callback thread reads while no callback runs, so a short callback needs no thread switch. If a callback takes
/// longer than `patience` or needs the host, the relief thread reads, so that messages are acknowledged, answered and
/// cancelled during the callback (`wire.md#deadlines`). It stops reading at the first message received while no
/// callback runs.
final class CallbackQueue: Sendable {
  enum Next {
    case callback(CallbackRequest)
    /// The callback thread must read from the wire.
    case read
    /// The wire has been closed.
    case end
  }

  private struct State {
    var items: [CallbackRequest] = []
    /// The number of callbacks started; the latest may still run.
    var begun = 0
    var isRunning = false
    /// Indicates whether the running callback needs the host, so that another thread must read at once.
    var needsReader = false
    var isRelieved = false
    var isClosed = false
    /// The callback that was running when the alarm was set; `nil` if it is not set. The alarm is not set for every
    /// callback, because each setting costs a system call.
    var watched: Int?
  }

  private let state = Mutex(State())
  /// Signalled for the callback thread, which only waits while the relief thread reads.
  private let changed = DispatchSemaphore(value: 0)
  private let alarm = Alarm()
  /// A tenth of the time that the host allows for an acknowledgement.
  private static let patience: Duration = .milliseconds(50)

  // MARK: The callback thread

  /// The next step of the callback thread, which has finished its previous callback.
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

  /// Blocks until the relief thread must read. Returns `false` if the wire has been closed.
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

  /// Returns whether the relief thread keeps reading because a callback still runs.
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

  /// Makes the relief thread read because a callback waits for the host.
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
