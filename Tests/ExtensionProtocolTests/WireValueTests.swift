// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ExtensionProtocol
import Foundation
import Testing

@Suite struct WireValueTests {
  private static let values: [WireValue] = [
    .null, true, false, 0, 1, .integer(.max), "", "a", "é", [], [1], [1, 2], [[]], [:], ["a": 1], ["a": 2], ["b": 1],
    ["a": 1, "b": 1], ["a": ["b": .null]],
  ]

  @Test func `values are equal by kind, names and members, and are coded as they are`() throws {
    for (index, value) in Self.values.enumerated() {
      for (other, compared) in Self.values.enumerated() { #expect((value == compared) == (index == other)) }
      let coded = try JSONEncoder().encode(["value": value])
      let decoded = try JSONDecoder().decode([String: WireValue].self, from: coded)
      #expect(decoded == ["value": value], "\(value)")
    }
    #expect(Set(Self.values).count == Self.values.count)
  }

  /// All endings of four characters, compared with what Foundation writes for the bytes that it reads.
  @Test func `bytes have exactly one encoding`() {
    let characters = (UInt8(0x20)..<0x7F).map { String(decoding: [$0], as: UTF8.self) }
    for text in characters.flatMap({ ["\($0)AAA", "A\($0)==", "AA\($0)=", "AAA\($0)", "AAAAA\($0)==", "AAAAAA\($0)="] })
    {
      let isCanonical = Data(base64Encoded: text)?.base64EncodedString() == text
      let value = try? PropertyValue(wire: ["data": .string(text)], at: "", from: .extension)
      #expect((value == .data(text)) == isCanonical, "\(text)")
    }
  }

  @Test(
    arguments: [
      ["entity": ["extra": 1, "id": "a", "type": "T"]], ["map": [["extra": 1, "key": "a", "value": ["int": 1]]]],
    ] as [WireValue])
  func `a typed value has no unknown member, at any depth`(_ value: WireValue) {
    #expect(throws: WireError.self) { try PropertyValue(wire: value, at: "", from: .extension) }
  }
}
