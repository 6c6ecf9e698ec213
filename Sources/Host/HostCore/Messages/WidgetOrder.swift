// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation
package import ScreenTimeRules

/// An act of the person on a widget, as a command names it.
package enum WidgetOrder: Hashable, Codable, Sendable {
  case place(FamilyID, kind: String, size: String, [StoredParameter])
  case configure(String, [StoredParameter])
  case move(String, to: Int)
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
    case .refresh(let id): .refreshesWidget(id)
    case .remove(let id): .removesWidget(id)
    case .tap(let id, let area): .tapsWidget(id, area: area)
    case .lock(let lock): .locksScreen(lock)
    }
  }
}
