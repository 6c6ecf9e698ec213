// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ExtensionProtocol
import Foundation
import PrivacyBoundary
import ScreenTimeRules
import Testing

@Suite struct ItemTokenTests {
  @Test func `reproduces the anchor of the specification`() throws {
    let golden = try GoldenTokens.load()
    let root = try #require(golden.root)
    #expect(root.checkValue.hexadecimal == golden.anchor.checkValue)
    let key = try #require(try golden.key(for: golden.vectors[0]))
    #expect(key.hexadecimal == "2f4711b886bbe08937368a4f8cc0f7e929617fec171c4a3ca4bb5715b18d10c6")
    #expect(key.phaseSeconds(gridMinutes: 5) == 236)
    #expect(key.phaseSeconds(gridMinutes: 15) == golden.anchor.phaseSeconds["15"])
    #expect(key.phaseSeconds(gridMinutes: 0) == 0)
    #expect(key.token(for: .application("org.mozilla.firefox")).text == "AQEAAU0DtWW4NYle7PaK_k8D_dzmv95W")
  }

  @Test func `reproduces every golden vector, text and bytes`() throws {
    let golden = try GoldenTokens.load()
    #expect(golden.vectors.count >= 20)
    for vector in golden.vectors {
      let key = try #require(try golden.key(for: vector))
      let item = try CanonicalIdentity.item(vector.itemKind, vector.written ?? vector.identity)
      let token = key.token(for: item)
      #expect(item.id == vector.identity)
      #expect(key.hexadecimal == vector.audienceKey)
      #expect(token.text == vector.token)
      #expect(ItemToken(text: vector.token) == token)
      #expect(ItemToken(bytes: token.bytes) == token)
      #expect(token.kind == vector.itemKind)
      #expect(token.epoch == vector.epoch)
      #expect(token.wireToken?.text == vector.token)
    }
  }

  @Test func `the golden file is what its script generates`() throws {
    let script = Process()
    script.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    script.arguments = ["python3", GoldenTokens.generator, "--check"]
    try script.run()
    script.waitUntilExit()
    #expect(script.terminationStatus == 0)
  }

  private static let good = "AQEAAU0DtWW4NYle7PaK_k8D_dzmv95W"

  @Test(arguments: [
    "", "A", String(good.dropLast()), good + "A", good + "=", good.replacingOccurrences(of: "_", with: "/"),
    "AgEAAU0DtWW4NYle7PaK_k8D_dzmv95W", "AQQAAU0DtWW4NYle7PaK_k8D_dzmv95W", "AQAAAU0DtWW4NYle7PaK_k8D_dzmv95W",
    " " + String(good.dropFirst()), String(good.dropLast()) + "é", String(repeating: "A", count: 172),
  ])
  func `refuses a text that is not a token`(_ text: String) { #expect(ItemToken(text: text) == nil) }

  @Test func `takes exactly 24 bytes, of version 1 and of a known kind (PRIV-TK2)`() throws {
    let good = try #require(ItemToken(text: Self.good)).bytes
    #expect(good.count == 24 && ItemToken(bytes: good)?.text == Self.good)
    // A stored row may have any bytes.
    for count in 0..<24 { #expect(ItemToken(bytes: good.prefix(count)) == nil) }
    for more in [1, 8, 1_000] { #expect(ItemToken(bytes: good + Array(repeating: 1, count: more)) == nil) }
    let kinds = Set(Item.Kind.allCases.map(\.rawValue))
    for byte in UInt8.min...UInt8.max {
      #expect((ItemToken(bytes: [byte] + good.dropFirst()) != nil) == (byte == 1))
      #expect((ItemToken(bytes: [good[0], byte] + good.dropFirst(2)) != nil) == kinds.contains(byte))
    }
  }

  @Test func `decodes every token text to the same token`() {
    var generator = SystemRandomNumberGenerator()
    for _ in 0..<2_000 {
      let bytes: [UInt8] = [1, .random(in: 1...3)] + (0..<22).map { _ in .random(in: 0...255, using: &generator) }
      let token = ItemToken(bytes: bytes)
      #expect(token?.bytes == bytes)
      #expect(token.flatMap { ItemToken(text: $0.text) } == token)
      #expect(
        token?.text
          == Data(bytes).base64EncodedString().replacingOccurrences(of: "+", with: "-")
          .replacingOccurrences(of: "/", with: "_"))
    }
  }

  @Test func `sorts by the bytes of the wire form`() {
    let tokens = (0..<500).compactMap { _ in
      ItemToken(bytes: [1, .random(in: 1...3)] + (0..<22).map { _ in UInt8.random(in: 0...255) })
    }
    #expect(tokens.sorted().map(\.text) == tokens.map(\.text).sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) })
  }

  @Test func `a description shows only the token's kind (T12)`() throws {
    let token = try #require(ItemToken(text: Self.good))
    #expect("\(token)" == "token(application)")
    #expect(String(reflecting: token) == "token(application)")
    #expect(Mirror(reflecting: token).children.count == 1)
    #expect(MemoryLayout<ItemToken>.size == 24)
  }
}
