// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import FamilyManifests
import Foundation
import PrivacyBoundary
import ScreenTimeRules
import ScreenTimeStore
import Surfaces

/// The buttons that a family's shields have had.
///
/// A sealed shield configuration knows the name of what its shield covers, and a press goes to the family. If the
/// configuration chose the buttons, the press would carry what it chose them by. So under `standard` and `tight` all
/// shields of a build have the same buttons: those of its manifest, otherwise those of its first shield. Under `open`
/// each shield keeps its own, and a press is charged what the choice can carry (PRIV-SF7).
struct ShieldArrangements: Codable, Hashable {
  /// The installed build that these are of.
  var installation = ""
  /// The buttons of the first accepted shield, with the item's name taken out.
  var first: ShieldButtons?
  /// Digests of the arrangements shown under `open`. They are not the labels, which may hold names.
  var seen: [String] = []

  /// More arrangements than this count as this many.
  static let most = 1_024

  /// Notes a shield that keeps its own buttons.
  ///
  /// - Returns: whether it has buttons that were not seen before.
  mutating func see(_ buttons: ShieldButtons) throws -> Bool {
    var digest = RunningDigest()
    digest.update(try CanonicalJSON.bytes(of: buttons))
    let one = String(digest.hexadecimal.prefix(16))
    guard seen.count < Self.most, !seen.contains(one) else { return false }
    seen.append(one)
    return true
  }

  /// The information that the choice of the buttons can add to one press, in thousandths of a bit.
  var millibits: Int64 { Int64((log2(Double(max(1, seen.count))) * 1_000).rounded()) }
}

extension ShieldContent {
  /// The buttons' places and labels. Setting them keeps the colours.
  var buttons: ShieldButtons {
    get {
      ShieldButtons(
        primary: primaryButton?.text, secondary: secondaryButton?.text,
        submenu: secondaryButton == nil ? [] : submenu)
    }
    set {
      primaryButton = newValue.primary.map { Label($0, color: primaryButton?.color) }
      secondaryButton = newValue.secondary.map { Label($0, color: secondaryButton?.color) }
      submenu = newValue.submenu
    }
  }
}
