// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

internal import Foundation
internal import ScreenTimeStore

/// The text of one entry, as stored, exported and hashed (`privacy.md#the-ledger`).
package struct LedgerEntry: Codable, Hashable, Sendable {
  package struct Released: Codable, Hashable, Sendable {
    package var dc: Int
    package var millibits: Int64?
  }

  package var v = 1
  package var seq: Int64
  package var day: String
  /// The slot or minute in local time; never finer.
  package var slot: String
  package var family: String?
  package var kind: LedgerKind
  /// Who acted and how, such as “the guardian, in the console”; absent if no person acted, and in older entries.
  package var by: String?
  /// The sentence, with items as `{#12}`.
  package var says: String
  /// The values of the sentence's placeholders, with items as `{#12}`. Pages are computed from them.
  package var values: [String: String]?
  package var released: Released?
  package var notReleased: [String]
  package var policy: Int
  package var profile: PrivacyProfile?

  /// Sorted keys, so that equal entries have equal bytes.
  var text: String {
    get throws {
      String(decoding: try CanonicalJSON.bytes(of: self), as: UTF8.self)
    }
  }

  package init(text: String) throws { self = try JSONDecoder().decode(LedgerEntry.self, from: Data(text.utf8)) }

  init(
    seq: Int64, day: String, slot: String, event: LedgerEvent, says: String, values: [String: String],
    row: LedgerKindRow, policy: Int
  ) {
    self.seq = seq
    self.day = day
    self.slot = slot
    family = event.family
    kind = event.kind
    by = event.by
    self.says = says
    self.values = values.isEmpty ? nil : values
    released = row.dc.map { Released(dc: $0, millibits: event.millibits) }
    notReleased = row.notReleased(under: event.profile)
    self.policy = policy
    profile = event.profile
  }
}
