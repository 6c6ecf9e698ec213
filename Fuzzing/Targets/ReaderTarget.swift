// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ExtensionProtocol
import ExtensionTransport

/// 1. json-c accepts all that the scanner accepts. 2. The canonical form of a line is accepted and is its own canonical
/// form. 3. The framer finds the same lines in the whole input and in the input cut in two, and no line above its
/// limit.
enum ReaderTarget {
  private static let lineBytes = 32

  static func check(_ input: [UInt8]) throws(Disagreement) -> Bool {
    try checkFramer(input)
    return try checkCodec(input)
  }

  private static func checkCodec(_ line: [UInt8]) throws(Disagreement) -> Bool {
    var scanner = LineScanner(limits: .standard)
    guard let summary = try? scanner.scan(line.span) else { return false }
    let codec = JSONCodec(limits: .standard)
    guard let decoded = try? codec.decode(line.span) else {
      throw Disagreement("json-c refuses what the scanner accepts")
    }
    try require(decoded.depth == summary.depth, "the scanner and the codec find different depths")
    let canonical = codec.encode(decoded.value)
    guard let again: WireValue = try? codec.decode(canonical) else {
      throw Disagreement("the canonical form of an accepted line is refused")
    }
    try require(again == decoded.value, "a value differs after a round trip through its canonical form")
    try require(codec.encode(again) == canonical, "a value has two canonical forms")
    return true
  }

  private static func checkFramer(_ input: [UInt8]) throws(Disagreement) {
    let split = input.first.map { Int($0) % (input.count + 1) } ?? 0
    let whole = frames([input])
    try require(whole == frames([Array(input[..<split]), Array(input[split...])]), "a cut changed the lines")
    for case .line(let line) in whole {
      try require(line.count < lineBytes, "a line of \(line.count) bytes exceeds the limit of \(lineBytes)")
      try require(!line.contains(0x0A), "a line contains a line feed")
    }
  }

  private static func frames(_ chunks: [[UInt8]]) -> [LineFramer.Frame] {
    var framer = LineFramer(lineBytes: lineBytes)
    var frames: [LineFramer.Frame] = []
    for chunk in chunks {
      framer.append(chunk.span)
      while let frame = framer.next() { frames.append(frame) }
    }
    return frames
  }
}
