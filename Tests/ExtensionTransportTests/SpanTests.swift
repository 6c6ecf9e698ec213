// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import ExtensionTransport

/// Comparisons of bytes, which are made eight at a time, against comparisons of one byte after another.
@Suite struct SpanTests {
  private func count(_ bytes: [UInt8], _ left: Range<Int>, _ right: Range<Int>) -> Int {
    bytes.span.countOfEqual(left, right)
  }

  private func isEqual(_ bytes: [UInt8], _ left: Range<Int>, _ right: Range<Int>) -> Bool {
    bytes.span.equal(left, right)
  }

  /// Two copies of the same bytes at any distance, of which one byte differs, or none.
  @Test(arguments: 0...20)
  func `the equal bytes of two ranges are counted from their beginnings`(_ length: Int) {
    for gap in 0...3 {
      for place in 0...length {
        var bytes = (0..<length).map { UInt8(truncatingIfNeeded: $0 * 7 + 1) }
        bytes += Array(repeating: 0xEE, count: gap) + bytes
        if place < length { bytes[place] ^= 0x80 }
        let (left, right) = (0..<length, length + gap..<2 * length + gap)
        #expect(count(bytes, left, right) == place, "\(length) \(gap)")
        #expect(count(bytes, right, left) == place, "\(length) \(gap)")
        #expect(isEqual(bytes, left, right) == (place == length))
        // Several bytes may differ; only the first one ends the count.
        if place < length {
          bytes[length - 1] = ~bytes[bytes.count - 1]
          #expect(count(bytes, left, right) == place)
        }
      }
    }
  }

  @Test func `ranges of different lengths and words of other lengths are not equal`() {
    let bytes = Array("view views viex".utf8)
    let equal = [(0..<4, 5..<9), (0..<0, 3..<3)]
    let different = [(0..<4, 5..<10), (5..<10, 0..<4), (0..<4, 11..<15), (0..<0, 0..<1), (1..<5, 0..<4)]
    for (left, right) in equal { #expect(isEqual(bytes, left, right), "\(left)") }
    for (left, right) in different { #expect(!isEqual(bytes, left, right), "\(left)") }
    for (range, word) in [(0..<4, "view"), (5..<9, "view"), (5..<10, "views"), (11..<15, "viex"), (6..<10, "iews")] {
      let (isTree, isTrees) = (bytes.span.equal(range, to: "view"), bytes.span.equal(range, to: "views"))
      let isNamed = TreeRepeats.isNamed(range, in: bytes.span)
      #expect(isTree == (word == "view") && isTrees == (word == "views"))
      #expect(isNamed == TreeRepeats.isNamed(word) && isNamed == (isTree || isTrees))
    }
  }
}
