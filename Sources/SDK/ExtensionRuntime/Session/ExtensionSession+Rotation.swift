// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

internal import ExtensionProtocol
internal import Synchronization

extension ExtensionSession {
  private static let rotationObservers = Mutex<[@Sendable () -> Void]>([])

  /// Calls `observer` once for each rotation of the family's tokens, before the callback whose snapshot brings it (T11).
  package static func onTokenRotation(_ observer: @escaping @Sendable () -> Void) {
    rotationObservers.withLock { $0.append(observer) }
  }

  /// A rotation is known by the generation of its new tokens. When none is listed any more the last one is over, or the
  /// grant is a new one that counts from 1 again.
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
