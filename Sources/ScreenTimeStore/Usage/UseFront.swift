// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

internal import GRDB
internal import ScreenTimeRules

extension UseFront {
  convenience init(_ row: Row) {
    self.init(
      app: (row["app"] as String?).map(Item.application),
      appCategory: (row["appCategory"] as String?).map(Item.category),
      web: (row["web"] as String?).map(Item.webDomain),
      webCategory: (row["webCategory"] as String?).map(Item.category),
      isPresent: row["isPresent"], presenceKnown: row["presenceKnown"])
  }
}

extension StoreReader {
  /// All fronts by number: a few hundred, however long the history is.
  func fronts() throws -> [Int64: UseFront] {
    var fronts: [Int64: UseFront] = [:]
    for row in try rows("SELECT * FROM front") { fronts[row["id"]] = UseFront(row) }
    return fronts
  }
}

extension StoreTransaction {
  /// The number of a front, given to it at first sight.
  func number(of front: UseFront) throws -> Int64 {
    if let known = usage.numbers[front] { return known }
    let values: StatementArguments = [
      front.app?.id, front.appCategory?.id, front.web?.id, front.webCategory?.id, front.isPresent, front.presenceKnown,
    ]
    let stored = try number(
      """
      SELECT id FROM front WHERE app IS ? AND appCategory IS ? AND web IS ? AND webCategory IS ? AND isPresent = ?
        AND presenceKnown = ?
      """, values)
    if let stored {
      usage.numbers[front] = stored
      return stored
    }
    try execute(
      """
      INSERT INTO front (app, appCategory, web, webCategory, isPresent, presenceKnown) VALUES (?, ?, ?, ?, ?, ?)
      """, values)
    usage.numbers[front] = database.lastInsertedRowID
    return database.lastInsertedRowID
  }

  func front(numbered number: Int64) throws -> UseFront {
    if usage.fronts[number] == nil { usage.fronts = try fronts() }
    guard let front = usage.fronts[number] else { throw StoreError.namelessUse }
    return front
  }
}

extension StoreError {
  static var namelessUse: StoreError {
    StoreError(.corrupt, "The store has use of something it has no name for; restore a backup.")
  }
}
