// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ExtensionProtocol
import Testing

/// A token is 32 base64url characters: version 1, a kind, and 22 bytes that are opaque outside the host (PRIV-TK2).
@Suite struct WireTokenTests {
  @Test func `reads the kind of a token`() {
    #expect(WireToken(WireSample.app1)?.kind == .application)
    #expect(WireToken(WireSample.domain)?.kind == .webDomain)
    #expect(WireToken(WireSample.category)?.kind == .category)
  }

  @Test func `keeps its text and describes only its kind`() throws {
    let token = try #require(WireToken(WireSample.app1))
    #expect(token.wire == .string(WireSample.app1))
    #expect(token.description == "token(application)")
    #expect("\(token)".contains("ubel") == false)
  }

  static let forgeries: [String] = [
    "", "A", String(WireSample.app1.dropLast()), WireSample.app1 + "A", WireSample.app1 + "=",
    WireSample.app1.dropLast(1) + "=", WireSample.app1.replacing("_", with: "/"),
    WireSample.app2.replacing("-", with: "+"),
    " " + WireSample.app1.dropFirst(), WireSample.app1.dropLast() + "\n", WireSample.app1.dropLast() + "\u{0}",
    // Characters of other scripts that resemble the alphabet, or take more bytes.
    WireSample.app1.dropLast() + "０", WireSample.app1.dropLast(2) + "é", "\u{410}" + WireSample.app1.dropFirst(2),
    // Version 0 and 2, kinds 0, 4 and 255, and a version with unused bits set.
    "AAEA" + WireSample.app1.dropFirst(4), "AgEA" + WireSample.app1.dropFirst(4), "AQAA" + WireSample.app1.dropFirst(4),
    "AQQA" + WireSample.app1.dropFirst(4), "Af8A" + WireSample.app1.dropFirst(4),
    "_____" + WireSample.app1.dropFirst(5),
    "AQ" + String(repeating: "A", count: 30), String(repeating: "A", count: 32),
    "\"},{\"token\":\"aaaaaaaaaaaaaaaaaaaa",
  ]

  @Test(arguments: forgeries) func `refuses text that is not a token`(_ text: String) throws {
    #expect(WireToken(text) == nil)
    let error = #expect(throws: WireError.self) {
      try WireToken(wire: .string(text), at: "/token", from: .extension)
    }
    // One error for all, which quotes neither the text nor the reason.
    #expect(error == WireError(at: "/token", "is not a token"))
  }

  @Test func `accepts every kind, and no other value, in the second byte`() {
    let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_")
    var kinds: Set<Int> = []
    for kind in 0..<256 {
      let (second, third) = (0x10 | kind >> 4, (kind & 0xF) << 2)
      let text = "A\(alphabet[second])\(alphabet[third])" + WireSample.app1.dropFirst(3)
      if let token = WireToken(text) {
        kinds.insert(kind)
        #expect(Int(token.kind.rawValue) == kind)
      }
    }
    #expect(kinds == [1, 2, 3])
  }

  @Test func `the third and fourth byte are the epoch, whatever is around them (T11)`() throws {
    let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_")
    for epoch in [0, 1, 0x1234, 0xABCD, 0xFFFF] + (0..<16).map({ 1 << $0 }) + (0..<64).map({ $0 * 0x0410 | $0 }) {
      // Bits 12 to 35: four of the kind, the epoch, and four of the next byte.
      let bits = (1 << 20) | (epoch << 4) | 0xD
      let digits = [18, 12, 6, 0].map { String(alphabet[bits >> $0 & 0x3F]) }.joined()
      let token = try #require(WireToken("AQ" + digits + WireSample.app1.dropFirst(6)))
      #expect(token.kind == .application && Int(token.epoch) == epoch, "\(epoch)")
    }
  }

  @Test func `sends sets in ascending byte order`() {
    let tokens = [
      "AQEAAQ1ubelPGDNhSMN2Uch20gV_HOn0", "AQEA-Q1ubelPGDNhSMN2Uch20gV_HOn0", "AQEA_Q1ubelPGDNhSMN2Uch20gV_HOn0",
    ]
    let selection = Selection(applications: tokens.reversed().map(WireSample.token))
    #expect(selection.applications.map(\.text) == [tokens[1], tokens[0], tokens[2]])
  }
}
