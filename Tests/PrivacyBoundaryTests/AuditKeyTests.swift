// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import PrivacyBoundary

/// The forms of an auditor's key files, keys and signatures, and what is none of them.
@Suite struct AuditKeyTests {
  /// The keys of RFC 8032, test 1.
  private static let digits = "MCowBQYDK2VwAyEA11qYAYKxCrfVS/7TyWQHOg7hcvPapiMlrwIaaPcHURo="
  private static let pem = """
    -----BEGIN PRIVATE KEY-----
    MC4CAQAwBQYDK2VwBCIEIJ1hsZ3v/VpguoRK9JLsLMREScVpezJpGXA7rAMcrn9g
    -----END PRIVATE KEY-----
    """

  @Test func `a key file begins and ends with the lines of its label`() {
    let (begin, end) = ("-----BEGIN PUBLIC KEY-----", "-----END PUBLIC KEY-----")
    func isKey(_ first: String, _ last: String) -> Bool {
      let text = [first, Self.digits, last].joined(separator: "\n")
      return (try? AuditPublicKey(pem: Array(text.utf8))) != nil
    }
    #expect(isKey(begin, end))
    for other in ["-----BEGIN PRIVATE KEY-----", "BEGIN PUBLIC KEY", " " + begin, end] {
      #expect(!isKey(other, end), "\(other)")
    }
    for other in ["-----END PRIVATE KEY-----", "END PUBLIC KEY", end + " ", begin] {
      #expect(!isKey(begin, other), "\(other)")
    }
  }

  @Test(arguments: [0, 2, 62, 63, 65, 66, 128])
  func `a public key has 64 digits`(_ count: Int) {
    #expect(AuditPublicKey(hexadecimal: String(repeating: "5", count: count)) == nil)
    #expect(AuditPublicKey(hexadecimal: String(repeating: "5", count: 64)) != nil)
  }

  @Test(arguments: [0, 1, 31, 33, 64])
  func `a key of another length validates no signature`(_ count: Int) {
    let key = AuditPublicKey(bytes: Array(repeating: 5, count: count))
    #expect(!key.isValid(Array(repeating: 0, count: 64), for: []))
  }

  @Test func `a last line that is not exactly a signature leaves the page unsigned and whole`() throws {
    let page = "<!DOCTYPE html>\n<p>text</p>\n"
    let key = try AuditKey(pem: Array(Self.pem.utf8))
    let signed = try SignedPage.text(of: page, signedBy: key)
    let words = signed.dropFirst(page.count).dropLast().split(separator: " ").map(String.init)
    try #require(words.count == 5)
    func with(_ word: String, at place: Int) -> String {
      var changed = words
      changed[place] = word
      return changed.joined(separator: " ")
    }
    let line = words.joined(separator: " ")
    #expect(SignedPage(bytes: Array((page + line + "\n").utf8)).finding == .signed(by: key.publicKey))
    var lines = [" " + line, line + " ", line + " x", line + " -->", "x " + line]
    lines += (1..<5).map { with(" " + words[$0], at: $0) }
    lines += (0..<5).map { words.prefix($0).joined(separator: " ") }
    lines += [0, 1, 4].map { with("x", at: $0) }
    // A key or a signature that is a byte shorter or longer, or none.
    lines += [2, 3].flatMap { place -> [String] in
      let word = words[place]
      return [String(word.dropLast(2)), word + "00", "", "00"].map { with($0, at: place) }
    }
    for line in lines {
      let bytes = Array((page + line + "\n").utf8)
      let read = SignedPage(bytes: bytes)
      #expect(read.finding == .unsigned && read.content == bytes, "\(line)")
    }
  }
}
