// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ExtensionProtocol
import ExtensionTransport

/// Feeds one input to the framer, the scanner and the codec; traps when they disagree, which libFuzzer reports.
///
/// 1. What the scanner accepts, json-c accepts. 2. Its canonical spelling is accepted and is its own canonical spelling.
/// 3. The framer finds the same lines in the whole input and in the input cut in two.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzOneInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let input = Array(UnsafeBufferPointer(start: start, count: count))
  checkCodec(input)
  checkFramer(input)
  return 0
}

private func checkCodec(_ line: [UInt8]) {
  var scanner = LineScanner(limits: .standard)
  guard let summary = try? scanner.scan(line.span) else { return }
  let codec = JSONCodec(limits: .standard)
  guard let decoded = try? codec.decode(line.span) else {
    preconditionFailure("json-c refuses what the scanner accepts")
  }
  precondition(decoded.depth == summary.depth, "depth differs")
  let canonical = codec.encode(decoded.value)
  guard let again: WireValue = try? codec.decode(canonical) else { preconditionFailure("canonical line is refused") }
  precondition(again == decoded.value, "value changed on its way")
  precondition(codec.encode(again) == canonical, "canonical spelling is not unique")
}

private func checkFramer(_ input: [UInt8]) {
  let split = input.first.map { Int($0) % (input.count + 1) } ?? 0
  let whole = frames([input])
  precondition(whole == frames([Array(input[..<split]), Array(input[split...])]), "a cut changed the lines")
}

private func frames(_ chunks: [[UInt8]]) -> [LineFramer.Frame] {
  var framer = LineFramer(lineBytes: 32)
  var frames: [LineFramer.Frame] = []
  for chunk in chunks {
    framer.append(chunk.span)
    while let frame = framer.next() { frames.append(frame) }
  }
  return frames
}
