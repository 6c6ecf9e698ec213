// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

internal import Crypto
package import ScreenTimeRules
package import ScreenTimeStore

/// What the person can read about each family: written before the release it speaks of, chained, never rewritten
/// (`privacy.md` §10). Families can't read it.
package struct PrivacyLedger {
  private let policy: FlowPolicy
  private let random: (Int) -> [UInt8]
  private let familyName: (String) -> String

  /// - Parameters:
  ///   - random: so many random bytes, for the salts that hide deleted texts.
  ///   - familyName: the name a person knows a family by, from its manifest.
  package init(
    policy: FlowPolicy, random: @escaping (Int) -> [UInt8], familyName: @escaping (String) -> String = { $0 }
  ) {
    self.policy = policy
    self.random = random
    self.familyName = familyName
  }

  /// Writes one entry in the transaction that makes its release owed; for sealed points in one of its own (LG3).
  ///
  /// - Parameters:
  ///   - day: local, `2026-11-20`.
  ///   - slot: local, `18:15`; the family's slot or the minute.
  @discardableResult
  package func append(
    _ event: LedgerEvent, day: String, slot: String, in transaction: StoreTransaction
  ) throws -> LedgerReceipt {
    guard let row = policy.kinds[event.kind] else {
      throw FlowPolicyFault("The flow policy has no sentence for ledger entries of the kind “\(event.kind.rawValue)”.")
    }
    let says = try sentence(row.says, event, transaction)
    let link = try transaction.appendLedger(
      family: event.family, kind: event.kind.rawValue, day: day, salt: random(16),
      entry: { seq in
        try LedgerEntry(
          seq: seq, day: day, slot: slot, family: event.family, kind: event.kind, says: says,
          released: row.dc.map { LedgerEntry.Released(dc: $0, millibits: event.millibits) },
          notReleased: row.notReleased, policy: policy.version, profile: event.profile
        ).text
      },
      digest: Self.digest)
    return LedgerReceipt(seq: link.seq, family: event.family, kind: event.kind)
  }

  /// The entries of a family, or of all, oldest first, items named by `name`. Entries whose time is over are left out.
  package static func entries(
    family: String? = nil, since day: String? = nil, in store: StoreReader, name: (Item) -> String
  ) throws -> [LedgerEntry] {
    try store.ledger(family: family, since: day).compactMap { row in
      guard let text = row.entry else { return nil }
      var entry = try LedgerEntry(text: text)
      entry.says = try show(entry.says, store, name)
      return entry
    }
  }

  /// Replays the chain.
  ///
  /// - Parameter heads: hashes that the person noted or exported, by sequence number.
  package static func verify(_ rows: [LedgerRow], heads: [Int64: [UInt8]] = [:]) -> LedgerVerdict {
    var previous: [UInt8] = []
    for (index, row) in rows.enumerated() {
      guard row.seq == Int64(index) + 1 else {
        return .broken(seq: row.seq, reason: "doesn't follow the one before it")
      }
      if let salt = row.salt, let entry = row.entry, digest(salt + Array(entry.utf8)) != row.inner {
        return .broken(seq: row.seq, reason: "has another text than when it was written")
      }
      guard digest(previous + row.inner) == row.hash else {
        return .broken(seq: row.seq, reason: "isn't linked to the one before it")
      }
      if let head = heads[row.seq], head != row.hash {
        return .broken(seq: row.seq, reason: "isn't the one you noted")
      }
      previous = row.hash
    }
    for seq in heads.keys.sorted() where seq > Int64(rows.count) {
      return .broken(seq: seq, reason: "is missing although you noted it")
    }
    return .intact(entries: rows.count, comparedHeads: heads.count)
  }

  // MARK: -

  static func digest(_ bytes: [UInt8]) -> [UInt8] { Array(SHA256.hash(data: bytes)) }

  /// The kind's sentence with its placeholders filled; items become numbers.
  private func sentence(_ template: String, _ event: LedgerEvent, _ transaction: StoreTransaction) throws -> String {
    var result = ""
    var rest = Substring(template)
    while let open = rest.firstIndex(of: "{"), let close = rest[open...].firstIndex(of: "}") {
      result += rest[..<open]
      let name = String(rest[rest.index(after: open)..<close])
      switch event.values[name] {
      case .word(let word): result += word.replacing("{", with: "(").replacing("}", with: ")")
      case .number(let number): result += String(number)
      case .items(let items):
        result += try items.sorted().map { "{#\(try transaction.registerIdentity(of: $0))}" }.joined(separator: ", ")
      case nil where name == "family": result += event.family.map(familyName) ?? "Nobody"
      case nil:
        throw FlowPolicyFault("The ledger entry “\(event.kind.rawValue)” lacks a value for {\(name)}.")
      }
      rest = rest[rest.index(after: close)...]
    }
    return result + rest
  }

  private static func show(_ says: String, _ store: StoreReader, _ name: (Item) -> String) throws -> String {
    var result = ""
    var rest = Substring(says)
    while let open = rest.firstRange(of: "{#"), let close = rest[open.upperBound...].firstIndex(of: "}") {
      result += rest[..<open.lowerBound]
      let item = try Int64(rest[open.upperBound..<close]).flatMap { try store.item(ofIdentity: $0) }
      result += item.map(name) ?? "something removed"
      rest = rest[rest.index(after: close)...]
    }
    return result + rest
  }
}
