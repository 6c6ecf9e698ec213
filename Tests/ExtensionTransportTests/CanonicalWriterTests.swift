// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ExtensionProtocol
import ExtensionTransport
import Testing

@Suite struct CanonicalWriterTests {
  static let goldens: [(WireValue, String)] = [
    ([:], "{}"), ([], "[]"), (.null, "null"), (true, "true"), (false, "false"), ("", #""""#),
    (0, "0"), (-1, "-1"), (10, "10"), (9_007_199_254_740_991, "9007199254740991"),
    (-9_007_199_254_740_991, "-9007199254740991"), (.integer(.min), "-9223372036854775808"),
    (["b": 1, "a": 2, "B": 3, "a.b": 4, "a1": 5, "aa": 6], #"{"B":3,"a":2,"a.b":4,"a1":5,"aa":6,"b":1}"#),
    (["a": ["b": [1, "x", .null, [:]]]], #"{"a":{"b":[1,"x",null,{}]}}"#),
    ("\u{8}\t\n\u{C}\r", #""\b\t\n\f\r""#), ("\u{1}\u{B}\u{1F}", #""\u0001\u000b\u001f""#),
    (#""\/'"#, #""\"\\/'""#), ("\u{7F}\u{80}é€😀\u{2028}", "\"\u{7F}\u{80}é€😀\u{2028}\""),
    ("long enough to leave the small form: \"quoted\"", #""long enough to leave the small form: \"quoted\"""#),
  ]

  @Test(arguments: goldens) func `writes the one encoding of a value`(_ value: WireValue, _ spelling: String) {
    #expect(String(decoding: CanonicalWriter.bytes(of: value), as: UTF8.self) == spelling)
  }

  @Test func `the length of a value is known before it is written`() {
    for (value, spelling) in Self.goldens { #expect(value.canonicalBytes == spelling.utf8.count, "\(spelling)") }
    for seed in 0..<500 as Range<UInt64> {
      var generator = WireValueGenerator(seed: seed)
      let value = generator.object()
      #expect(value.canonicalBytes == CanonicalWriter.bytes(of: value).count, "seed \(seed)")
    }
  }

  @Test func `does not normalise text`() {
    #expect(CanonicalWriter.bytes(of: "é") == [0x22, 0xC3, 0xA9, 0x22])
    #expect(CanonicalWriter.bytes(of: "e\u{301}") == [0x22, 0x65, 0xCC, 0x81, 0x22])
  }
}
