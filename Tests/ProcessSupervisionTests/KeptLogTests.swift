// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ProcessSupervision
import Testing

/// The kept part of a log, compared with its definition over the whole text (`wire.md#log`).
@Suite struct KeptLogTests {
  /// The first 16 KiB of each line, and of all this the first 64 KiB.
  private static func kept(_ text: [UInt8]) -> [UInt8] {
    let lines = text.split(separator: 10, omittingEmptySubsequences: false)
    return Array(lines.map { $0.prefix(16_384) }.joined(separator: [10]).prefix(65_536))
  }

  private static func text(_ lengths: [Int]) -> [UInt8] {
    Array(lengths.map { [UInt8](repeating: 120, count: $0) }.joined(separator: [10]))
  }

  @Test(arguments: [
    [], [0], [0, 0, 0], [5, 0, 7], [16_383], [16_384], [16_385], [16_385, 1], [40_000, 40_000, 3], [16_384, 16_384],
    [16_383, 16_383, 16_383, 16_383], [16_383, 16_383, 16_383, 16_384, 1], [10_000, 20_000, 30_000, 40_000, 5, 0],
    [65_535], [65_536], [65_537], [200_000],
  ])
  func `the start of each line and of the log is kept, in whatever pieces it comes`(_ lengths: [Int]) {
    let text = Self.text(lengths)
    for piece in [1, 7, 4_096, 16_384, 16_385, 1_000_000] where text.count / piece < 20_000 {
      for isCountedOnly in [false, true] {
        var log = CapturedLog(isCountedOnly: isCountedOnly)
        for start in stride(from: 0, to: text.count, by: piece) {
          log.append(text[start..<min(text.count, start + piece)])
        }
        let kept = isCountedOnly ? [] : Self.kept(text)
        #expect(log.bytes == kept && log.total == Int64(text.count), "\(piece)")
        #expect(log.dropped == Int64(text.count - kept.count) && log.isCountedOnly == isCountedOnly)
        #expect(log.isFlood == (isCountedOnly ? text.count >= 1 << 17 : text.count > kept.count))
        let bits = text.isEmpty ? 0 : String(text.count, radix: 2).count
        #expect(log.magnitude == bits)
        #expect(
          log.floodDescription
            == (isCountedOnly ? "about 2^\(bits) bytes, none kept" : "\(kept.count) of \(text.count) bytes kept"))
      }
    }
  }
}
