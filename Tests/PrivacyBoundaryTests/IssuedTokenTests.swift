// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import PrivacyBoundary
import ScreenTimeRules
import ScreenTimeStore
import Testing

/// Which tokens a family is told of, and the forms of tokens that few items have.
@Suite struct IssuedTokenTests {
  @Test func `a token that only a sealed program received is never reported, whatever becomes of its item`() throws {
    let fixture = try BoundaryFixture()
    let registry = fixture.registry
    let items = [Item.application("kept"), .application("withdrawn"), .application("merged")]
    // The same happens to a family that may name the items.
    try fixture.issue(items, to: "homework", because: .shield)
    let open = try fixture.issue(items, to: "worklog", because: .picker)
    func reported(_ family: String) -> Set<ItemToken> { Set(registry.invalidTokens(of: family).map(\.token)) }
    for family in ["homework", "worklog"] {
      try fixture.store.transaction { try registry.revoke(items[1], of: family, in: $0) }
    }
    registry.setMerges([items[2]: items[0]])
    #expect(reported("homework") == [] && reported("worklog") == [open[1], open[2]])
    for family in ["homework", "worklog"] {
      try fixture.store.transaction { try registry.rotate(family, day: "2026-11-20", in: $0) }
    }
    #expect(reported("homework") == [] && reported("worklog") == Set(open))
  }

  @Test func `a rule over all categories issues the twelve of the list and no other`() throws {
    let fixture = try BoundaryFixture()
    try fixture.store.transaction { try fixture.registry.issueAllCategories(to: "homework", day: "2026-11-20", in: $0) }
    let categories = (1...12).map { Item.category(String($0)) }
    #expect(fixture.registry.nameableItems(of: "homework") == categories.sorted())
    #expect(try fixture.store.read { try $0.issuance() }.map(\.item) == categories)
  }

  @Test func `a token precedes another exactly if its text does, and never itself`() throws {
    let fixture = try BoundaryFixture()
    let tokens = try fixture.issue((0..<30).map { .application("org.example.a\($0)") })
    for left in tokens {
      for right in tokens {
        #expect((left < right) == left.text.utf8.lexicographicallyPrecedes(right.text.utf8))
      }
    }
  }

  @Test func `the texts of many tokens at a time are whole`() throws {
    let fixture = try BoundaryFixture()
    let tokens = (0..<2_000).compactMap { number in
      fixture.registry.token(for: .application("org.example.a\(number)"), of: "homework")
    }
    // All are kept, so that none is written where the one before it was.
    let texts = tokens.map(\.text)
    #expect(texts.count == 2_000)
    #expect(texts.map { ItemToken(text: $0) } == tokens)
  }

  @Test(arguments: [1, 255, 256, 257, 511, 512, 65_535])
  func `a token is the crypto library's HMAC however long the identity is`(_ length: Int) throws {
    let fixture = try BoundaryFixture()
    let row = BoundaryFixture.audience("homework", salt: 1)
    let key = AudienceKey(
      of: PersonKey(of: fixture.root, personID: row.person), fingerprint: row.fingerprint, grantSalt: row.grantSalt,
      epoch: 1)
    let item = Item.application(String(repeating: "x", count: length))
    #expect(key.token(for: item) == key.referenceToken(for: item))
    #expect(key.token(for: item) == fixture.registry.token(for: item, of: "homework"))
  }
}
