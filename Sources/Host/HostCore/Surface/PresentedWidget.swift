// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

package import ExtensionProtocol
package import ScreenTimeRules

/// A placed widget as it is to be drawn.
package struct PresentedWidget: Encodable, Sendable {
  package var id: String
  package var family: FamilyID
  package var familyName: String
  package var kind: String
  package var title: String
  /// A name of `WidgetSize`.
  package var size: String
  package var spot: Spot
  /// The checked trees by variant; empty if there is not even a placeholder.
  package var views: [String: WireValue]
  package var condition: Condition
  package var hasMargins: Bool
  package var links: Links
  package var at: Timestamp

  /// Where it is on the home page.
  package struct Spot: Encodable, Sendable {
    package var place: Int
    /// Whether another widget of its stack is in front.
    package var isHidden = false
    /// The place in its stack, from 1, of how many; a widget alone is 1 of 1.
    package var number = 1
    package var count = 1
  }

  /// How far the drawing is from the timeline that its family wanted.
  package struct Condition: Encodable, Sendable {
    package var isPlaceholder: Bool
    /// Whether its family no longer provides it.
    package var isOrphan: Bool
    /// Why the last request gave no timeline.
    package var failure: String?
    /// Whether a button was used, so that what depends on it is dimmed until the next timeline.
    package var isInvalidated: Bool
  }

  /// Where its taps may lead.
  package struct Links: Encodable, Sendable {
    package var schemes: Set<String>
    package var hosts: Set<String>
  }

  package var place: Int { spot.place }
  package var isPlaceholder: Bool { condition.isPlaceholder }
  package var isOrphan: Bool { condition.isOrphan }
  package var failure: String? { condition.failure }
}
