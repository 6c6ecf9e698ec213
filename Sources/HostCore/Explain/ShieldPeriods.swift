// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ScreenTimeRules
import ScreenTimeStore

/// When shields were up and over what, as the journal remembers it.
enum ShieldPeriods {
  static let up = "shield.up"
  static let down = "shield.down"

  /// An item as the journal writes it: `1:org.gnome.gedit`.
  static func name(of item: Item) -> String { "\(item.kind.rawValue):\(item.id)" }

  private static func item(named name: String) -> Item? {
    let parts = name.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2, let kind = UInt8(parts[0]).flatMap(Item.Kind.init(rawValue:)) else { return nil }
    return Item(kind: kind, id: String(parts[1]))
  }

  /// The periods behind lines of the journal, oldest first; a shield that is still up lasts until `now`.
  static func periods(in journal: [JournalEntry], until now: Timestamp) -> [(item: Item, span: TimeSpan)] {
    var open: [Item: Timestamp] = [:]
    var periods: [(item: Item, span: TimeSpan)] = []
    for entry in journal {
      guard let item = entry.detail.flatMap(item(named:)) else { continue }
      if entry.reason == up {
        open[item] = entry.at
      } else if let start = open.removeValue(forKey: item) {
        periods.append((item, TimeSpan(start: start, end: entry.at)))
      }
    }
    return periods + open.keys.sorted().map { ($0, TimeSpan(start: open[$0] ?? now, end: now)) }
  }
}
