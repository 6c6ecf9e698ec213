// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ExtensionProtocol
import ExtensionTransport

/// 1. What the scanner accepts, json-c accepts. 2. Its canonical spelling is accepted and is its own canonical spelling.
/// 3. The framer finds the same lines in the whole input and in the input cut in two, and no line over its cap.
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
    try require(decoded.depth == summary.depth, "the scanner and the codec count different depths")
    let canonical = codec.encode(decoded.value)
    guard let again: WireValue = try? codec.decode(canonical) else {
      throw Disagreement("the canonical line of an accepted one is refused")
    }
    try require(again == decoded.value, "a value changed on its way through the canonical line")
    try require(codec.encode(again) == canonical, "a value has two canonical lines")
    return true
  }

  private static func checkFramer(_ input: [UInt8]) throws(Disagreement) {
    let split = input.first.map { Int($0) % (input.count + 1) } ?? 0
    let whole = frames([input])
    try require(whole == frames([Array(input[..<split]), Array(input[split...])]), "a cut changed the lines")
    for case .line(let line) in whole {
      try require(line.count < lineBytes, "a line of \(line.count) bytes passed a cap of \(lineBytes)")
      try require(!line.contains(0x0A), "a line holds a line feed")
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
