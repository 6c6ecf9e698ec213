// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

public import ExtensionProtocol

/// Converts between lines and values. No other code depends on the text form of messages.
///
/// A codec reuses its buffers, so only one thread may use it at a time.
public protocol LineCodec: AnyObject {
  /// The limits for lines to decode.
  var limits: LineLimits { get set }

  /// Decodes a line, given without its LF.
  func decode(_ line: Span<UInt8>) throws(LineViolation) -> DecodedLine

  /// The canonical form of `value` (WIRE-S9), without LF.
  func encode(_ value: WireValue) -> [UInt8]
}

/// A decoded line: its value, and the depth for stricter checks by the typed layers.
public struct DecodedLine: Hashable, Sendable {
  public var value: WireValue
  /// The nesting depth. Most messages of an app or widget must stay within 16 (`wire.md#lines`).
  public var depth: Int

  public init(value: WireValue, depth: Int) {
    self.value = value
    self.depth = depth
  }
}

extension LineCodec {
  public func decode(_ line: [UInt8]) throws(LineViolation) -> WireValue { try decode(line.span).value }
}
