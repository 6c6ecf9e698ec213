// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ScreenTimeRules

/// The names of the pages of shields: numbers in the order of their appearance, such as `shield-homework-2`.
///
/// A name of a file is shown to everybody who can list its directory and stays in histories, so it doesn't contain the item.
struct ShieldPageNames {
  private var items: [String: [Item]] = [:]

  mutating func name(for shield: Shield) -> String {
    let family = shield.family?.rawValue ?? "operator"
    var known = items[family] ?? []
    let index = known.firstIndex(of: shield.item) ?? known.count
    if index == known.count {
      known.append(shield.item)
      items[family] = known
    }
    return "shield-\(family)-\(index + 1)"
  }
}
