// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// Says that something a window may show has changed: a state, a published property.
///
/// The app's window listens and resolves its whole tree again (VIEW-27); nothing else does, so in a widget or a report
/// a change after the one render has no effect (`views.md#what-swiftui-code-does-here`).
package final class ChangeSignal: @unchecked Sendable {
  package static let shared = ChangeSignal()

  // SAFETY: `listener` is only used while `lock` is held.
  private let lock = NSLock()
  private var listener: (@Sendable () -> Void)?

  /// Replaces the listener; `nil` ends listening.
  package func listen(_ listener: (@Sendable () -> Void)?) { lock.withLock { self.listener = listener } }

  package func send() { lock.withLock { listener }?() }
}
