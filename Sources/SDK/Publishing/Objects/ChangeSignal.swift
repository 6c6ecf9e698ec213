// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// A signal that the content of a window may have changed, such as a state or a published property.
///
/// The app's window responds by resolving its whole tree again (VIEW-27). Widgets and reports are rendered once and
/// don't respond (`views.md#what-swiftui-code-does-here`).
package final class ChangeSignal: @unchecked Sendable {
  package static let shared = ChangeSignal()

  // SAFETY: `listener` is only used while `lock` is held.
  private let lock = NSLock()
  private var listener: (@Sendable () -> Void)?

  /// Replaces the listener; `nil` removes it.
  package func listen(_ listener: (@Sendable () -> Void)?) { lock.withLock { self.listener = listener } }

  package func send() { lock.withLock { listener }?() }
}
