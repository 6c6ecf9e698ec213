// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ExtensionProtocol
import Foundation
import PrivacyBoundary
import ScreenTimeStore

/// The ledger as one JSON object per line, with the hash that chains each entry to the one before (PRIV-LG6). The names in
/// it are for the person.
package struct LedgerExport {
  private let family: String?
  private let first: String?
  private let last: String?

  /// - Parameters:
  ///   - family: only this family; `nil` for all.
  ///   - first: the first day, such as `2026-10-19`; `nil` for all before.
  ///   - last: the last day; `nil` for all after.
  package init(of family: String? = nil, from first: String? = nil, to last: String? = nil) {
    (self.family, self.first, self.last) = (family, first, last)
  }

  /// The name of the export in its own ledger entry.
  package var name: String { family.map { "the ledger of \($0)" } ?? "the ledger" }

  /// An entry with its link. If the entry's text has been deleted, only the link is left.
  private struct Line: Encodable {
    var seq: Int64
    var entry: LedgerEntry?
    var hash: String
    var mac: String?
  }

  /// Whether the ledger has more entries or text than an answer may hold. Reads neither.
  func isLarger(than entries: Int64, _ bytes: Int64, in facts: DeviceFacts) throws -> Bool {
    let extent = try facts.store.read { try $0.ledgerExtent(family: family, since: first, until: last) }
    return extent.entries > entries || extent.bytes > bytes
  }

  package func lines(of facts: DeviceFacts) throws -> [String] {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return try facts.store.read { reader in
      try reader.ledger(family: family, since: first, until: last).map { row in
        let line = Line(
          seq: row.seq,
          entry: try row.entry.map { try PrivacyLedger.named(LedgerEntry(text: $0), reader, facts.name(of:)) },
          hash: hexadecimalText(row.hash), mac: row.mac.map { hexadecimalText($0) })
        return String(decoding: try encoder.encode(line), as: UTF8.self)
      }
    }
  }
}
