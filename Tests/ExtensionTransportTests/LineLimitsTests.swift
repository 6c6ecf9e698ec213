// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ExtensionTransport
import Testing

/// The limits of `wire.md#lines`: a line exactly at a limit is accepted, and one more is the violation.
@Suite struct LineLimitsTests {
  /// A limit, a line exactly at it, and a line with one more.
  struct Cap: Sendable, CustomTestStringConvertible {
    var violation: (kind: LineViolation.Kind, rule: LineViolation.Rule)
    var fits: String
    var exceeds: String
    var limits = LineLimits(
      lineBytes: 64, depth: 3, membersPerObject: 3, elementsPerArray: 4, valuesPerLine: 8, stringBytes: 5)

    var testDescription: String { "\(violation.rule.rawValue): \(exceeds.prefix(40))" }
  }

  static let caps: [Cap] = [
    Cap(
      violation: (.tooLong, .lineBytes), fits: "{}" + String(repeating: " ", count: 61),
      exceeds: "{}" + String(repeating: " ", count: 62)),
    Cap(violation: (.tooDeep, .depth), fits: #"{"a":[[]]}"#, exceeds: #"{"a":[[[]]]}"#),
    Cap(violation: (.tooDeep, .depth), fits: #"{"a":{"a":{}}}"#, exceeds: #"{"a":{"a":{"a":{}}}}"#),
    Cap(
      violation: (.tooMany, .membersPerObject), fits: #"{"a":1,"b":1,"c":1}"#, exceeds: #"{"a":1,"b":1,"c":1,"d":1}"#),
    Cap(violation: (.tooMany, .elementsPerArray), fits: #"{"a":[1,2,3,4]}"#, exceeds: #"{"a":[1,2,3,4,5]}"#),
    Cap(
      violation: (.tooMany, .valuesPerLine), fits: #"{"a":[1,2],"b":[1,2],"c":1}"#,
      exceeds: #"{"a":[1,2],"b":[1,2],"c":[1]}"#),
    Cap(violation: (.tooLong, .stringBytes), fits: #"{"a":"12345"}"#, exceeds: #"{"a":"123456"}"#),
    Cap(violation: (.tooLong, .stringBytes), fits: #"{"a":"\n\t\r\\\""}"#, exceeds: #"{"a":"\n\t\r\\\"\/"}"#),
    Cap(violation: (.tooLong, .stringBytes), fits: #"{"a":"x\ud83d\ude00"}"#, exceeds: #"{"a":"xx\ud83d\ude00"}"#),
    Cap(
      violation: (.tooLong, .stringBytes), fits: #"{"a":"\u0041\u007f\u0020\u0001\u0030"}"#,
      exceeds: #"{"a":"\u0041\u007f\u0020\u0001\u0030\u0031"}"#),
    Cap(violation: (.tooLong, .stringBytes), fits: #"{"a":"1\u0080\u07ff"}"#, exceeds: #"{"a":"1\u0080\u0800"}"#),
    Cap(violation: (.tooLong, .stringBytes), fits: #"{"a":"12\uffef"}"#, exceeds: #"{"a":"12\ud800\udc00"}"#),
    Cap(violation: (.tooLong, .stringBytes), fits: #"{"a":"\u00e9\u20ac"}"#, exceeds: #"{"a":"\u20ac\u20ac"}"#),
    Cap(violation: (.tooLong, .stringBytes), fits: #"{"a":"é€"}"#, exceeds: #"{"a":"€€"}"#),
  ]

  @Test(arguments: caps) func `accepts a line at the limit and refuses one more`(_ cap: Cap) throws {
    var scanner = LineScanner(limits: cap.limits)
    #expect(throws: Never.self) { try scanner.scan(Array(cap.fits.utf8).span) }
    let violation = try #require(throws: LineViolation.self) { try scanner.scan(Array(cap.exceeds.utf8).span) }
    #expect(violation.kind == cap.violation.kind)
    #expect(violation.rule == cap.violation.rule)
  }

  @Test(arguments: ["[", #"{"a":"#]) func `refuses nesting of 10^5 without recursion`(_ opening: String) throws {
    let line = Array(String(repeating: opening, count: 100_000).utf8)
    var limits = LineLimits.widget
    limits.depth = 64
    var scanner = LineScanner(limits: limits)
    let violation = try #require(throws: LineViolation.self) { try scanner.scan(line.span) }
    #expect(violation == LineViolation(.tooDeep, .depth, at: 64 * opening.utf8.count))
  }

  @Test func `refuses 10^6 empty arrays, in one array and spread over many`() throws {
    var scanner = LineScanner(limits: .widget)
    let flat = Array((#"{"a":["# + String(repeating: "[],", count: 1_000_000) + "[]]}").utf8)
    var violation = try #require(throws: LineViolation.self) { try scanner.scan(flat.span) }
    #expect(violation.kind == .tooMany)
    #expect(violation.rule == .elementsPerArray)
    let row = "[" + String(repeating: "[],", count: 999) + "[]],"
    let spread = Array((#"{"a":["# + String(repeating: row, count: 1_000) + "[]]}").utf8)
    violation = try #require(throws: LineViolation.self) { try scanner.scan(spread.span) }
    #expect(violation.kind == .tooMany)
    #expect(violation.rule == .valuesPerLine)
  }

  @Test func `finds a duplicate among 256 names`() throws {
    let names = (0..<255).map { #""n\#($0)":0"# }
    var scanner = LineScanner(limits: .standard)
    #expect(throws: Never.self) { try scanner.scan(Array("{\(names.joined(separator: ","))}".utf8).span) }
    for twice in names.indices {
      let line = "{\(names.joined(separator: ",")),\(names[twice])}"
      let violation = try #require(throws: LineViolation.self) { try scanner.scan(Array(line.utf8).span) }
      #expect(violation.rule == .s4)
    }
  }

  @Test func `accepts a string of 64 KiB and refuses one more byte`() throws {
    var scanner = LineScanner(limits: .standard)
    let text = String(repeating: "x", count: 65_536)
    #expect(throws: Never.self) { try scanner.scan(LineSample.string(text).bytes.span) }
    #expect(throws: LineViolation(.tooLong, .stringBytes, at: 5)) {
      try scanner.scan(LineSample.string(text + "x").bytes.span)
    }
  }

  @Test func `has the limits of the specification`() {
    func limits(_ lineBytes: Int, depth: Int = 16, values: Int = 32_768) -> LineLimits {
      LineLimits(
        lineBytes: lineBytes, depth: depth, membersPerObject: 256, elementsPerArray: 4_096, valuesPerLine: values,
        stringBytes: 65_536)
    }
    #expect(LineLimits.standard == limits(262_144))
    #expect(LineLimits.helloReply == limits(8_192))
    #expect(LineLimits.shieldConfiguration == limits(16_384))
    #expect(LineLimits.widget == limits(4_194_304, depth: 64, values: 524_288))
    for deep in [LineLimits.report, .app, .focusFilter] { #expect(deep == limits(262_144, depth: 64)) }
    #expect(LineLimits.fromHost == limits(1_048_576))
    #expect(LineLimits.reportData == limits(65_536))
  }
}
