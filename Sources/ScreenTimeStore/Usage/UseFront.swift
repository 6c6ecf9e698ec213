// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

internal import GRDB
package import ScreenTimeRules

/// What was in front while use was counted, filed as it was then (E2).
///
/// A person meets few of them and comes back to them all day, so the ledger and its roll-ups name each by a number.
package struct UseFront: Hashable, Sendable {
  package var app: Item?
  package var appCategory: Item?
  package var web: Item?
  package var webCategory: Item?
  package var isPresent: Bool
  package var presenceKnown: Bool

  package init(_ span: UseSpan) {
    (app, appCategory) = (span.app, span.appCategory)
    (web, webCategory) = (span.web, span.webCategory)
    (isPresent, presenceKnown) = (span.isPresent, span.presenceKnown)
  }

  /// The app and its page are one in their category (R9).
  package var categories: Set<Item> {
    var categories: Set<Item> = []
    if app != nil { categories.insert(appCategory ?? .otherCategory) }
    if web != nil { categories.insert(webCategory ?? .otherCategory) }
    return categories
  }

  /// The stretch of use that this was in front for.
  package func span(from start: Timestamp, to end: Timestamp) -> UseSpan {
    var span = UseSpan(
      start: start, end: end, app: app, web: web, isPresent: isPresent, presenceKnown: presenceKnown)
    (span.appCategory, span.webCategory) = (appCategory, webCategory)
    return span
  }
}

extension UseFront {
  init(_ row: Row) {
    app = (row["app"] as String?).map(Item.application)
    appCategory = (row["appCategory"] as String?).map(Item.category)
    web = (row["web"] as String?).map(Item.webDomain)
    webCategory = (row["webCategory"] as String?).map(Item.category)
    isPresent = row["isPresent"]
    presenceKnown = row["presenceKnown"]
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
