// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

// Fixtures may trap.
// swift-format-ignore-file: NeverForceUnwrap

import PrivacyBoundary
import ScreenTimeRules
import Testing

@Suite struct AudienceKeyTests {
  private static func key(salt: UInt8, epoch: UInt16 = 1, person: UInt8 = 0, root: UInt8 = 0) -> AudienceKey {
    let root = RootKey(bytes: Array(repeating: root, count: 32))!
    return AudienceKey(
      of: PersonKey(of: root, personID: Array(repeating: person, count: 16)),
      fingerprint: Array(repeating: 1, count: 32), grantSalt: Array(repeating: salt, count: 16), epoch: epoch)
  }

  @Test func `makes the same tokens as the crypto library's HMAC on random input`() {
    let key = Self.key(salt: 3)
    for _ in 0..<1_000 {
      let kind = Item.Kind.allCases.randomElement() ?? .application
      let length = Int.random(in: 1...255)
      let item = Item(
        kind: kind, id: String((0..<length).map { _ in Character(Unicode.Scalar(UInt8.random(in: 33...126))) }))
      #expect(key.token(for: item) == key.referenceToken(for: item))
    }
  }

  @Test func `a hundred thousand identities have distinct tokens, and two families share none (T1)`() {
    let (first, second) = (Self.key(salt: 1), Self.key(salt: 2))
    var seen = Set<ItemToken>()
    var distance = 0
    let count = 100_000
    for number in 0..<count {
      let item = Item.application("org.example.a\(number)")
      let (a, b) = (first.token(for: item), second.token(for: item))
      seen.insert(a)
      seen.insert(b)
      distance +=
        (a.first ^ b.first).nonzeroBitCount + (a.second ^ b.second).nonzeroBitCount
        + (a.third ^ b.third).nonzeroBitCount
    }
    #expect(seen.count == 2 * count)
    // 160 independent bits differ in half of their positions; the mean of 10^5 such sums is within 0.1 of 80.
    #expect(abs(Double(distance) / Double(count) - 80) < 0.2)
  }

  @Test func `every part of the audience changes the token`() {
    let item = Item.webDomain("example.org")
    let keys = [
      Self.key(salt: 1), Self.key(salt: 2), Self.key(salt: 1, epoch: 2), Self.key(salt: 1, person: 1),
      Self.key(salt: 1, root: 1),
    ]
    #expect(Set(keys.map { $0.token(for: item).bytes.dropFirst(4).map { $0 } }).count == keys.count)
    #expect(Set(keys.map { $0.phaseSeconds(gridMinutes: 15) }).count > 1)
    #expect(Set(keys.map { $0.deliverySeed(point: "monitor", sequence: 7) }).count == keys.count)
  }

  @Test func `the phase is anywhere within the step, which may be one minute (PRIV-MT2)`() {
    for minutes in [1, 5, 15, 1_440] {
      let phases = (0...255).map { Self.key(salt: $0).phaseSeconds(gridMinutes: minutes) }
      #expect(phases.allSatisfy { (0..<60 * minutes).contains($0) })
      // The probability that 256 uniform draws miss one of four quarters is below 10^-30.
      #expect(Set(phases.map { 4 * $0 / (60 * minutes) }) == [0, 1, 2, 3])
    }
  }

  @Test func `a delivery's seed depends on its point and number alone, and fits the wire`() {
    let key = Self.key(salt: 1)
    let seeds = ["monitor", "shieldAction"].flatMap { point in
      (0..<1_000).map { key.deliverySeed(point: point, sequence: $0) }
    }
    #expect(Set(seeds).count == seeds.count)
    #expect(seeds.allSatisfy { (0...Int64(1) << 53 - 1).contains($0) })
    // Every bit of the wire's range occurs.
    #expect(seeds.reduce(0, |) == Int64(1) << 53 - 1)
    #expect(Self.key(salt: 1).deliverySeed(point: "monitor", sequence: 3) == seeds[3])
    // Each byte of the number counts.
    let apart = (0..<8).map { key.deliverySeed(point: "monitor", sequence: Int64(1) << (8 * $0)) }
    #expect(Set(apart + [seeds[0]]).count == 9)
  }

  @Test func `the item's kind is part of the authenticated input`() {
    let key = Self.key(salt: 1)
    let (app, domain) = (key.token(for: .application("example.org")), key.token(for: .webDomain("example.org")))
    #expect(app.bytes.dropFirst(4) != domain.bytes.dropFirst(4))
  }

  @Test func `length prefixes separate the parts of the input`() {
    #expect(
      FamilyFingerprint.signed(publisherKey: [1, 2], family: "a")
        != FamilyFingerprint.signed(publisherKey: [1], family: "\u{2}a"))
  }
}
