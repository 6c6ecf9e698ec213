// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ScreenTimeRules
import ScreenTimeStore
import Testing

/// The rows of tokens: who got which, why, and whether it still counts (`privacy.md#tokens`).
@Suite struct TokenRowTests {
  private let directory = StateDirectory()

  private func row(
    _ family: String, _ item: Item, _ token: UInt8, cause: String = "picker", reach: String = "open",
    isRevoked: Bool = false
  ) -> IssuanceRow {
    IssuanceRow(
      family: family, epoch: 3, item: item, token: Array(repeating: token, count: 24), cause: cause, reach: reach,
      day: "2026-10-19", isRevoked: isRevoked)
  }

  private let items: [Item] = [.application("a"), .webDomain("a"), .category("a"), .application("b")]

  @Test func `tokens are kept in order of issue, each with its item's kind`() throws {
    let store = try directory.open()
    #expect(try !store.read { try $0.hasIssuedTokens() })
    let rows = items.enumerated().flatMap { index, item in
      ["homework", "worklog"].map { row($0, item, UInt8(index)) }
    }
    try store.transaction { for row in rows { try $0.issue(row) } }
    #expect(try store.read { try $0.issuance() } == rows)
    #expect(
      rows.allSatisfy { !$0.isRevoked }
        && IssuanceRow(
          family: "a", epoch: 1, item: .category("1"), token: [], cause: "", reach: "", day: ""
        ).isRevoked == false)
    #expect(try store.read { try $0.hasIssuedTokens() })
  }

  /// How issuing a token a second time changes its row.
  @Test(arguments: [
    ("open", false, "open", "first", "open", false), ("open", false, "sealed", "first", "open", false),
    ("sealed", false, "sealed", "first", "sealed", false), ("sealed", false, "open", "again", "open", false),
    ("open", true, "open", "again", "open", false), ("open", true, "sealed", "first", "open", true),
    ("sealed", true, "sealed", "first", "sealed", true), ("sealed", true, "open", "again", "open", false),
  ])
  func `only an open cause widens a token or restores a revoked one (PRIV-TK4)`(
    reach: String, isRevoked: Bool, second: String, cause: String, reachNow: String, isRevokedNow: Bool
  ) throws {
    let store = try directory.open()
    let other = row("worklog", items[0], 1, reach: reach)
    try store.transaction { transaction in
      try transaction.issue(other)
      try transaction.issue(row("homework", items[0], 1, cause: "first", reach: reach))
      if isRevoked { try transaction.revokeToken(Array(repeating: 1, count: 24), of: "homework") }
      try transaction.issue(row("homework", items[0], 1, cause: "again", reach: second))
    }
    #expect(
      try store.read { try $0.issuance() } == [
        other, row("homework", items[0], 1, cause: cause, reach: reachNow, isRevoked: isRevokedNow),
      ])
  }

  @Test func `an item has one number for all families, and a number leads back to its item`() throws {
    let store = try directory.open()
    let numbers = try store.transaction { transaction in
      try (items + items).map { try transaction.registerIdentity(of: $0) }
    }
    #expect(Set(numbers).count == items.count && Array(numbers.prefix(4)) == Array(numbers.suffix(4)))
    for (number, item) in zip(numbers, items) {
      #expect(try store.read { try $0.identity(of: item) } == number)
      #expect(try store.read { try $0.item(ofIdentity: number) } == item)
    }
    #expect(try store.read { try $0.item(ofIdentity: 99) } == nil)
    #expect(try store.read { try $0.identity(of: .category("b")) } == nil)
  }

  @Test func `an audience is replaced as a whole, and erased with its own tokens only`() throws {
    let store = try directory.open()
    func audience(_ family: String, epoch: UInt16 = 1, rotatedOn: String? = nil) -> AudienceRow {
      AudienceRow(
        family: family, person: [1], fingerprint: [2, 3], grantSalt: [4, 5, 6], epoch: epoch, rotatedOn: rotatedOn)
    }
    try store.transaction { transaction in
      for family in ["worklog", "homework"] {
        try transaction.setAudience(audience(family))
        try transaction.issue(row(family, items[0], 7))
      }
      try transaction.setAudience(audience("worklog", epoch: .max, rotatedOn: "2026-10-20"))
    }
    let rotated = audience("worklog", epoch: .max, rotatedOn: "2026-10-20")
    #expect(try store.read { try $0.audiences() } == [audience("homework"), rotated])
    try store.transaction { try $0.eraseAudience(of: "homework") }
    #expect(try store.read { try $0.audiences() } == [rotated])
    #expect(try store.read { try $0.issuance().map(\.family) } == ["worklog"])
  }
}
