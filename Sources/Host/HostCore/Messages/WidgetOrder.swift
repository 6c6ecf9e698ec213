// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

package import ScreenTimeRules

/// An act of the person on a widget, as a command names it.
package enum WidgetOrder: Hashable, Codable, Sendable {
  case place(FamilyID, kind: String, size: String, [StoredParameter])
  case configure(String, [StoredParameter])
  /// Changes one parameter to the value that a text names; an empty one removes it.
  case set(String, name: String, value: String)
  case move(String, to: Int)
  /// Puts a widget onto another one, or onto the stack that it is in.
  case stack(String, onto: String)
  case unstack(String)
  /// Brings a widget to the front of its stack.
  case front(String)
  case refresh(String)
  case remove(String)
  /// `nil` taps the widget itself.
  case tap(String, area: Int?)
  case lock(ScreenLock)
}
