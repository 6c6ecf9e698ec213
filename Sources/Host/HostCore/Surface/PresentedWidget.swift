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
  package var place: Int
  /// The checked trees by variant; empty if there is not even a placeholder.
  package var views: [String: WireValue]
  package var isPlaceholder: Bool
  /// Whether its family no longer provides it.
  package var isOrphan: Bool
  /// Why the last request gave no timeline.
  package var failure: String?
  package var hasMargins: Bool
  /// The schemes and hosts that its URLs may have.
  package var urlSchemes: Set<String>
  package var urlHosts: Set<String>
  package var at: Timestamp
}
