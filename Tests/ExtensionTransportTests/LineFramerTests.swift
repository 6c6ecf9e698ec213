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

  /// The expected frames of a whole stream: the text between line feeds, truncated if it exceeds the limit.
  private func reference(_ stream: [UInt8], lineBytes: Int) -> (frames: [LineFramer.Frame], halfLine: Int) {
    var frames: [LineFramer.Frame] = []
    let parts = stream.split(separator: 0x0A, omittingEmptySubsequences: false)
    for (index, part) in parts.enumerated() {
      let isWhole = index < parts.count - 1
      if part.count >= lineBytes {
        frames.append(.tooLong(prefix: Array(part.prefix(min(lineBytes, LineFramer.prefixBytes)))))
      } else if isWhole {
        frames.append(.line(Array(part)))
      }
    }
    let rest = parts.last?.count ?? 0
    return (frames, rest >= lineBytes ? 0 : rest)
  }

  @Test(arguments: 0..<8 as Range<UInt64>)
  func `frames do not depend on how a stream is split into chunks or on lines that were dropped before`(_ seed: UInt64)
  {
    var generator = WireValueGenerator(seed: seed)
    for round in 0..<300 {
      // A few rounds have lines over the size of the buffer at the beginning.
      let scale = round.isMultiple(of: 60) ? 9_000 : 1
      let lineBytes = Int.random(in: 1...6, using: &generator) * scale
      let stream = (0..<Int.random(in: 0...40, using: &generator)).flatMap { _ -> [UInt8] in
        let byte: UInt8 = Int.random(in: 0..<4, using: &generator) == 0 ? 0x0A : UInt8(ascii: "x")
        return Array(repeating: byte, count: byte == 0x0A ? 1 : scale)
      }
      var framer = LineFramer(lineBytes: lineBytes)
      var found: [LineFramer.Frame] = []
      var rest = stream[...]
      while !rest.isEmpty {
        let chunk = Array(rest.prefix(Int.random(in: 1...9, using: &generator) * scale))
        rest = rest.dropFirst(chunk.count)
        framer.append(chunk.span)
        while let frame = framer.next() { found.append(frame) }
      }
      let expected = reference(stream, lineBytes: lineBytes)
      #expect(found == expected.frames, "lines of \(lineBytes) bytes in \(stream.count)")
      #expect(framer.halfLineBytes == expected.halfLine)
    }
  }

  @Test(arguments: [16_384, 65_536, 131_071, 131_072, 131_073, 140_000, 147_456, 147_457, 262_144])
  func `a buffer over 128 KiB is given back once its lines are out, a smaller one is kept`(_ bytes: Int) {
    var framer = LineFramer(lineBytes: 1 << 20)
    let line = [UInt8](repeating: 0x78, count: bytes - 1)
    framer.append((line + [0x0A]).span)
    // Nothing is given back while a line is in it.
    #expect(framer.capacity >= bytes)
    #expect(framer.next() == .line(line))
    framer.append(Array("{}\n".utf8).span)
    #expect((framer.capacity >= bytes) == (bytes <= 131_072))
    #expect(framer.next() == .line(Array("{}".utf8)) && framer.next() == nil)
  }

  @Test(arguments: [Int.min, -1, 0, 1]) func `a line may always have its line feed, whatever the limit is set to`(
    _ lineBytes: Int
  ) {
    var changed = LineFramer(lineBytes: 64)
    changed.lineBytes = lineBytes
    for var framer in [LineFramer(lineBytes: lineBytes), changed] {
      #expect(framer.lineBytes == 1)
      framer.append(Array("\na\n".utf8).span)
      #expect(framer.next() == .line([]) && framer.next() == .tooLong(prefix: Array("a".utf8)))
      #expect(framer.next() == nil)
    }
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
