// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

/// The caps of `wire.md#lines` on one line. Exceeding one is a `LineViolation`.
///
/// Sizes are in bytes, everything else is a count. A channel has no default limits.
public struct LineLimits: Hashable, Sendable {
  /// The longest line, including its LF.
  public var lineBytes: Int
  /// The most arrays and objects that may be open at once, including the message itself.
  public var depth: Int
  public var membersPerObject: Int
  public var elementsPerArray: Int
  /// The most values of any kind in one line, including the message itself but not names.
  public var valuesPerLine: Int
  /// The longest string after its escapes are decoded.
  public var stringBytes: Int

  public init(
    lineBytes: Int, depth: Int = 16, membersPerObject: Int = 256, elementsPerArray: Int = 4_096,
    valuesPerLine: Int = 32_768, stringBytes: Int = 65_536
  ) {
    self.lineBytes = lineBytes
    self.depth = depth
    self.membersPerObject = membersPerObject
    self.elementsPerArray = elementsPerArray
    self.valuesPerLine = valuesPerLine
    self.stringBytes = stringBytes
  }
}

extension LineLimits {
  /// Extension → host, except where `wire.md#lines` lists other limits.
  public static let standard = LineLimits(lineBytes: 256 << 10)
  /// The reply to `hello`, at every extension point.
  public static let helloReply = LineLimits(lineBytes: 8 << 10)
  /// Extension → host for an app. Only `presentWindow` may nest this deeply; `ReceivedLine.depth` is used to check the
  /// rest.
  public static let app = LineLimits(lineBytes: 256 << 10, depth: 64)
  public static let report = LineLimits(lineBytes: 256 << 10, depth: 64)
  public static let shieldConfiguration = LineLimits(lineBytes: 16 << 10)
  public static let widget = LineLimits(lineBytes: 4 << 20, depth: 64, valuesPerLine: 524_288)
  /// Deep enough for a predicate of the largest depth.
  public static let focusFilter = LineLimits(lineBytes: 256 << 10, depth: 64)
  /// Host → extension.
  public static let fromHost = LineLimits(lineBytes: 1 << 20)
  /// Host → extension, for one `data` notification of a report.
  public static let reportData = LineLimits(lineBytes: 64 << 10)
}
