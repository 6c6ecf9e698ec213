// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

/// Whether the person has locked the screen, which hides what widgets say of them (WIDGET-W27, WIDGET-W28).
package enum ScreenLock: String, Hashable, Codable, CaseIterable, Sendable {
  case unlocked, locked
  /// Locked, and not unlocked since the start of the device.
  case beforeFirstUnlock

  package var isLocked: Bool { self != .unlocked }
}
