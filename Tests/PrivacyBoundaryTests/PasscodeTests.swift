// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import PrivacyBoundary

/// Which texts can be a passcode, and how a recovery code is made and read.
@Suite struct PasscodeTests {
  private func isTaken(_ text: String) -> Bool { Passcode(text) != nil }

  @Test(arguments: [(0, false), (5, false), (6, true), (7, true), (63, true), (64, true), (65, false)])
  func `a passcode has 6 to 64 characters`(_ count: Int, _ isRight: Bool) {
    #expect(isTaken(String(repeating: "x", count: count)) == isRight)
    // A letter and its accent are one character.
    #expect(isTaken(String(repeating: "e\u{301}", count: count)) == isRight)
  }

  @Test func `a passcode takes at most 1,024 bytes`() {
    // These characters have no composed form, so each keeps its 16 bytes.
    let strokes = String(repeating: "\u{335}", count: 7)
    let others = String(repeating: "\u{DF}" + strokes, count: 63)
    #expect(Passcode("\u{DF}" + strokes + others)?.bytes.count == 1_024)
    // The capital letter takes one byte more.
    #expect(!isTaken("\u{1E9E}" + strokes + others))
    #expect(!isTaken("\u{DF}" + strokes + strokes + others))
  }

  @Test(arguments: ["\u{0}", "\u{7}", "\n", "\t", "\u{7F}", "\u{85}"])
  func `a passcode holds no control character`(_ control: String) {
    #expect(isTaken("secret"))
    for text in [control + "secret", "sec" + control + "ret", "secret" + control] { #expect(!isTaken(text)) }
  }

  @Test(arguments: [
    "ABCDEFGH2345MNOPQRST", "abcd-efgh-2345-mnop-qrst", "abcd EFGH 2345\u{A0}mnop  qrst", " -ABCDEFGH - 2345mnopqrst- ",
  ])
  func `a recovery code is the same in small letters, and in groups with spaces or hyphens`(_ written: String) {
    #expect(Passcode(recoveryCode: written)?.bytes == Array("ABCDEFGH2345MNOPQRST".utf8))
  }

  @Test func `a new recovery code has twenty characters of base32, and no two are alike`() {
    let alphabet = Set("ABCDEFGHIJKLMNOPQRSTUVWXYZ234567")
    let codes = (0..<50).map { _ in Passcode.makeRecoveryCode() }
    for code in codes { #expect(code.count == 20 && alphabet.isSuperset(of: code), "\(code)") }
    #expect(Set(codes).count == codes.count)
  }

  @Test(arguments: ["xx", "  ", "--", "\u{E9}"])
  func `characters beside the digits of a salt, a digest or a proof are not left out`(_ other: String) throws {
    let cost = PasscodeVerifier.Cost(rounds: 1 << 10, blockSize: 1, parallelism: 1)
    let passcode = try #require(Passcode("correct horse"))
    let verifier = try PasscodeVerifier(of: passcode, cost: cost)
    let proof = try verifier.proof(of: passcode)
    #expect(verifier.accepts(proof))
    #expect(!verifier.accepts(proof + other) && !verifier.accepts(other + proof))
    let (salt, digest) = (verifier.salt, verifier.digest)
    #expect(PasscodeVerifier(salt: salt, cost: cost, digest: digest) == verifier)
    #expect(PasscodeVerifier(salt: salt + other, cost: cost, digest: digest) == nil)
    #expect(PasscodeVerifier(salt: salt, cost: cost, digest: other + digest) == nil)
  }
}
