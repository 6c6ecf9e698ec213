// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

internal import GRDB
internal import ScreenTimeRules

extension RecordedForeground {
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
  /// All foregrounds by number: a few hundred, however long the history is.
  func fronts() throws -> [Int64: RecordedForeground] {
    var fronts: [Int64: RecordedForeground] = [:]
    for row in try rows("SELECT * FROM front") { fronts[row["id"]] = RecordedForeground(row) }
    return fronts
  }
}

extension StoreTransaction {
  /// The number of a foreground, assigned on first use.
  func number(of front: RecordedForeground) throws -> Int64 {
    if let known = usage.rows.numbers[front] { return known }
    let number = try storedNumber(of: front)
    usage.rows.numbers[front] = number
    usage.rows.categories[number] = Array(front.categories)
    return number
  }

  private func storedNumber(of front: RecordedForeground) throws -> Int64 {
    let values: StatementArguments = [
      front.app?.id, front.appCategory?.id, front.web?.id, front.webCategory?.id, front.isPresent, front.presenceKnown,
    ]
    let stored = try number(
      """
      SELECT id FROM front WHERE app IS ? AND appCategory IS ? AND web IS ? AND webCategory IS ? AND isPresent = ?
        AND presenceKnown = ?
      """, values)
    if let stored { return stored }
    try execute(
      """
      INSERT INTO front (app, appCategory, web, webCategory, isPresent, presenceKnown) VALUES (?, ?, ?, ?, ?, ?)
      """, values)
    return lastNumber
  }

  /// The categories of a foreground, by the foreground's number.
  func categories(ofFront number: Int64) throws -> [Item] {
    if usage.rows.categories[number] == nil { usage.rows.categories = try fronts().mapValues { Array($0.categories) } }
    guard let categories = usage.rows.categories[number] else { throw StoreError.namelessUse }
    return categories
  }
}

extension StoreError {
  static var namelessUse: StoreError {
    StoreError(.corrupt, "The store has use of an unknown foreground; restore a backup.")
  }
}
