// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ExtensionProtocol
import ExtensionTransport
import Testing

@Suite struct JSONCodecTests {
  @Test func `decodes every kind of value`() throws {
    let line =
      #" { "s" : "a\u00e9\ud83d\ude00\n/\/" , "i":-42,"t":true,"f":false,"n":null,"l":[1,[],{}],"o":{"p.q":0} } "#
    let value: WireValue = try JSONCodec(limits: .standard).decode(Array(line.utf8))
    #expect(
      value == [
        "s": "aé😀\n//", "i": -42, "t": true, "f": false, "n": .null, "l": [1, [], [:]], "o": ["p.q": 0],
      ])
  }

  @Test func `key order, whitespace and escapes do not change the value`() throws {
    let codec = JSONCodec(limits: .standard)
    let spellings = [
      #"{"a":"é/","b":[1]}"#, #"{"b":[ 1 ],\#t"a":"\u00e9\/"}"#, #" { "b" :[1],"a":"\u00E9/" } "#,
    ]
    for spelling in spellings {
      let value: WireValue = try codec.decode(Array(spelling.utf8))
      #expect(String(decoding: codec.encode(value), as: UTF8.self) == spellings[0])
    }
  }

  /// Input that json-c accepts, changes or confuses (`wire.md#lines`); each is refused before json-c reads it.
  static let quirks: [LineSample] = [
    LineSample(#"{"a":1,"a":2}"#), LineSample("{'a':1}"), .value("'a'"), .string("\u{1}"), .string("\n"), .value("NaN"),
    .value("Infinity"), .value("-Infinity"), .value("1e400"), LineSample(inString: [0xC0, 0xAF], "overlong UTF-8"),
    LineSample(inString: [0xED, 0xA0, 0x80], "encoded surrogate"), .string(#"\ud800"#), .string(#"\udfff"#),
    .value("9223372036854775807"), .value("9223372036854775808"), .value("-9223372036854775809"),
    LineSample(#"{"a":1,"a\u0000b":2}"#), LineSample(#"{"a\u0000b":1}"#),
  ]

  @Test(arguments: quirks) func `refuses what json-c alone would accept`(_ sample: LineSample) {
    let codec = JSONCodec(limits: .standard)
    #expect(throws: LineViolation.self) { try codec.decode(sample.bytes) }
  }

  @Test(arguments: LineScannerTests.accepted) func `json-c agrees with the scanner`(_ sample: LineSample) throws {
    let codec = JSONCodec(limits: .standard)
    let value: WireValue = try codec.decode(sample.bytes)
    let canonical = codec.encode(value)
    #expect(try codec.decode(canonical) == value)
    #expect(codec.encode(try codec.decode(canonical)) == canonical)
  }

  @Test(arguments: [16, 64, 200]) func `decodes nesting up to the limit`(_ depth: Int) throws {
    let codec = JSONCodec(limits: LineLimits(lineBytes: 4_096, depth: depth))
    let arrays = String(repeating: "[", count: depth - 1) + String(repeating: "]", count: depth - 1)
    let objects = String(repeating: #"{"a":"#, count: depth) + "1" + String(repeating: "}", count: depth)
    for line in [#"{"a":\#(arrays)}"#, objects] {
      let decoded = try codec.decode(Array(line.utf8).span)
      #expect(decoded.depth == depth)
      #expect(codec.encode(decoded.value) == Array(line.utf8))
    }
  }

  @Test(arguments: 0..<8 as Range<UInt64>) func `reads back what it writes`(_ seed: UInt64) throws {
    var generator = WireValueGenerator(seed: seed)
    let codec = JSONCodec(limits: .standard)
    for _ in 0..<250 {
      let value = generator.object()
      let line = codec.encode(value)
      let decoded: WireValue = try codec.decode(line)
      #expect(decoded == value)
      #expect(codec.encode(decoded) == line)
    }
  }

  @Test func `a refused line does not affect the next one`() throws {
    let codec = JSONCodec(limits: .standard)
    for sample in LineScannerTests.refused {
      #expect(throws: LineViolation.self) { try codec.decode(sample.0.bytes) }
      let value: WireValue = try codec.decode(Array(#"{"a":1}"#.utf8))
      #expect(value == ["a": 1])
    }
  }

  @Test func `mutated lines are refused or read back the same`() throws {
    var generator = WireValueGenerator(seed: 42)
    let codec = JSONCodec(limits: .standard)
    for _ in 0..<4_000 {
      var line = codec.encode(generator.object())
      for _ in 0...Int.random(in: 0...2, using: &generator) {
        line[Int.random(in: 0..<line.count, using: &generator)] = UInt8.random(in: 0...255, using: &generator)
      }
      var scanner = LineScanner(limits: .standard)
      guard (try? scanner.scan(line.span)) != nil else { continue }
      let value: WireValue = try codec.decode(line)
      #expect(try codec.decode(codec.encode(value)) == value)
    }
  }
}
