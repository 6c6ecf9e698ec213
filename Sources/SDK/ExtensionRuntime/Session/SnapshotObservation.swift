// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

internal import Synchronization

/// Observes snapshot changes until it is deinitialised. The SDK's observable objects hold one.
package final class SnapshotObservation: Sendable {
  private let place = Mutex<(session: ExtensionSession, id: Int)?>(nil)

  package init() {}

  /// Starts observing the current session. Does nothing if there is no session.
  package func start(_ observer: @escaping @Sendable () -> Void) {
    guard let session = ExtensionSession.current else { return }
    let id = session.addObserver(observer)
    place.withLock { $0 = (session, id) }
  }

  deinit { place.withLock { $0?.session.removeObserver($0?.id ?? 0) } }
}

extension ExtensionSession {
  /// Calls `observer` after each change of the snapshot, on the thread that made it.
  func addObserver(_ observer: @escaping @Sendable () -> Void) -> Int {
    state.withLock { state in
      state.lastObserver += 1
      state.observers[state.lastObserver] = observer
      return state.lastObserver
    }
  }

  func removeObserver(_ id: Int) { state.withLock { _ = $0.observers.removeValue(forKey: id) } }

  func notifyObservers() {
    let observers = state.withLock { $0.observers.sorted { $0.key < $1.key } }
    for observer in observers { observer.value() }
  }
}
