// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

public import ExtensionProtocol

/// The codec of `wire.md#lines`: a line passes through our scanner, then json-c, and becomes a `WireValue`.
///
/// The two parsers check each other: a line that only json-c rejects is rejected, and the fuzzer searches for such
/// lines. json-c and this copy see a tree that repeats an earlier one of its line only once.
public final class JSONCodec: LineCodec {
  public var limits: LineLimits {
    get { scanner.limits }
    set { scanner.limits = newValue }
  }
  private var scanner: LineScanner
  private var tokener: JSONTokener?

  public init(limits: LineLimits) { scanner = LineScanner(limits: limits) }

  public func decode(_ line: Span<UInt8>) throws(LineViolation) -> DecodedLine {
    let summary = try scanner.scan(line)
    guard let value = tokener(forDepth: summary.depth)?.parse(line, summary) else {
      throw LineViolation(.syntax, .json, at: summary.object.lowerBound)
    }
    return DecodedLine(value: value, depth: summary.depth)
  }

  public func encode(_ value: WireValue) -> [UInt8] { CanonicalWriter.bytes(of: value) }

  private func tokener(forDepth depth: Int) -> JSONTokener? {
    if let tokener, tokener.depth >= depth { return tokener }
    tokener = JSONTokener(depth: max(depth, 16))
    return tokener
  }
}
