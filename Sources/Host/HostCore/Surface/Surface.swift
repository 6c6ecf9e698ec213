// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

package import ExtensionProtocol
package import FamilyManifests
package import ScreenTimeRules

/// Something shown to a person. The device describes it and a driver draws it.
package enum Surface: Encodable, Sendable {
  case app(AppFront)
  case window(PresentedWindow)
  case shield(PresentedShield)
  case report(PresentedReport)
  case notifications(PresentedNotificationList)
  case widget(PresentedWidget)
}

/// A surface that is no longer on screen.
package enum SurfaceID: Encodable, Sendable {
  case app(FamilyID)
  case shield(LiftedShield)
  case widget(String)
}

/// A family's app in the foreground.
package struct AppFront: Encodable, Sendable {
  package var family: FamilyID
  /// Whether the person opened it to act in it.
  package var isVisit: Bool
  /// Whether the app has started and can be tapped; before that, it is only on screen.
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
  /// The extension's reply, checked for its form; `nil` for the default shield.
  package var look: WireValue?
  package var buttons: PresentedButtons
  /// The grade of the process that drew the look, or `default shield`.
  package var grade: String
  /// The number of the shield in its local day, from 1.
  package var ordinal: Int
  /// Whether the shield is on screen; otherwise a person asked to see it.
  package var isOnScreen: Bool
  /// Whether the previous run of the host showed the shield already.
  package var isRepeated: Bool
  /// The names behind the tokens that the look holds.
  package var faces: [String: String]
  package var at: Timestamp
}

/// The buttons to draw on a shield.
package enum PresentedButtons: Encodable, Sendable {
  /// Those of its look.
  case own
  /// Those of its family, in place of the look's (PRIV-SF7).
  indirect case constant(ShieldButtons)
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
  /// The extension's view, checked for its form; `nil` for the placeholder.
  package var view: WireValue?
  /// The grade of the process that drew the view; `nil` for the placeholder.
  package var grade: String?
  package var span: String
  /// Whether a person asked for it, rather than an app's window.
  package var isAsked: Bool
  package var faces: [String: String]
  package var at: Timestamp
}
