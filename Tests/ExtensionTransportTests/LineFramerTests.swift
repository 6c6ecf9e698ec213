// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ExtensionTransport
import Testing

@Suite struct LineFramerTests {
  private func frames(_ chunks: [[UInt8]], lineBytes: Int = 64) -> [LineFramer.Frame] {
    var framer = LineFramer(lineBytes: lineBytes)
    var frames: [LineFramer.Frame] = []
    for chunk in chunks {
      framer.append(chunk.span)
      while let frame = framer.next() { frames.append(frame) }
    }
    return frames
  }

  private static let stream = Array("{\"a\":1}\n\n{\"b\":\"é😀\"}\r\n{}\n".utf8)
  private static let lines: [LineFramer.Frame] = ["{\"a\":1}", "", "{\"b\":\"é😀\"}\r", "{}"].map {
    .line(Array($0.utf8))
  }

  @Test(arguments: 0...stream.count) func `finds the same lines wherever the stream is cut`(_ split: Int) {
    #expect(frames([Array(Self.stream[..<split]), Array(Self.stream[split...])]) == Self.lines)
  }

  @Test(arguments: [1, 2, 3, 7]) func `finds the same lines in small pieces`(_ size: Int) {
    let chunks = stride(from: 0, to: Self.stream.count, by: size).map {
      Array(Self.stream[$0..<min($0 + size, Self.stream.count)])
    }
    #expect(frames(chunks) == Self.lines)
  }

  @Test func `the limit includes the line feed`() {
    let fits = [UInt8](repeating: 0x78, count: 63)
    #expect(frames([fits + [0x0A]]) == [.line(fits)])
    #expect(frames([fits + [0x78, 0x0A]]) == [.tooLong(prefix: fits + [0x78])])
  }

  @Test(arguments: 1...9) func `drops a line larger than the limit and finds the next`(_ size: Int) {
    let stream = Array("123456789\n{}\nabcdefgh\nok\n".utf8)
    let chunks = stride(from: 0, to: stream.count, by: size).map { Array(stream[$0..<min($0 + size, stream.count)]) }
    let found = frames(chunks, lineBytes: 8)
    #expect(found.count == 4)
    #expect(found.filter { if case .tooLong = $0 { true } else { false } }.count == 2)
    #expect(found.contains(.line(Array("{}".utf8))) && found.last == .line(Array("ok".utf8)))
  }

  @Test func `a line without an end takes bounded memory and is reported once`() {
    let chunk = [UInt8](repeating: 0x5B, count: 64 << 10)
    var framer = LineFramer(lineBytes: 256 << 10)
    var reports = 0
    var largest = 0
    for _ in 0..<1_024 {
      framer.append(chunk.span)
      while let frame = framer.next() {
        #expect(frame == .tooLong(prefix: Array(chunk[..<LineFramer.prefixBytes])))
        reports += 1
      }
      largest = max(largest, framer.capacity)
    }
    #expect(reports == 1)
    #expect(largest <= 2 * (256 << 10) + (64 << 10))
    framer.append(Array("]\n{}\n".utf8).span)
    #expect(framer.next() == .line(Array("{}".utf8)))
    #expect(framer.next() == nil)
  }

  @Test func `counts the bytes of an unfinished line at the end of the stream`() {
    var framer = LineFramer(lineBytes: 8)
    #expect(framer.halfLineBytes == 0)
    framer.append(Array("{}\n{\"a".utf8).span)
    #expect(framer.next() == .line(Array("{}".utf8)))
    #expect(framer.next() == nil)
    #expect(framer.halfLineBytes == 3)
    framer.append(Array("123456".utf8).span)
    #expect(framer.next() == .tooLong(prefix: Array("{\"a12345".utf8)))
    #expect(framer.halfLineBytes == 0, "a line already reported is not reported again")
  }
}
