// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

public import ExtensionProtocol

/// Lines ↔ values; the one place where messages have a spelling.
///
/// A codec keeps buffers between calls, so it belongs to one thread at a time.
public protocol LineCodec: AnyObject {
  /// What a line to be decoded may be.
  var limits: LineLimits { get set }

  /// Decodes a line, given without its LF.
  func decode(_ line: Span<UInt8>) throws(LineViolation) -> DecodedLine

  /// The canonical spelling of `value` (WIRE-S9), without LF.
  func encode(_ value: WireValue) -> [UInt8]
}

/// A line's value and what the typed layers may want to limit further.
public struct DecodedLine: Hashable, Sendable {
  public var value: WireValue
  /// How deeply it nests: most messages of an app or widget stay within 16 (`wire.md#lines`).
  public var depth: Int

  public init(value: WireValue, depth: Int) {
    self.value = value
    self.depth = depth
  }
}

extension LineCodec {
  public func decode(_ line: [UInt8]) throws(LineViolation) -> WireValue { try decode(line.span).value }
}
