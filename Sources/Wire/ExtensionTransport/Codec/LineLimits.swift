// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

/// The caps of `wire.md#lines` on one line; a peer that exceeds one gets a `LineViolation`.
///
/// Sizes are bytes, everything else is a count. There are no hidden defaults: a channel is given its limits.
public struct LineLimits: Hashable, Sendable {
  /// The longest line, its LF included.
  public var lineBytes: Int
  /// How many arrays and objects may be open at once; the message itself is the first.
  public var depth: Int
  public var membersPerObject: Int
  public var elementsPerArray: Int
  /// Values of every kind in one line, the message itself included, names not.
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
  /// Extension → host, where the table of §2 names no exception.
  public static let standard = LineLimits(lineBytes: 256 << 10)
  /// The reply to `hello`, at every point.
  public static let helloReply = LineLimits(lineBytes: 8 << 10)
  /// Extension → host at the app: `presentWindow` may nest deeper; `ReceivedLine.depth` tells the others.
  public static let app = LineLimits(lineBytes: 256 << 10, depth: 64)
  public static let report = LineLimits(lineBytes: 256 << 10, depth: 64)
  public static let shieldConfiguration = LineLimits(lineBytes: 16 << 10)
  public static let widget = LineLimits(lineBytes: 4 << 20, depth: 64, valuesPerLine: 524_288)
  /// Host → extension.
  public static let fromHost = LineLimits(lineBytes: 1 << 20)
  /// Host → extension, one `data` notification of a report.
  public static let reportData = LineLimits(lineBytes: 64 << 10)
}
