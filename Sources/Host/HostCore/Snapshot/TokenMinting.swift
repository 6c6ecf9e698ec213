// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ExtensionProtocol
import ScreenTimeRules

/// Swaps items for the tokens of one family: the one direction in which names leave the host.
protocol TokenMinting {
  /// The family's token for `item`; the same bytes each time (T1).
  func token(for item: Item) -> WireToken
  /// Whether the family holds that token; what it doesn't, its own rules don't show it (`privacy.md#tokens`).
  func isHeld(_ item: Item) -> Bool
}

extension TokenMinting {
  /// Ascending by bytes of the token, which is not the order of the items (PRIV-TK3).
  func tokens(for items: ItemSet) -> [WireToken] { items.items.filter(isHeld).map(token(for:)).sortedByBytes }
}
