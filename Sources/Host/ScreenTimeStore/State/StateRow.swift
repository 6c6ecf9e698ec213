// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

internal import Foundation
internal import GRDB

/// One entity of the rules' state: a family, a store, an activity, a suite of defaults.
struct StateRow: Hashable {
  /// The kind of entity.
  enum Kind: String {
    /// The device itself: clock, zone, grants, foreground.
    case device
    case operatorStore
    /// A family without its stores, activities and defaults, which have rows of their own.
    case family
    case store
    case activity
    case defaults
  }

  struct Key: Hashable {
    var kind: Kind
    /// Empty for an entity of the device.
    var family: String
    /// Empty for an entity that exists once per owner.
    var name: String

    init(_ kind: Kind, family: String = "", name: String = "") {
      self.kind = kind
      self.family = family
      self.name = name
    }
  }

  var key: Key
  /// Canonical JSON.
  var body: [UInt8]
}

extension StoreReader {
  /// All entities, by kind, family and name.
  func stateRows() throws -> [StateRow] {
    try rows("SELECT kind, family, name, body FROM state ORDER BY kind, family, name").map { row in
      let word: String = row["kind"]
      guard let kind = StateRow.Kind(rawValue: word) else {
        throw StoreError(.corrupt, "The store has an entity of the unknown kind “\(word)”; restore a backup.")
      }
      return StateRow(
        key: StateRow.Key(kind, family: row["family"], name: row["name"]), body: Array(row["body"] as Data))
    }
  }
}

extension StoreTransaction {
  func setStateRow(_ key: StateRow.Key, to value: some Encodable) throws {
    try execute(
      """
      INSERT INTO state (kind, family, name, body) VALUES (?, ?, ?, ?)
      ON CONFLICT (kind, family, name) DO UPDATE SET body = excluded.body
      """,
      [key.kind.rawValue, key.family, key.name, Data(try CanonicalJSON.bytes(of: value))])
  }

  func removeStateRow(_ key: StateRow.Key) throws {
    try execute(
      "DELETE FROM state WHERE kind = ? AND family = ? AND name = ?", [key.kind.rawValue, key.family, key.name])
  }
}
