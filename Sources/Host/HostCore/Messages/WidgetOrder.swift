// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation
package import ScreenTimeRules

/// An act of the person on a widget, as a command names it.
package enum WidgetOrder: Hashable, Codable, Sendable {
  case place(FamilyID, kind: String, size: String, [StoredParameter])
  case configure(String, [StoredParameter])
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

  var act: PersonAct.Kind {
    switch self {
    case .place(let family, let kind, let size, let parameters):
      .placesWidget(family, kind: kind, size: size, parameters)
    case .configure(let id, let parameters): .configuresWidget(id, parameters)
    case .move(let id, let place): .movesWidget(id, to: place)
    case .stack(let id, let other): .stacksWidget(id, onto: other)
    case .unstack(let id): .unstacksWidget(id)
    case .front(let id): .choosesWidget(id)
    case .refresh(let id): .refreshesWidget(id)
    case .remove(let id): .removesWidget(id)
    case .tap(let id, let area): .tapsWidget(id, area: area)
    case .lock(let lock): .locksScreen(lock)
    }
  }
}
