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

  /// What is exported, as its entry names it.
  package var name: String { family.map { "the ledger of \($0)" } ?? "the ledger" }

  /// An entry with its link. If the entry's text has been deleted, only the link is left.
  private struct Line: Encodable {
    var seq: Int64
    var entry: LedgerEntry?
    var hash: String
    var mac: String?
  }

  package func lines(of facts: DeviceFacts) throws -> [String] {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    encoder.dateEncodingStrategy = .iso8601
    return try facts.store.read { reader in
      try reader.ledger(family: family, since: first).filter { row in last.map { row.day <= $0 } ?? true }.map { row in
        let line = Line(
          seq: row.seq,
          entry: try row.entry.map { try PrivacyLedger.named(LedgerEntry(text: $0), reader, facts.name(of:)) },
          hash: Self.text(row.hash), mac: row.mac.map(Self.text))
        return String(decoding: try encoder.encode(line), as: UTF8.self)
      }
    }
  }

  private static func text(_ bytes: [UInt8]) -> String {
    bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
  }
}
