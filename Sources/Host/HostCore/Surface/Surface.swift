// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

package import ExtensionProtocol
package import ScreenTimeRules

/// What is shown to a person. A driver draws it; the device only says what there is to see.
package enum Surface: Encodable, Sendable {
  case app(AppFront)
  case window(PresentedWindow)
  case shield(PresentedShield)
  case report(PresentedReport)
  case notifications(PresentedNotificationList)
}

/// A surface that is gone from the screen.
package enum SurfaceID: Encodable, Sendable {
  case app(FamilyID)
  case shield(LiftedShield)
}

/// A family's app in front of the person.
package struct AppFront: Encodable, Sendable {
  package var family: FamilyID
  /// Whether the person opened it to do something in it.
  package var isVisit: Bool
  /// Whether the app has started and can be tapped; before, it only has the screen.
  package var isUp: Bool
}

/// The tree of an app's window.
package struct PresentedWindow: Encodable, Sendable {
  package var family: FamilyID
  package var familyName: String
  package var title: String
  package var tree: Int64
  package var view: WireValue
  package var at: Timestamp
}

/// A shield as it is to be drawn.
package struct PresentedShield: Encodable, Sendable {
  package var shield: Shield
  package var itemName: String
  package var familyName: String
  /// The extension's reply, of the right form; `nil`: the default shield.
  package var look: WireValue?
  /// The grade of the process that drew the look, or `default shield`.
  package var grade: String
  /// Which shield of its local day it is, from 1.
  package var ordinal: Int
  /// Whether the shield is on screen; else a person asked what it looks like.
  package var isOnScreen: Bool
  /// Whether the shield was shown before, in another life of the host.
  package var isRepeated: Bool
  /// The names behind the tokens that the look holds.
  package var faces: [String: String]
  package var at: Timestamp
}

/// A shield that came down.
package struct LiftedShield: Encodable, Sendable {
  package var shield: Shield
  package var itemName: String
  package var familyName: String
  package var since: String
  package var until: String
}

/// A report as it is to be drawn.
package struct PresentedReport: Encodable, Sendable {
  package var request: ReportRequest
  package var familyName: String
  /// The extension's view, of the right form; `nil`: the placeholder.
  package var view: WireValue?
  /// The grade of the process that drew the view; `nil`: none drew one.
  package var grade: String?
  package var span: String
  /// Whether a person asked for it, and not an app's window.
  package var isAsked: Bool
  package var faces: [String: String]
  package var at: Timestamp
}
