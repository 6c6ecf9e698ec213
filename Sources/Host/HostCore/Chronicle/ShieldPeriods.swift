// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ScreenTimeRules
import ScreenTimeStore

/// The periods in which shields were up or items were refused, with the items, as kept in the journal.
enum ShieldPeriods {
  /// An entry in its stored form, with the item's number instead of its name, since names must not enter a log
  /// (`privacy-policy.md#fields`).
  static func stored(_ entry: JournalEntry, over item: Item?, in transaction: StoreTransaction) throws -> JournalEntry {
    guard let item else { return entry }
    var entry = entry
    entry.detail = "#\(try transaction.registerIdentity(of: item))"
    return entry
  }

  /// The periods in a list of journal entries of shields or of blocks, oldest first. One without an end lasts until
  /// `now`.
  static func periods(
    in journal: [JournalEntry], until now: Timestamp, _ reader: StoreReader
  ) throws -> [(item: Item, span: TimeSpan)] {
    var open: [Item: Timestamp] = [:]
    var periods: [(item: Item, span: TimeSpan)] = []
    for entry in journal {
      guard case .device = entry.reason, let number = entry.detail.flatMap({ Int64($0.dropFirst()) }),
        let item = try reader.item(ofIdentity: number)
      else { continue }
      switch entry.reason {
      case .device(.shieldUp), .device(.blockBegan): open[item] = entry.at
      case .device(.shieldDown), .device(.blockEnded):
        if let start = open.removeValue(forKey: item) {
          periods.append((item, TimeSpan(start: start, end: entry.at)))
        }
      default: continue
      }
    }
    return periods + open.keys.sorted().map { ($0, TimeSpan(start: open[$0] ?? now, end: now)) }
  }
}
