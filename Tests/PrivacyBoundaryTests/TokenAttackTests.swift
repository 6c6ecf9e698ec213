// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ExtensionProtocol
import PrivacyBoundary
import ScreenTimeRules
import ScreenTimeStore
import Testing

/// Attacks from `privacy.md#tokens` that no other suite covers: what a patient family can do with its tokens.
@Suite struct TokenAttackTests {
  private static let dictionary = (0..<2_000).map { Item.application("org.example.program\($0)") }

  @Test func `a dictionary of all identifiers without the key matches no token`() throws {
    let (fixture, guesser) = (try BoundaryFixture(rootByte: 7), try BoundaryFixture(rootByte: 9))
    try fixture.issue(Self.dictionary)
    for item in Self.dictionary {
      let guess = try #require(guesser.registry.token(for: item, of: "homework"))
      #expect(fixture.registry.resolve(guess, of: "homework") == nil)
    }
  }

  @Test func `a rule by name gives no token, no status and no nameable item`() throws {
    let fixture = try BoundaryFixture()
    let resolver = EffectResolver(
      registry: fixture.registry, family: "homework", behaviour: .strict, now: Timestamp(milliseconds: 0))
    for name in ["org.example.installed", "org.example.missing"] {
      let resolved = try resolver.resolve([
        .setSetting(store: "s", key: .blockedApplications, value: .blockedApplications([.bundleID(name)]))
      ])
      #expect(resolved.count == 1)
    }
    #expect(fixture.registry.nameableItems(of: "homework").isEmpty)
    #expect(fixture.registry.invalidTokens(of: "homework").isEmpty)
    #expect(try fixture.store.read { try $0.issuance() }.isEmpty)
  }

  @Test func `neither bytes nor order nor epoch link the tokens of two families`() throws {
    let fixture = try BoundaryFixture()
    let items = Array(Self.dictionary.prefix(1_000))
    let (own, other) = (try fixture.issue(items), try fixture.issue(items, to: "worklog"))
    #expect(Set(own).isDisjoint(with: other))
    #expect(Set(own.map(\.epoch)) == Set(other.map(\.epoch)))
    // The order of a set reveals nothing about the items: two families see different orders.
    func order(_ tokens: [ItemToken]) -> [Int] { tokens.indices.sorted { tokens[$0] < tokens[$1] } }
    #expect(order(own) != order(other))
    #expect(order(own) != Array(items.indices))
    let distances = zip(own, other).map { left, right in
      zip(left.bytes.dropFirst(4), right.bytes.dropFirst(4)).reduce(0) { $0 + ($1.0 ^ $1.1).nonzeroBitCount }
    }
    let mean = Double(distances.reduce(0, +)) / Double(distances.count)
    // 80 bits of 160, ± five standard errors of the mean of a thousand.
    #expect(abs(mean - 80) < 5 * 6.33 / 31.6)
  }

  @Test func `a thousand relaunches give the same bytes (T1)`() throws {
    let fixture = try BoundaryFixture()
    let items = Array(Self.dictionary.prefix(3))
    let tokens = try fixture.issue(items)
    for _ in 0..<1_000 {
      let reopened = try fixture.reopened()
      #expect(items.map { reopened.token(for: $0, of: "homework") } == tokens)
    }
  }

  @Test func `a reset leaves no token that resolves or is reported as invalid`() throws {
    let fixture = try BoundaryFixture()
    let old = try fixture.issue(Self.dictionary)
    try fixture.store.transaction {
      try fixture.registry.reset("homework", grantSalt: Array(repeating: 77, count: 16), in: $0)
    }
    #expect(old.allSatisfy { fixture.registry.resolve($0, of: "homework") == nil })
    #expect(fixture.registry.invalidTokens(of: "homework").isEmpty)
    #expect(fixture.registry.nameableItems(of: "homework").isEmpty)
    #expect(Set(try fixture.issue(Self.dictionary)).isDisjoint(with: old))
    #expect(try fixture.reopened().nameableItems(of: "homework").count == Self.dictionary.count)
    #expect(throws: TokenKeyError.self) {
      try fixture.store.transaction { try fixture.registry.reset("nobody", grantSalt: [], in: $0) }
    }
  }

  @Test func `the last epoch can't be rotated`() throws {
    let fixture = try BoundaryFixture()
    var row = BoundaryFixture.audience("homework", salt: 1)
    row.epoch = .max
    try fixture.store.transaction { try fixture.registry.grant(row, in: $0) }
    #expect(throws: TokenKeyError.self) {
      try fixture.store.transaction { try fixture.registry.rotate("homework", day: "2026-11-20", in: $0) }
    }
  }
}
