// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ExtensionTransport
import Testing

@Suite struct LineScannerTests {
  static let accepted: [LineSample] = [
    LineSample("{}"), LineSample(" \t{ \t} \t"), .value("[]"), .value(" [ 1 , 2 ] "), .value("null"),
    .value("true"), .value("false"), .value(#""""#),
    // WIRE-S1: the first and last scalar of every length; U+FEFF inside a string, where it is not a byte order mark.
    .string("\u{7F}\u{80}\u{7FF}\u{800}\u{D7FF}\u{E000}\u{FFFD}\u{10000}\u{10FFFD}"), .string("a\u{FEFF}b"),
    // WIRE-S3
    .value("0"), .value("-1"), .value("9007199254740991"), .value("-9007199254740991"), .value("1000000000000000"),
    // WIRE-S4
    LineSample(#"{"a":1,"A":2,"a.b":3,"a1":4}"#), LineSample(#"{"\#(String(repeating: "n", count: 64))":1}"#),
    LineSample(#"{"a":{"a":{"a":1}},"b":[{"a":1},{"a":2}]}"#),
    // WIRE-S5
    .string(#"\"\\\/\b\f\n\r\t\u0001\uabcd\uABCD\ud83d\ude00\uDBFF\uDFFD\uFFFD"#), .string("é"), .string("e\u{301}"),
  ]

  @Test(arguments: accepted) func `accepts a line of the profile`(_ sample: LineSample) throws {
    var scanner = LineScanner(limits: .standard)
    #expect(throws: Never.self) { try scanner.scan(sample.bytes.span) }
  }

  static let refused: [(LineSample, LineViolation.Kind, LineViolation.Rule)] = [
    // WIRE-S1, WIRE-B1
    (LineSample(inString: [0xC0, 0x80], "overlong NUL"), .syntax, .s1),
    (LineSample(inString: [0xC1, 0xBF], "overlong of two"), .syntax, .s1),
    (LineSample(inString: [0xE0, 0x9F, 0xBF], "overlong of three"), .syntax, .s1),
    (LineSample(inString: [0xF0, 0x8F, 0xBF, 0xBF], "overlong of four"), .syntax, .s1),
    (LineSample(inString: [0xED, 0xA0, 0x80], "encoded surrogate"), .syntax, .s1),
    (LineSample(inString: [0xED, 0xBF, 0xBF], "encoded low surrogate"), .syntax, .s1),
    (LineSample(inString: [0xF4, 0x90, 0x80, 0x80], "beyond Unicode"), .syntax, .s1),
    (LineSample(inString: [0xF8, 0x88, 0x80, 0x80, 0x80], "five bytes"), .syntax, .s1),
    (LineSample(inString: [0x80], "lone continuation"), .syntax, .s1),
    (LineSample(inString: [0xE2, 0x82], "cut sequence"), .syntax, .s1),
    (LineSample(inString: [0xFF], "FF"), .syntax, .s1),
    (LineSample(Array("{\"a\":\"".utf8) + [0xE2, 0x82], "cut at the end"), .syntax, .s1),
    (LineSample([0xEF, 0xBB, 0xBF] + Array("{}".utf8), "byte order mark"), .syntax, .s1),
    (LineSample([0xFF, 0xFE] + "{}".utf16.flatMap { [UInt8($0), 0] }, "UTF-16 with mark"), .syntax, .s1),
    (LineSample("{}".utf16.flatMap { [UInt8($0), 0] }, "UTF-16"), .syntax, .s2),
    // WIRE-S2, WIRE-B1
    (LineSample(""), .syntax, .s2), (LineSample(" \t "), .syntax, .s2), (LineSample("{}\r"), .syntax, .s2),
    (LineSample("{}\0"), .syntax, .s2), (LineSample("\0{}"), .syntax, .s2), (LineSample("{\n}"), .syntax, .s2),
    (LineSample("{\u{B}}"), .syntax, .s2), (LineSample("{\"a\n\":1}"), .syntax, .s2),
    (.string("\0"), .syntax, .s2), (.string("\t"), .syntax, .s2), (.string("\n"), .syntax, .s2),
    (.string("\u{1F}"), .syntax, .s2), (.string("12345678\u{1}90"), .syntax, .s2),
    // WIRE-S3, WIRE-B1
    (.value("1.0"), .syntax, .s3), (.value("1e2"), .syntax, .s3), (.value("1E2"), .syntax, .s3),
    (.value("1e400"), .syntax, .s3), (.value("-0"), .syntax, .s3), (.value("01"), .syntax, .s3),
    (.value("-"), .syntax, .s3), (.value("-a"), .syntax, .s3), (.value("-01"), .syntax, .s3),
    (.value("9007199254740992"), .syntax, .s3), (.value("-9007199254740992"), .syntax, .s3),
    (.value("9223372036854775808"), .syntax, .s3), (.value("10000000000000000"), .syntax, .s3),
    (.value(String(repeating: "9", count: 400)), .syntax, .s3), (.value("0.5"), .syntax, .s3),
    // WIRE-S4, WIRE-B2
    (LineSample(#"{"a":1,"a":1}"#), .profile, .s4), (LineSample(#"{"a":1,"b":{},"a":[]}"#), .profile, .s4),
    (LineSample(#"{"b":{"c":{"a":1},"d":1,"d":2}}"#), .profile, .s4), (LineSample(#"{"\u0061":1}"#), .profile, .s4),
    (LineSample(#"{"a\u0000b":1}"#), .profile, .s4), (LineSample(#"{"":1}"#), .profile, .s4),
    (LineSample(#"{"1a":1}"#), .profile, .s4), (LineSample(#"{".a":1}"#), .profile, .s4),
    (LineSample(#"{"a b":1}"#), .profile, .s4), (LineSample(#"{"a_b":1}"#), .profile, .s4),
    (LineSample(#"{"é":1}"#), .profile, .s4),
    (LineSample(#"{"\#(String(repeating: "n", count: 65))":1}"#), .profile, .s4),
    // WIRE-S5, WIRE-B2
    (.string(#"\ud800"#), .profile, .s5), (.string(#"\udc00"#), .profile, .s5), (.string(#"\ud800x"#), .profile, .s5),
    (.string(#"\ud800\u0041"#), .profile, .s5), (.string(#"\ud800\n"#), .profile, .s5),
    (.string(#"\ude00\ud83d"#), .profile, .s5), (.string(#"\u0000"#), .profile, .s5),
    (.string(#"\ufffe"#), .profile, .s5), (.string(#"\uFDD0"#), .profile, .s5),
    (.string(#"\uD83F\uDFFF"#), .profile, .s5),
    (LineSample(inString: [0xEF, 0xBF, 0xBF], "U+FFFF"), .profile, .s5),
    (LineSample(inString: [0xEF, 0xB7, 0xAF], "U+FDEF"), .profile, .s5),
    (LineSample(inString: [0xF0, 0x9F, 0xBF, 0xBE], "U+1FFFE"), .profile, .s5),
    (LineSample(inString: [0xF4, 0x8F, 0xBF, 0xBF], "U+10FFFF"), .profile, .s5),
    // One object, WIRE-B2
    (LineSample("[]"), .notObject, .oneObject), (LineSample("1"), .notObject, .oneObject),
    (LineSample(#""a""#), .notObject, .oneObject), (LineSample("null"), .notObject, .oneObject),
    (LineSample("{}{}"), .notObject, .oneObject), (LineSample("{} 1"), .notObject, .oneObject),
    // RFC 8259, WIRE-B1
    (.value("NaN"), .syntax, .json), (.value("Infinity"), .syntax, .json), (.value("-Infinity"), .syntax, .s3),
    (.value("+1"), .syntax, .json), (.value(".5"), .syntax, .json), (.value("True"), .syntax, .json),
    (.value("nul"), .syntax, .json), (.value("nulll"), .syntax, .json), (.value("undefined"), .syntax, .json),
    (.value("'a'"), .syntax, .json), (LineSample("{'a':1}"), .syntax, .json), (LineSample("{a:1}"), .syntax, .json),
    (.value("1/* c */"), .syntax, .json), (LineSample("{}// c"), .syntax, .json), (LineSample("# c"), .syntax, .json),
    (.value("[1,]"), .syntax, .json), (LineSample(#"{"a":1,}"#), .syntax, .json), (.value("[,1]"), .syntax, .json),
    (LineSample("{,}"), .syntax, .json), (.value("[1 2]"), .syntax, .json), (.value("[1}"), .syntax, .json),
    (LineSample(#"{"a"}"#), .syntax, .json), (LineSample(#"{"a" 1}"#), .syntax, .json), (.value(""), .syntax, .json),
    (LineSample("{}}"), .syntax, .json), (LineSample("{},"), .syntax, .json), (LineSample("{"), .syntax, .json),
    (LineSample(#"{"a":"b"#), .syntax, .json), (LineSample(#"{"a"#), .syntax, .json), (.value("[[1]"), .syntax, .json),
    (.string(#"\x41"#), .syntax, .json), (.string(#"\'"#), .syntax, .json), (.string(#"\u12G4"#), .syntax, .json),
    (.string(#"\U0041"#), .syntax, .json), (LineSample(#"{"a":"\u12"#), .syntax, .json),
    (LineSample(#"{"a":"\"#), .syntax, .json), (LineSample("Hello from print()"), .syntax, .json),
  ]

  @Test(arguments: refused) func `refuses a line outside the profile by kind and rule`(
    _ sample: LineSample, kind: LineViolation.Kind, rule: LineViolation.Rule
  ) throws {
    var scanner = LineScanner(limits: .standard)
    let violation = try #require(throws: LineViolation.self) { try scanner.scan(sample.bytes.span) }
    #expect(violation.kind == kind)
    #expect(violation.rule == rule)
    #expect((0...sample.bytes.count).contains(violation.byteOffset))
  }

  @Test(arguments: [
    (#"{"abc":1.5}"#, 7), (#"{"a":1,"b":2,"a":3}"#, 13), (#"{"a":"x\ud800"}"#, 7), (#"{"a":nule}"#, 8), (#"{"a""#, 4),
  ]) func `points at the first wrong byte`(_ line: String, offset: Int) throws {
    var scanner = LineScanner(limits: .standard)
    let violation = try #require(throws: LineViolation.self) { try scanner.scan(Array(line.utf8).span) }
    #expect(violation.byteOffset == offset)
  }

  @Test func `every prefix of a line is refused`() throws {
    let line = Array(#"{"a":[1,-2,"x\u00e9\ud83d\ude00é",{"b":true,"c":null}],"d":{}}"#.utf8)
    var scanner = LineScanner(limits: .standard)
    #expect(throws: Never.self) { try scanner.scan(line.span) }
    for length in 0..<line.count {
      let prefix = Array(line[..<length])
      #expect(throws: LineViolation.self, "prefix of \(length) bytes") { try scanner.scan(prefix.span) }
    }
  }

  @Test func `returns range, depth and number of values`() throws {
    var scanner = LineScanner(limits: .standard)
    let summary = try scanner.scan(Array(#" {"a":[1,[2]],"b":{}}  "#.utf8).span)
    #expect(summary.object == 1..<21)
    #expect(summary.depth == 3)
    #expect(summary.values == 6)
  }

  @Test func `describes a violation in one sentence with advice, without quoting the line`() {
    let violation = LineViolation(.syntax, .s3, at: 7)
    #expect(
      violation.description
        == "line.syntax: byte 7 of the line breaks S3: write numbers as integers within ±(2^53 − 1).")
  }
}
