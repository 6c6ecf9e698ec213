// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@testable import BoundaryChecker

/// Tokens in what families store; two worlds are compared without them.
@Suite struct TokenEncodingsTests {
  private static let one = "AQEAAeHZHay_nCRgU1_bKW1dPxaaD6Wv"
  private static let other = "AQEAAU0DtWW4NYle7PaK_k8D_dzmv95W"
  private static let encodings = TokenEncodings([one: "τ(a)", other: "τ(b)"])

  private static var standard: String { one.replacing("-", with: "+").replacing("_", with: "/") }
  private static var raw: [UInt8] { Array(Data(base64Encoded: standard) ?? Data()) }

  private func renamed(_ bytes: [UInt8]) -> String {
    String(decoding: Self.encodings.renamed(bytes).bytes, as: UTF8.self)
  }

  @Test(arguments: [
    one, standard, standard.replacing("/", with: "\\/"), standard.replacing("/", with: "%2F"),
    raw.map { String(format: "%02x", $0) }.joined(), raw.map { String(format: "%02X", $0) }.joined(),
  ])
  func `renames a token in each encoding in which programs store it`(_ encoding: String) {
    #expect(renamed(Array("{\"data\":\"\(encoding)\"}".utf8)) == "{\"data\":\"τ(a)\"}")
  }

  @Test func `renames the plain bytes of a token in a binary file`() {
    #expect(renamed(Array("bplist00".utf8) + Self.raw + [0x20]) == "bplist00τ(a) ")
  }

  @Test(arguments: 0..<4) func `looks through base64, at each alignment`(_ shift: Int) {
    let plain = String(repeating: ".", count: shift) + "[\"\(Self.standard)\",\"\(Self.other)\"]"
    let wrapped = Data(plain.utf8).base64EncodedString()
    let dots = String(repeating: ".", count: shift)
    #expect(renamed(Array("<data>\(wrapped)</data>".utf8)) == "<data>base64(\(dots)[\"τ(a)\",\"τ(b)\"])</data>")
    let again = Data(wrapped.utf8).base64EncodedString()
    #expect(Self.encodings.renamed(Array(again.utf8)).names == ["τ(a)", "τ(b)"])
  }

  @Test func `leaves a part of a token, another token and a changed one as they are`() {
    for text in [
      String(Self.one.dropFirst()), String(Self.one.dropLast()), String(Self.one.reversed()),
      "AQEAAeHZHay_nCRgU1_bKW1dPxaaD6Wa", "AQIAARgAmdMVEGIXNL16gamAqyhCx7Uw", "",
    ] {
      let result = Self.encodings.renamed(Array(text.utf8))
      #expect(result.names.isEmpty && result.bytes == Array(text.utf8), "\(text)")
    }
  }

  @Test func `keeps the order of the tokens`() {
    #expect(Self.encodings.renamed(Array((Self.other + Self.one).utf8)).names == ["τ(b)", "τ(a)"])
  }
}
