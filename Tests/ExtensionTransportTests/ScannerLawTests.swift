// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ExtensionTransport
import Testing

/// The scanner against the reference: the same verdict, rule and place for every line one byte away from valid ones.
@Suite struct ScannerLawTests {
  /// Small, so that one byte more exceeds each of them.
  private static let limits = LineLimits(
    lineBytes: 80, depth: 4, membersPerObject: 4, elementsPerArray: 5, valuesPerLine: 9,
    stringBytes: 12)

  static let lines: [String] = [
    #"{"a":1,"Bc":[true,false,null],"d.1":{"e":""}}"#,
    #" { "a" : [ 0 , -12 ,\#t9007199254740991 ] , "b" : { } } "#,
    #"{"a":[[{}]],"b":[1,2,3,4,5]}"#, #"{"a":"\"\\\/\b\f\n\r\té","b":"\u00e9\u20ac\uABCDx"}"#,
    #"{"a":"\ud83d\ude00\uDBFF\uDFFD","b":"😀€é\#u{7F}"}"#,
    #"{"z":"plain text","zz":"12345678é","a":-1,"b":10}"#,
    #"{"a":"\ufdcf\ufdf0\ufffd","b":"\#u{FDCF}\#u{FDF0}\#u{FFFD}"}"#,
    #"{"a":"\u0001\u007f\u0080\u07ff\u0800x"}"#,
    #"{"a":"\#u{80}\#u{7FF}\#u{800}","b":"\#u{D7FF}\#u{E000}","c":"\#u{10000}\#u{10FFFD}"}"#,
    #"{"\#(String(repeating: "n", count: 64))":1}"#,
    #"{"abcdefgh":1,"abcdefgi":2,"abcdefghi":{"abcdefgh":3}}"#,
    #"[{"a":1}]"#, "", "1", #""text""#, "{}{}", "{} 1", "{} x", "{}\t\t",
  ]

  /// Bytes with a meaning, and the neighbours of ranges.
  private static let bytes: [UInt8] =
    Array("\0\n\r\u{1F} \t!\"#+,-./0189:;=@AFGZ[\\]^_`abfgnrtuxz{|}~\u{7F}eEdD".utf8)
    + [
      0x80, 0x8F, 0x90, 0x9F, 0xA0, 0xAF, 0xB7, 0xBE, 0xBF, 0xC0, 0xC1, 0xC2, 0xDF, 0xE0, 0xED,
      0xEF, 0xF0, 0xF4, 0xF5,
    ]

  private func compare(_ line: [UInt8], _ scanner: inout LineScanner) {
    let expected = ProfileReference.verdict(on: line, limits: Self.limits)
    let found: Result<ProfileReference.Shape, LineViolation>
    do {
      let summary = try scanner.scan(line.span)
      found = .success(.init(object: summary.object, depth: summary.depth, values: summary.values))
    } catch { found = .failure(error) }
    if found != expected {
      Issue.record("“\(String(decoding: line, as: UTF8.self))” \(line): \(found), not \(expected)")
    }
  }

  @Test(arguments: lines)
  func `judges every line one byte away from a sample as the reference does`(_ line: String) {
    let line = Array(line.utf8)
    var scanner = LineScanner(limits: Self.limits)
    compare(line, &scanner)
    for index in 0...line.count {
      compare(Array(line[..<index]), &scanner)
      for byte in Self.bytes {
        compare(line[..<index] + [byte] + line[index...], &scanner)
        if index < line.count { compare(line[..<index] + [byte] + line[(index + 1)...], &scanner) }
      }
      if index < line.count {
        compare(Array(line[..<index] + line[(index + 1)...]), &scanner)
        compare(Array(line[...index] + line[index...]), &scanner)
      }
    }
  }

  @Test func `judges every sequence of two bytes, and every third one, as the reference does`() {
    var scanner = LineScanner(limits: Self.limits)
    let quote = Array(#"{"a":""#.utf8)
    let end = Array(#""}"#.utf8)
    for first in UInt8(0x80)...0xFF {
      for second in Self.bytes {
        compare(quote + [first, second] + end, &scanner)
        for third in [0x7F, 0x80, 0xBE, 0xBF, 0xC0] as [UInt8] {
          compare(quote + [first, second, third] + end, &scanner)
          for last in [0x7F, 0x80, 0xBD, 0xBE, 0xBF, 0xC0] as [UInt8] where first >= 0xEF {
            compare(quote + [first, second, third, last] + end, &scanner)
          }
        }
      }
    }
  }

  @Test func `judges every escaped code unit as the reference does`() {
    var scanner = LineScanner(limits: Self.limits)
    func hex(_ value: Int) -> String {
      String(repeating: "0", count: 4 - String(value, radix: 16).count) + String(value, radix: 16)
    }
    for unit in Array(0..<0x100) + Array(stride(from: 0x100, to: 0xD800, by: 61))
      + Array(0xD7F0...0xE010)
      + Array(0xFDC0...0xFE00) + Array(0xFFF0...0xFFFF)
    {
      compare(Array(#"{"a":"\u\#(hex(unit))"}"#.utf8), &scanner)
    }
    let (high, low) = (
      [0xD7FF, 0xD800, 0xD801, 0xD83F, 0xDBFE, 0xDBFF, 0xDC00],
      [0xDBFF, 0xDC00, 0xDC01, 0xDFFD, 0xDFFE, 0xDFFF, 0xE000]
    )
    for first in high {
      for second in low {
        compare(Array(#"{"a":"\u\#(hex(first))\u\#(hex(second))"}"#.utf8), &scanner)
      }
    }
  }
}
