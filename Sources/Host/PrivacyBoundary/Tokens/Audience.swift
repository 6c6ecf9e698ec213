// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

internal import ScreenTimeRules
internal import ScreenTimeStore

/// One family's tokens in memory: its key and the tokens issued to it.
struct Audience {
  /// The state of one token in the issuance table.
  struct Issued {
    var item: Item
    var isOpen: Bool
    var isRevoked: Bool
  }

  var row: AudienceRow
  var key: AudienceKey
  var issued: [ItemToken: Issued] = [:]

  init(_ row: AudienceRow, person: PersonKey) {
    self.row = row
    key = AudienceKey(of: person, fingerprint: row.fingerprint, grantSalt: row.grantSalt, epoch: row.epoch)
  }

  /// The key of any epoch of this grant.
  func key(ofEpoch epoch: UInt16, person: PersonKey) -> AudienceKey {
    epoch == row.epoch
      ? key : AudienceKey(of: person, fingerprint: row.fingerprint, grantSalt: row.grantSalt, epoch: epoch)
  }
}
