// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

internal import ExtensionProtocol
internal import Synchronization

extension ExtensionSession {
  private static let rotationObservers = Mutex<[@Sendable () -> Void]>([])

  /// Calls `observer` once per rotation of the family's tokens, before the callback whose snapshot contains it (T11).
  package static func onTokenRotation(_ observer: @escaping @Sendable () -> Void) {
    rotationObservers.withLock { $0.append(observer) }
  }

  /// Announces a rotation, identified by the generation of its new tokens. If the snapshot lists none, the previous
  /// rotation has ended, or there is a new grant whose generations start again at 1.
  func announceRotation() {
    let isNew = state.withLock { state in
      let successors = state.snapshot?.tokens.filter { $0.status == .rotated }.compactMap { $0.to?.epoch }
      let rotation = successors?.max()
      defer { state.announcedRotation = rotation }
      return rotation != nil && rotation != state.announcedRotation
    }
    guard isNew else { return }
    for observer in Self.rotationObservers.withLock({ $0 }) { observer() }
  }
}
