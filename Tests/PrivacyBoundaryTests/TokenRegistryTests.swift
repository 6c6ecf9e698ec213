// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ExtensionProtocol
import PrivacyBoundary
import ScreenTimeRules
import ScreenTimeStore
import Testing

@Suite struct TokenRegistryTests {
  private let firefox = Item.application("org.mozilla.firefox")
  private let both = [Item.application("example.org"), Item.webDomain("example.org")]

  @Test func `resolves the tokens it issued, also after a restart (T1, T5)`() throws {
    let fixture = try BoundaryFixture()
    let tokens = try fixture.issue([firefox] + both)
    for (token, item) in zip(tokens, [firefox] + both) {
      #expect(fixture.registry.resolve(token, of: "homework") == item)
    }
    let reopened = try fixture.reopened()
    #expect(tokens.map { reopened.resolve($0, of: "homework") } == [firefox] + both)
    #expect(try fixture.issue([firefox]) == [tokens[0]])
  }

  @Test func `each change of tokens starts an edition, and a lookup starts none (PRIV-TK5)`() throws {
    let fixture = try BoundaryFixture()
    let registry = fixture.registry
    var last = registry.edition
    func isNew(after body: () throws -> Void) rethrows -> Bool {
      try body()
      defer { last = registry.edition }
      return registry.edition != last
    }
    func change(_ body: (StoreTransaction) throws -> Void) throws -> Bool {
      try isNew { try fixture.store.transaction(body) }
    }
    #expect(try isNew { _ = try fixture.issue([firefox]) })
    #expect(
      try !isNew {
        let token = try #require(registry.heldToken(for: firefox, of: "homework"))
        _ = (registry.resolve(token, of: "homework"), registry.invalidTokens(of: "homework"))
      })
    #expect(try change { try registry.revoke(firefox, of: "homework", in: $0) })
    #expect(try change { try registry.rotate("homework", day: "2026-11-20", in: $0) })
    #expect(try change { try registry.endRotation(of: "homework", in: $0) })
    #expect(isNew { registry.setMerges([firefox: both[0]]) })
    #expect(try change { try registry.reset("homework", grantSalt: Array(repeating: 7, count: 32), in: $0) })
    #expect(try change { try registry.revoke("homework", in: $0) })
  }

  @Test func `a family holds what was issued openly, until a reset (PRIV-TK4, PRIV-TK5)`() throws {
    let fixture = try BoundaryFixture()
    let tokens = try fixture.issue([firefox])
    #expect(fixture.registry.heldToken(for: firefox, of: "homework") == tokens[0])
    for cause in [TokenCause.shield, .report] { _ = try fixture.issue(both, because: cause) }
    #expect(both.allSatisfy { fixture.registry.heldToken(for: $0, of: "homework") == nil })
    #expect(both.allSatisfy { fixture.registry.token(for: $0, of: "homework") != nil })
  }

  @Test func `a family can name what was issued openly in this epoch, neither removed nor merged (PRIV-TK4)`() throws {
    let fixture = try BoundaryFixture()
    func nameable() throws -> [Item] {
      let items = fixture.registry.nameableItems(of: "homework")
      #expect(items == items.sorted())
      return items
    }
    let (removed, merged, target) = (Item.application("b"), Item.application("c"), Item.application("d"))
    try fixture.issue([firefox, removed, merged])
    try fixture.issue(both, because: .shield)
    try fixture.store.transaction { try fixture.registry.revoke(removed, of: "homework", in: $0) }
    #expect(try Set(nameable()) == [firefox, merged])
    fixture.registry.setMerges([merged: target])
    #expect(try nameable() == [firefox])
    // A rotation issues what is named again; what was removed or merged before stays in the old epoch.
    try fixture.store.transaction { try fixture.registry.rotate("homework", day: "2026-11-20", in: $0) }
    #expect(try nameable() == [firefox])
    #expect(try fixture.reopened().nameableItems(of: "homework") == [firefox])
    fixture.registry.setMerges([:])
    #expect(try nameable() == [firefox])
    try fixture.store.transaction { try fixture.registry.endRotation(of: "homework", in: $0) }
    #expect(try nameable() == [firefox])
    #expect(fixture.registry.nameableItems(of: "nobody").isEmpty)
  }

  @Test(arguments: [3, 64, 65, 200]) func `checks up to 64 of a family's tokens at the start`(_ count: Int) throws {
    let fixture = try BoundaryFixture()
    try fixture.issue((0..<count).map { .application("org.example.a\($0)") })
    var asked: [Int] = []
    _ = try fixture.store.read { reader in
      try TokenRegistry(root: fixture.root, reading: reader) { rows in
        asked.append(rows)
        return asked.count % rows
      }
    }
    #expect(asked == Array(repeating: count, count: min(count, 64)))
  }

  @Test func `a sealed use in the same transaction doesn't close a token issued openly (PRIV-TK4)`() throws {
    let fixture = try BoundaryFixture()
    try fixture.store.transaction { transaction in
      try fixture.registry.issueAllCategories(to: "homework", day: "2026-11-20", in: transaction)
      try fixture.registry.issue(
        [.category("11")], to: "homework", because: .shield, day: "2026-11-20", in: transaction)
    }
    #expect(fixture.registry.heldToken(for: .category("11"), of: "homework") != nil)
    #expect(try fixture.reopened().heldToken(for: .category("11"), of: "homework") != nil)
  }

  @Test func `a merged item's target gets a token where the item could be named (T9)`() throws {
    let fixture = try BoundaryFixture()
    let target = Item.application("org.mozilla.firefox.nightly")
    try fixture.issue([firefox])
    // The second time it could name the target already.
    for told in [["homework"], []] {
      let families = try fixture.store.transaction {
        try fixture.registry.issue(target, inPlaceOf: firefox, day: "2026-11-20", in: $0)
      }
      #expect(families == told)
    }
    for registry in [fixture.registry, try fixture.reopened()] {
      #expect(registry.heldToken(for: target, of: "homework") != nil)
      #expect(registry.heldToken(for: target, of: "worklog") == nil)
    }
  }

  @Test func `a merged item's token leads to the target's, or is withdrawn if the family has none (T9)`() throws {
    let fixture = try BoundaryFixture()
    let target = Item.application("org.mozilla.firefox.nightly")
    let old = try fixture.issue([firefox])[0]
    fixture.registry.setMerges([firefox: target])
    var invalid = fixture.registry.invalidTokens(of: "homework")
    #expect(invalid.map(\.token) == [old] && invalid.map(\.because) == [.revoked])
    _ = try fixture.store.transaction {
      try fixture.registry.issue(target, inPlaceOf: target, day: "2026-11-20", in: $0)
    }
    let new = try fixture.issue([target])[0]
    invalid = fixture.registry.invalidTokens(of: "homework")
    #expect(invalid.map(\.token) == [old] && invalid.map(\.because) == [.rotated(to: new)])
  }

  @Test func `tokens come from the fingerprint, the grant's salt and the epoch of the stored grant (T1)`() throws {
    let fixture = try BoundaryFixture()
    let row = BoundaryFixture.audience("homework", salt: 1)
    func expected(_ salt: [UInt8], _ epoch: UInt16) -> ItemToken {
      AudienceKey(
        of: PersonKey(of: fixture.root, personID: row.person), fingerprint: row.fingerprint, grantSalt: salt,
        epoch: epoch
      ).token(for: firefox)
    }
    #expect(try fixture.issue([firefox]) == [expected(row.grantSalt, 1)])
    try fixture.store.transaction { try fixture.registry.rotate("homework", day: "2026-11-20", in: $0) }
    #expect(fixture.registry.token(for: firefox, of: "homework") == expected(row.grantSalt, 2))
    // The token of the epoch before is still the one that its key makes, and resolves.
    #expect(fixture.registry.resolve(expected(row.grantSalt, 1), of: "homework") == firefox)
    #expect(try fixture.reopened().resolve(expected(row.grantSalt, 1), of: "homework") == firefox)
    var next = 0
    let checked = try fixture.store.read { reader in
      try TokenRegistry(root: fixture.root, reading: reader) { rows in
        defer { next += 1 }
        return next % rows
      }
    }
    #expect(next >= 2 && checked.resolve(expected(row.grantSalt, 2), of: "homework") == firefox)
    let salt = [UInt8](repeating: 5, count: 16)
    try fixture.store.transaction { try fixture.registry.reset("homework", grantSalt: salt, in: $0) }
    // A reset starts again at epoch 1, so the epoch doesn't reveal how many rotations came before.
    #expect(fixture.registry.token(for: firefox, of: "homework") == expected(salt, 1))
  }

  @Test func `a delivery's seed comes from the family's key, and a family without a grant has none`() throws {
    let fixture = try BoundaryFixture()
    func seed(_ family: String, _ sequence: Int64 = 3) -> Int64? {
      fixture.registry.deliverySeed(of: family, point: "monitor", sequence: sequence)
    }
    let own = try #require(seed("homework"))
    #expect(try fixture.reopened().deliverySeed(of: "homework", point: "monitor", sequence: 3) == own)
    #expect(seed("worklog") != nil && seed("worklog") != own)
    #expect(seed("homework", 4) != own)
    #expect(seed("nobody") == nil)
    // The same after an update, so that a delivery that is repeated has the same bytes.
    #expect(own == 4_954_074_236_424_242)
  }

  @Test func `a family's slots come from its key, and a family without a grant has the device's`() throws {
    let fixture = try BoundaryFixture()
    let row = BoundaryFixture.audience("homework", salt: 1)
    let key = AudienceKey(
      of: PersonKey(of: fixture.root, personID: row.person), fingerprint: row.fingerprint, grantSalt: row.grantSalt,
      epoch: 1)
    #expect(key.phaseSeconds(gridMinutes: 15) != 0)
    #expect(fixture.registry.phaseSeconds(of: "homework", gridMinutes: 15) == key.phaseSeconds(gridMinutes: 15))
    #expect(fixture.registry.phaseSeconds(of: "nobody", gridMinutes: 15) == 0)
  }

  @Test func `a family no longer holds the token of an item that the person withdrew (PRIV-TK5)`() throws {
    let fixture = try BoundaryFixture()
    try fixture.issue([firefox])
    try fixture.store.transaction { try fixture.registry.revoke(firefox, of: "homework", in: $0) }
    #expect(fixture.registry.heldToken(for: firefox, of: "homework") == nil)
    #expect(fixture.registry.token(for: firefox, of: "homework") != nil)
  }

  @Test func `a rotation lasts sixty days, in which both epochs resolve (T9)`() throws {
    #expect(TokenRegistry.rotationDays == 60)
    let fixture = try BoundaryFixture()
    try fixture.issue([firefox])
    #expect(!fixture.registry.isRotating)
    try fixture.store.transaction { try fixture.registry.rotate("homework", day: "2026-11-20", in: $0) }
    #expect(fixture.registry.isRotating)
    #expect(try fixture.reopened().isRotating)
    try fixture.store.transaction { try fixture.registry.endRotation(of: "homework", in: $0) }
    #expect(!fixture.registry.isRotating)
  }

  @Test func `a computed token that was not issued is unknown (T5)`() throws {
    let fixture = try BoundaryFixture()
    let minted = try #require(fixture.registry.token(for: firefox, of: "homework"))
    #expect(fixture.registry.resolve(minted, of: "homework") == nil)
  }

  @Test func `a token of another host is unknown, even for the same family, grant and item (T2)`() throws {
    let (here, elsewhere) = (try BoundaryFixture(rootByte: 7), try BoundaryFixture(rootByte: 8))
    let (own, foreign) = (try here.issue([firefox])[0], try elsewhere.issue([firefox])[0])
    #expect(own != foreign)
    #expect(here.registry.resolve(foreign, of: "homework") == nil)
    #expect(elsewhere.registry.resolve(foreign, of: "homework") == firefox)
  }

  @Test func `another family's token is unknown (T1, T5)`() throws {
    let fixture = try BoundaryFixture()
    let (own, other) = (try fixture.issue([firefox])[0], try fixture.issue([firefox], to: "worklog")[0])
    #expect(own != other)
    #expect(fixture.registry.resolve(own, of: "worklog") == nil)
    #expect(fixture.registry.resolve(other, of: "homework") == nil)
    #expect(fixture.registry.resolve(own, of: "nobody") == nil)
  }

  @Test func `a token with a swapped kind is unknown even if the text is both an app and a domain (T5)`() throws {
    let fixture = try BoundaryFixture()
    for token in try fixture.issue(both) {
      var bytes = token.bytes
      bytes[1] = bytes[1] == 1 ? 2 : 1
      #expect(try fixture.registry.resolve(#require(ItemToken(bytes: bytes)), of: "homework") == nil)
    }
  }

  @Test func `a token with any flipped bit is unknown or malformed (T5)`() throws {
    let fixture = try BoundaryFixture()
    let token = try fixture.issue([firefox])[0]
    for bit in 0..<192 {
      var bytes = token.bytes
      bytes[bit / 8] ^= 1 << UInt8(bit % 8)
      if let changed = ItemToken(bytes: bytes) { #expect(fixture.registry.resolve(changed, of: "homework") == nil) }
    }
  }

  @Test func `an item shown only under a seal resolves only to be drawn until it is picked (T3)`() throws {
    let fixture = try BoundaryFixture()
    let token = try fixture.issue([firefox], because: .shield)[0]
    #expect(fixture.registry.resolve(token, of: "homework") == nil)
    #expect(fixture.registry.resolve(token, of: "homework", toDraw: true) == firefox)
    #expect(fixture.registry.invalidTokens(of: "homework").isEmpty)
    #expect(try fixture.issue([firefox], because: .picker) == [token])
    #expect(fixture.registry.resolve(token, of: "homework") == firefox)
    #expect(try fixture.issue([firefox], because: .report) == [token])
    #expect(try fixture.reopened().resolve(token, of: "homework") == firefox)
  }

  @Test func `a removed item is revoked, and picking it again brings the same token back`() throws {
    let fixture = try BoundaryFixture()
    let token = try fixture.issue([firefox])[0]
    try fixture.store.transaction { try fixture.registry.revoke(firefox, of: "homework", in: $0) }
    #expect(fixture.registry.resolve(token, of: "homework") == nil)
    #expect(fixture.registry.invalidTokens(of: "homework").map(\.token) == [token])
    try fixture.issue([firefox], because: .report)
    #expect(fixture.registry.resolve(token, of: "homework", toDraw: true) == nil)
    #expect(try fixture.issue([firefox]) == [token])
    #expect(fixture.registry.resolve(token, of: "homework") == firefox)
    #expect(try fixture.reopened().resolve(token, of: "homework") == firefox)
  }

  @Test func `revoking a family erases its tokens, and a later grant can't be linked to them`() throws {
    let fixture = try BoundaryFixture()
    let token = try fixture.issue([firefox])[0]
    try fixture.store.transaction { try fixture.registry.revoke("homework", in: $0) }
    #expect(fixture.registry.resolve(token, of: "homework") == nil)
    #expect(try fixture.store.read { try $0.issuance() }.isEmpty)
    try fixture.store.transaction { try fixture.registry.grant(BoundaryFixture.audience("homework", salt: 3), in: $0) }
    let later = try fixture.issue([firefox])[0]
    #expect(later.bytes.dropFirst(4) != token.bytes.dropFirst(4))
    #expect(fixture.registry.resolve(token, of: "homework") == nil)
  }

  @Test func `after a rotation old and new tokens resolve until the old ones expire (T9)`() throws {
    let fixture = try BoundaryFixture()
    let old = try fixture.issue([firefox])[0]
    try fixture.store.transaction { try fixture.registry.rotate("homework", day: "2026-11-20", in: $0) }
    let new = try #require(fixture.registry.token(for: firefox, of: "homework"))
    #expect(new.epoch == 2)
    for registry in [fixture.registry, try fixture.reopened()] {
      #expect(registry.resolve(old, of: "homework") == firefox)
      #expect(registry.resolve(new, of: "homework") == firefox)
      let listed = registry.invalidTokens(of: "homework")
      #expect(listed.map(\.token) == [old])
      #expect(listed.map(\.because) == [.rotated(to: new)])
      #expect(registry.rotations(notAfter: "2026-11-19") == [])
      #expect(registry.rotations(notAfter: "2026-11-20") == ["homework"])
    }
    try fixture.store.transaction { try fixture.registry.endRotation(of: "homework", in: $0) }
    for registry in [fixture.registry, try fixture.reopened()] {
      #expect(registry.resolve(old, of: "homework") == nil)
      #expect(registry.resolve(new, of: "homework") == firefox)
      #expect(registry.invalidTokens(of: "homework").map(\.because) == [.unknown])
      #expect(registry.rotations(notAfter: "2099-01-01") == [])
    }
    try fixture.store.transaction { try fixture.registry.revoke(firefox, of: "homework", in: $0) }
    #expect(fixture.registry.invalidTokens(of: "homework").map(\.because) == [.revoked, .revoked])
  }

  @Test func `a rule over all categories issues every category token at once`() throws {
    let fixture = try BoundaryFixture()
    try fixture.store.transaction { try fixture.registry.issueAllCategories(to: "homework", day: "2026-11-20", in: $0) }
    for code in 1...12 {
      let token = try #require(fixture.registry.token(for: .category(String(code)), of: "homework"))
      #expect(fixture.registry.resolve(token, of: "homework") == .category(String(code)))
    }
  }

  @Test func `a rolled back issue leaves no token`() throws {
    struct Refused: Error {}
    let fixture = try BoundaryFixture()
    var token: ItemToken?
    #expect(throws: Refused.self) {
      try fixture.store.transaction { transaction in
        token = try fixture.registry.issue([firefox], to: "homework", because: .picker, day: "d", in: transaction)[0]
        throw Refused()
      }
    }
    #expect(try fixture.registry.resolve(#require(token), of: "homework") == nil)
  }

  @Test func `refuses to start with a key other than the tokens' key`() throws {
    let fixture = try BoundaryFixture()
    try fixture.issue([firefox])
    let other = try #require(RootKey(bytes: Array(repeating: 8, count: 32)))
    let error = #expect(throws: TokenKeyError.self) {
      try fixture.store.read { try TokenRegistry(root: other, reading: $0, sample: { $0 - 1 }) }
    }
    #expect(error?.code == .tokenKeyMismatch)
  }

  @Test func `a token planted in the store does not resolve (PRIV-TK4)`() throws {
    let fixture = try BoundaryFixture()
    let token = try #require(try fixture.issue([firefox]).first)
    // Each of the token's three words differs in some case, so all of them must be compared.
    for index in [4, 8, 16, 23] {
      let planted = try fixture.store.transaction { transaction in
        var row = try #require(try transaction.issuance().first { $0.token == token.bytes })
        row.item = .application("planted\(index)")
        row.token[index] ^= 1
        try transaction.issue(row)
        return try #require(ItemToken(bytes: row.token))
      }
      let registry = try fixture.store.read { reader in
        let genuine = try #require(try reader.issuance().firstIndex { $0.item == firefox })
        return try TokenRegistry(root: fixture.root, reading: reader, sample: { _ in genuine })
      }
      #expect(registry.resolve(token, of: "homework") == firefox)
      #expect(registry.resolve(planted, of: "homework") == nil, "byte \(index)")
    }
  }

  @Test func `a family without a grant gets no token`() throws {
    let fixture = try BoundaryFixture()
    #expect(throws: TokenKeyError.self) { try fixture.issue([firefox], to: "stranger") }
    #expect(fixture.registry.token(for: firefox, of: "stranger") == nil)
    #expect(fixture.registry.phaseSeconds(of: "stranger", gridMinutes: 5) == 0)
    #expect(fixture.registry.phaseSeconds(of: "homework", gridMinutes: 5) < 300)
    #expect(fixture.registry.families == ["homework", "worklog"])
  }
}
