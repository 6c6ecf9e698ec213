// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ExtensionProtocol
import ScreenTimeRules

/// Replaces items with the tokens of one family. Names leave the host only in this form.
protocol TokenMinting {
  /// The family's token for `item`; always the same bytes (T1).
  func token(for item: Item) -> WireToken
  /// Whether the family holds that token. Items without a held token are left out of its snapshot
  /// (`privacy.md#tokens`).
  func isHeld(_ item: Item) -> Bool
}

extension TokenMinting {
  /// Ascending by bytes of the token, which is not the order of the items (PRIV-TK3).
  func tokens(for items: ItemSet) -> [WireToken] { items.items.filter(isHeld).map(token(for:)).sortedByBytes }
}

/// A family that holds no token, whatever was issued to it.
struct NothingHeld: TokenMinting {
  var minting: any TokenMinting

  func token(for item: Item) -> WireToken { minting.token(for: item) }
  func isHeld(_ item: Item) -> Bool { false }
}
