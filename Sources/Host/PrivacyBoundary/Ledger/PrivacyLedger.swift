// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

package import ScreenTimeRules
package import ScreenTimeStore

/// The person's record of what each family was sent: written before the release it describes, chained, never rewritten
/// (`privacy.md#the-ledger`). Families can't read it.
package struct PrivacyLedger {
  private let policy: FlowPolicy
  private let random: (Int) -> [UInt8]
  private let familyName: (String) -> String
  private let chain: LedgerChain

  /// - Parameters:
  /// - random: returns the given number of random bytes, for the salts that hide deleted texts and for the first key.
  /// - familyName: returns the name of a family for people, from its manifest.
  /// - onFirstKey: receives the key of a new ledger. The host doesn't keep it.
  package init(
    policy: FlowPolicy, random: @escaping (Int) -> [UInt8], familyName: @escaping (String) -> String = { $0 },
    onFirstKey: @escaping (LedgerKey) -> Void = { _ in }
  ) {
    self.policy = policy
    self.random = random
    self.familyName = familyName
    chain = LedgerChain(random: random, onFirstKey: onFirstKey)
  }

  /// Writes one entry in the transaction that adds its delivery; for sealed points in a transaction of its own.
  ///
  /// - Parameters:
  /// - day: the local day, `2026-11-20`.
  /// - slot: the local time, `18:15`: the family's slot or the minute.
  @discardableResult
  package func append(
    _ event: LedgerEvent, day: String, slot: String, in transaction: StoreTransaction
  ) throws -> LedgerReceipt {
    guard let row = policy.kinds[event.kind] else {
      throw FlowPolicyFault("The flow policy has no sentence for ledger entries of the kind “\(event.kind.rawValue)”.")
    }
    let values = try event.values.mapValues { try Self.text(of: $0, transaction) }
    let says = try SentenceTemplate(row.says).filled { name in
      if let value = values[name] { return value }
      guard name == "family" else {
        throw FlowPolicyFault("The ledger entry “\(event.kind.rawValue)” has no value for {\(name)}.")
      }
      return event.family.map(familyName) ?? "No family"
    }
    let link = try transaction.appendLedger(
      family: event.family, kind: event.kind.rawValue, day: day, salt: random(16), chaining: chain
    ) { seq in
      try LedgerEntry(
        seq: seq, day: day, slot: slot, event: event, says: says, values: values, row: row, policy: policy.version
      ).text
    }
    return LedgerReceipt(seq: link.seq, family: event.family, kind: event.kind)
  }

  /// The entries of one family, or of all, oldest first, with items named by `name`. Entries without text are left out.
  package static func entries(
    family: String? = nil, since day: String? = nil, in store: StoreReader, name: (Item) -> String
  ) throws -> [LedgerEntry] {
    try store.ledger(family: family, since: day).compactMap { row in
      guard let text = row.entry else { return nil }
      return try named(LedgerEntry(text: text), store, name)
    }
  }

  /// The entry with items by name, for a person.
  package static func named(_ entry: LedgerEntry, _ store: StoreReader, _ name: (Item) -> String) throws -> LedgerEntry
  {
    var entry = entry
    entry.says = try show(entry.says, store, name)
    entry.values = try entry.values?.mapValues { try show($0, store, name) }
    return entry
  }

  /// Verifies the chain in the store.
  ///
  /// - Parameters:
  ///   - heads: hashes that the person noted or exported, by sequence number.
  ///   - key: the key that was shown when the ledger began.
  package static func verify(
    in store: StoreReader, heads: [Int64: [UInt8]] = [:], key: LedgerKey? = nil
  ) throws -> LedgerVerdict {
    var verifier = LedgerVerifier(heads: heads, key: key)
    try store.visitLedger { try verifier.take($0) }
    return verifier.verdict
  }

  /// Verifies a chain that was already read.
  package static func verify(
    _ rows: [LedgerRow], heads: [Int64: [UInt8]] = [:], key: LedgerKey? = nil
  ) -> LedgerVerdict {
    var verifier = LedgerVerifier(heads: heads, key: key)
    for row in rows where !verifier.take(row) { break }
    return verifier.verdict
  }

  // MARK: -

  /// The value as stored: items become numbers, and braces are removed from words so that they can't look like items.
  private static func text(of value: LedgerEvent.Value, _ transaction: StoreTransaction) throws -> String {
    switch value {
    case .word(let word): word.replacing("{", with: "(").replacing("}", with: ")")
    case .number(let number): String(number)
    case .items(let items):
      try joined(items.sorted().map { "{#\(try transaction.registerIdentity(of: $0))}" })
    }
  }

  /// Joins several items, which are counted together.
  private static func joined(_ items: [String]) -> String {
    guard let last = items.last, items.count > 1 else { return items.first ?? "" }
    return "\(items.dropLast().joined(separator: ", ")) and \(last) together"
  }

  private static func show(_ says: String, _ store: StoreReader, _ name: (Item) -> String) throws -> String {
    try SentenceTemplate(says).filled { placeholder in
      guard placeholder.hasPrefix("#") else { return "{\(placeholder)}" }
      let item = try Int64(placeholder.dropFirst()).flatMap { try store.item(ofIdentity: $0) }
      return item.map(name) ?? "something removed"
    }
  }
}
