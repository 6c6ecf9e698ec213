// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

internal import Foundation
internal import GRDB

/// The inputs to one family's tokens, apart from the key (`privacy.md#tokens`).
package struct AudienceRow: Hashable, Sendable {
  package var family: String
  /// 16 random bytes that represent the person.
  package var person: [UInt8]
  /// 32 bytes that represent the family.
  package var fingerprint: [UInt8]
  /// 16 random bytes, created with the grant. Erasing them makes every token of the family unlinkable.
  package var grantSalt: [UInt8]
  /// Starts at 1; a maintenance rotation increments it.
  package var epoch: UInt16
  /// The day of the last rotation. Tokens of the previous epoch resolve for 60 more days.
  package var rotatedOn: String?

  package init(
    family: String, person: [UInt8], fingerprint: [UInt8], grantSalt: [UInt8], epoch: UInt16 = 1,
    rotatedOn: String? = nil
  ) {
    self.family = family
    self.person = person
    self.fingerprint = fingerprint
    self.grantSalt = grantSalt
    self.epoch = epoch
    self.rotatedOn = rotatedOn
  }
}

extension StoreReader {
  /// All audiences, by family.
  package func audiences() throws -> [AudienceRow] {
    try rows("SELECT family, person, fingerprint, salt, epoch, rotatedOn FROM audience ORDER BY family").map { row in
      AudienceRow(
        family: row["family"], person: Array(row["person"] as Data), fingerprint: Array(row["fingerprint"] as Data),
        grantSalt: Array(row["salt"] as Data), epoch: UInt16(clamping: row["epoch"] as Int64),
        rotatedOn: row["rotatedOn"])
    }
  }
}

extension StoreTransaction {
  package func setAudience(_ audience: AudienceRow) throws {
    try execute(
      "INSERT OR REPLACE INTO audience (family, person, fingerprint, salt, epoch, rotatedOn) VALUES (?, ?, ?, ?, ?, ?)",
      [
        audience.family, Data(audience.person), Data(audience.fingerprint), Data(audience.grantSalt),
        Int64(audience.epoch), audience.rotatedOn,
      ])
  }

  /// Erases salt and rows: none of the family's tokens resolves any more, and a later grant is unlinkable.
  package func eraseAudience(of family: String) throws {
    try execute("DELETE FROM audience WHERE family = ?", [family])
    try execute("DELETE FROM issuance WHERE family = ?", [family])
  }
}
