// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import UsageSources

@Suite struct LineSplitterTests {
  private func lines(_ pieces: [[UInt8]], ends: Bool = true) -> [LineSplitter.Line] {
    var splitter = LineSplitter()
    var lines: [LineSplitter.Line] = []
    for piece in pieces {
      splitter.take(piece[...]) {
        lines.append($0)
        return true
      }
    }
    if ends { splitter.end { lines.append($0) } }
    return lines
  }

  @Test func `finds the same lines however the input is divided`() {
    let text = Array("one\n\ntwo\nthree".utf8)
    let expected: [LineSplitter.Line] = [
      .whole(Array("one".utf8)), .whole([]), .whole(Array("two".utf8)), .unfinished(Array("three".utf8)),
    ]
    for first in 0...text.count {
      for second in first...text.count {
        #expect(lines([Array(text[..<first]), Array(text[first..<second]), Array(text[second...])]) == expected)
      }
    }
  }

  @Test(arguments: [1_022, 1_023, 1_024, 1_025, 3_000]) func `enforces the limit to the byte`(_ count: Int) {
    let line = [UInt8](repeating: 0x78, count: count)
    let expected: LineSplitter.Line = count < UsageSample.maximumLineBytes ? .whole(line) : .overlong
    let text = line + [0x0A] + Array("next\n".utf8)
    for first in [0, 1, 1_022, 1_023, 1_024, 2_000, count, count + 1] where first <= text.count {
      #expect(lines([Array(text[..<first]), Array(text[first...])]) == [expected, .whole(Array("next".utf8))])
    }
  }

  @Test func `rejects a line of a gigabyte once and without holding it in memory`() {
    let piece = [UInt8](repeating: 0x78, count: 65_536)
    var splitter = LineSplitter()
    var lines = 0
    for _ in 0..<16_384 {
      splitter.take(piece[...]) { _ in
        lines += 1
        return true
      }
      if !splitter.held.isEmpty { Issue.record("part of a line over the cap is held") }
    }
    splitter.take([0x0A]) { _ in
      lines += 1
      return true
    }
    #expect(lines == 1)
    splitter.take(Array("next\n".utf8)[...]) { line in
      #expect(line == .whole(Array("next".utf8)))
      return true
    }
  }
}
