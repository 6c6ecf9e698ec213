// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

package import ScreenTimeRules
package import ScreenTimeStore

/// The issued tokens of all audiences. It creates, issues and resolves tokens (`privacy.md#tokens`).
///
/// Tables change in the caller's transaction, and memory follows once that is durable. Issuing is idempotent, so a
/// crash in between changes no token.
package final class TokenRegistry {
  private let root: RootKey
  private var audiences: [String: Audience] = [:] { didSet { edition += 1 } }
  /// The items that the person merged into others, each with the one that its tokens now mean.
  private var merges: [Item: Item] = [:] { didSet { edition += 1 } }
  /// A count of the changes. What was made from tokens is valid for one edition.
  package private(set) var edition = 0

  /// Reads the issued tokens and checks a sample of them against the key (PRIV-TK8).
  ///
  /// - Parameter sample: returns an index below its argument, to choose the rows to recompute.
  /// - Throws: `TokenKeyError` if a recomputed token differs from its row.
  package init(root: RootKey, reading store: StoreReader, sample: (Int) -> Int) throws {
    self.root = root
    for row in try store.audiences() {
      audiences[row.family] = Audience(row, person: PersonKey(of: root, personID: row.person))
    }
    var rows: [String: [IssuanceRow]] = [:]
    for row in try store.issuance() { rows[row.family, default: []].append(row) }
    for (family, issued) in rows {
      for _ in 0..<min(Self.selfCheckRows, issued.count) { try check(issued[sample(issued.count)], of: family) }
      for row in issued {
        guard let token = ItemToken(bytes: row.token) else { throw Self.mismatch(family) }
        audiences[family]?.issued[token] = Audience.Issued(
          item: row.item, isOpen: row.reach == Self.open, isRevoked: row.isRevoked)
      }
    }
  }

  package static let selfCheckRows = 64

  /// The families with a grant.
  package var families: [String] { audiences.keys.sorted { $0.isOrderedBefore($1) } }

  /// The offset of a family's slots from local midnight in seconds (PRIV-MT2); 0 without a grant.
  package func phaseSeconds(of family: String, gridMinutes: Int) -> Int {
    audiences[family]?.key.phaseSeconds(gridMinutes: gridMinutes) ?? 0
  }

  /// The random seed of a family's delivery; `nil` without a grant.
  package func deliverySeed(of family: String, point: String, sequence: Int64) -> Int64? {
    audiences[family]?.key.deliverySeed(point: point, sequence: sequence)
  }

  /// The family's token for an item, without issuing it: for items of its own rules, which it wrote by token
  /// (PRIV-TK5).
  package func token(for item: Item, of family: String) -> ItemToken? { audiences[family]?.key.token(for: item) }

  /// The items that a family can name now, ascending: issued openly, in the current epoch, and not revoked.
  package func nameableItems(of family: String) -> [Item] {
    guard let audience = audiences[family] else { return [] }
    return audience.issued.filter { token, issued in
      issued.isOpen && !issued.isRevoked && token.epoch == audience.row.epoch && merges[issued.item] == nil
    }.map(\.value.item).sorted()
  }

  /// The token of the current epoch that the family holds for an item; `nil` if there is none. A token that only a
  /// sealed process received does not count (PRIV-TK4), and a family's rules outlast a reset of its identifiers
  /// (PRIV-TK5), but their tokens don't.
  package func heldToken(for item: Item, of family: String) -> ItemToken? {
    guard let audience = audiences[family] else { return nil }
    let token = audience.key.token(for: item)
    guard let issued = audience.issued[token], issued.isOpen, !issued.isRevoked else { return nil }
    return token
  }

  // MARK: - Resolving

  /// The item of a family's token.
  ///
  /// The result is `nil` for invalid, foreign, revoked and sealed tokens alike, after the same work: one look-up and
  /// one authentication code (T5, PRIV-TK4).
  ///
  /// - Parameter toDraw: whether the token is in the reply of a sealed point and names an item to draw.
  package func resolve(_ token: ItemToken, of family: String, toDraw: Bool = false) -> Item? {
    guard let audience = audiences[family] else { return nil }
    let issued = audience.issued[token]
    let item = issued?.item ?? Item(kind: token.kind, id: Self.nobody)
    let isGenuine = isSame(audience.key.token(for: item), token) || token.epoch != audience.row.epoch
    guard let issued, isGenuine, !issued.isRevoked, issued.isOpen || toDraw else { return nil }
    return merges[item] ?? item
  }

  /// The reason why a token is no longer valid.
  package enum Invalidity: Hashable, Sendable {
    case rotated(to: ItemToken)
    /// The person withdrew the item.
    case revoked
    /// Its rotation has ended, so it resolves like a token that was never issued (T9).
    case unknown
  }

  /// The invalid tokens of a family, ascending. Tokens that were never issued or only shown sealed are not included.
  package func invalidTokens(of family: String) -> [(token: ItemToken, because: Invalidity)] {
    guard let audience = audiences[family] else { return [] }
    return audience.issued.compactMap { token, issued in
      let target = merges[issued.item]
      let isOld = token.epoch != audience.row.epoch || target != nil
      guard issued.isOpen, issued.isRevoked || isOld else { return nil }
      let successor = audience.key.token(for: target ?? issued.item)
      let hasSuccessor = audience.issued[successor]?.isRevoked == false
      if !issued.isRevoked, target == nil || hasSuccessor { return (token, .rotated(to: successor)) }
      // Revoking an item revokes its tokens of every epoch; the end of a rotation revokes only the old ones.
      return (token, hasSuccessor ? .unknown : .revoked)
    }.sorted { $0.0 < $1.0 }
  }

  // MARK: - Issuing

  /// Issues tokens. Issuing again changes nothing, except that an open cause opens a sealed token and a pick restores a
  /// revoked one.
  ///
  /// - Returns: one token for each item, in the order given.
  /// - Throws: `TokenKeyError` if the family has no grant.
  @discardableResult
  package func issue(
    _ items: [Item], to family: String, because cause: TokenCause, day: String, in transaction: StoreTransaction
  ) throws -> [ItemToken] {
    guard let audience = audiences[family] else { throw Self.missing(family) }
    var added: [ItemToken: Audience.Issued] = [:]
    let tokens = try items.map { named in
      let item = merges[named] ?? named
      let token = audience.key.token(for: item)
      if let known = added[token] ?? audience.issued[token] {
        // A sealed use doesn't restore a token that the person revoked: it stays unknown everywhere else.
        if !cause.isOpen || known.isOpen && !known.isRevoked { return token }
      }
      try transaction.issue(
        IssuanceRow(
          family: family, epoch: token.epoch, item: item, token: token.bytes, cause: cause.rawValue,
          reach: cause.isOpen ? Self.open : Self.sealed, day: day))
      added[token] = Audience.Issued(item: item, isOpen: cause.isOpen, isRevoked: false)
      return token
    }
    transaction.afterCommit { [weak self] in
      // An earlier use in the same transaction may have issued the token openly: a sealed one then changes nothing.
      self?.audiences[family]?.issued.merge(added) { old, new in new.isOpen ? new : old }
    }
    return tokens
  }

  /// Issues all categories after a rule over all of them was accepted. The fixed list reveals nothing.
  package func issueAllCategories(to family: String, day: String, in transaction: StoreTransaction) throws {
    try issue((1...12).map { Item.category(String($0)) }, to: family, because: .rule, day: day, in: transaction)
  }

  // MARK: - Grants

  /// Starts a grant with a new salt and epoch 1. Its tokens can't be linked to those of an earlier grant.
  package func grant(_ row: AudienceRow, in transaction: StoreTransaction) throws {
    try transaction.eraseAudience(of: row.family)
    try transaction.setAudience(row)
    let audience = Audience(row, person: PersonKey(of: root, personID: row.person))
    transaction.afterCommit { [weak self] in self?.audiences[row.family] = audience }
  }

  /// Erases salt and rows after the person revoked the grant.
  package func revoke(_ family: String, in transaction: StoreTransaction) throws {
    try transaction.eraseAudience(of: family)
    transaction.afterCommit { [weak self] in self?.audiences[family] = nil }
  }

  /// Resets a family's identifiers: a new salt, no issued tokens, and no mapping from the old ones.
  ///
  /// - Throws: `TokenKeyError` if the family has no grant.
  package func reset(_ family: String, grantSalt: [UInt8], in transaction: StoreTransaction) throws {
    guard let audience = audiences[family] else { throw Self.missing(family) }
    var row = audience.row
    (row.grantSalt, row.epoch, row.rotatedOn) = (grantSalt, 1, nil)
    try grant(row, in: transaction)
  }

  /// Revokes the tokens of an item that the person removed from those that a family may name.
  package func revoke(_ item: Item, of family: String, in transaction: StoreTransaction) throws {
    guard let audience = audiences[family] else { return }
    let tokens = audience.issued.filter { $0.value.item == item }.keys.sorted()
    for token in tokens { try transaction.revokeToken(token.bytes, of: family) }
    transaction.afterCommit { [weak self] in
      for token in tokens { self?.audiences[family]?.issued[token]?.isRevoked = true }
    }
  }

  /// Starts the next epoch, with a successor for each open token. Both resolve until `endRotation`.
  package func rotate(_ family: String, day: String, in transaction: StoreTransaction) throws {
    guard let old = audiences[family] else { throw Self.missing(family) }
    guard old.row.epoch < .max else {
      throw TokenKeyError(
        .tokenKeyMismatch, "The tokens of \(family) were rotated \(UInt16.max) times; reset its identifiers instead.")
    }
    var row = old.row
    row.epoch += 1
    row.rotatedOn = day
    var new = Audience(row, person: PersonKey(of: root, personID: row.person))
    new.issued = old.issued
    try transaction.setAudience(row)
    for issued in old.issued.values.sorted(by: { $0.item < $1.item })
    where issued.isOpen && !issued.isRevoked && merges[issued.item] == nil {
      let token = new.key.token(for: issued.item)
      try transaction.issue(
        IssuanceRow(
          family: family, epoch: row.epoch, item: issued.item, token: token.bytes, cause: TokenCause.picker.rawValue,
          reach: Self.open, day: day))
      new.issued[token] = issued
    }
    let audience = new
    transaction.afterCommit { [weak self] in self?.audiences[family] = audience }
  }

  /// The number of days for which both tokens of a rotation resolve (T9).
  package static let rotationDays = 60

  /// Whether any family's tokens are between two epochs. A rare state, checked with every span of use.
  package var isRotating: Bool { audiences.values.contains { $0.row.rotatedOn != nil } }

  /// The families whose last rotation began on or before `day`, written as `2026-11-20`.
  package func rotations(notAfter day: String) -> [String] {
    families.filter { family in audiences[family]?.row.rotatedOn.map { $0 <= day } == true }
  }

  /// Ends a rotation after 60 days: tokens of earlier epochs become unknown.
  package func endRotation(of family: String, in transaction: StoreTransaction) throws {
    guard let audience = audiences[family] else { return }
    let old = audience.issued.keys.filter { $0.epoch != audience.row.epoch }.sorted()
    for token in old { try transaction.revokeToken(token.bytes, of: family) }
    var row = audience.row
    row.rotatedOn = nil
    try transaction.setAudience(row)
    transaction.afterCommit { [weak self] in
      self?.audiences[family]?.row.rotatedOn = nil
      for token in old { self?.audiences[family]?.issued[token]?.isRevoked = true }
    }
  }

  // MARK: - Merged items

  /// - Parameter merges: each merged item with the one that it means.
  package func setMerges(_ merges: [Item: Item]) { self.merges = merges }

  /// Issues the token of `target` to each family that can name `item`, whose own token then counts as rotated to it (T9).
  ///
  /// - Returns: the families that couldn't name `target` before.
  package func issue(
    _ target: Item, inPlaceOf item: Item, day: String, in transaction: StoreTransaction
  ) throws -> [String] {
    let nameable = families.map { ($0, nameableItems(of: $0)) }.filter { $0.1.contains(item) }
    for (family, _) in nameable { try issue([target], to: family, because: .picker, day: day, in: transaction) }
    return nameable.filter { !$0.1.contains(target) }.map(\.0)
  }

  // MARK: -

  private static let open = "open"
  private static let sealed = "sealed"
  /// A placeholder identity. Canonical identities contain no control characters, so no item has this one (PRIV-TK1).
  private static let nobody = "\u{1}"

  private func check(_ row: IssuanceRow, of family: String) throws {
    guard let audience = audiences[family] else { throw Self.mismatch(family) }
    let person = PersonKey(of: root, personID: audience.row.person)
    let key = audience.key(ofEpoch: row.epoch, person: person)
    guard key.token(for: row.item).bytes == row.token else { throw Self.mismatch(family) }
  }

  /// Compares in constant time.
  private func isSame(_ left: ItemToken, _ right: ItemToken) -> Bool {
    (left.first ^ right.first) | (left.second ^ right.second) | (left.third ^ right.third) == 0
  }

  private static func mismatch(_ family: String) -> TokenKeyError {
    TokenKeyError(
      .tokenKeyMismatch,
      "The tokens issued to \(family) were made with another key; restore that key, or reset the tokens by name.")
  }

  private static func missing(_ family: String) -> TokenKeyError {
    TokenKeyError(
      .tokenKeyMissing, "The family \(family) has no grant, so it can't be given tokens; authorize it first.")
  }
}
