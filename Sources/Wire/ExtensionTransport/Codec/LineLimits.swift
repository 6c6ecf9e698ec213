// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

public import ExtensionProtocol

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
    lineBytes: Int, depth: Int = WireLimits.depth, membersPerObject: Int = WireLimits.membersPerObject,
    elementsPerArray: Int = WireLimits.elementsPerArray, valuesPerLine: Int = WireLimits.valuesPerLine,
    stringBytes: Int = WireLimits.stringBytes
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
  public static let standard = LineLimits(lineBytes: WireLimits.replyBytes)
  /// The reply to `hello`, at every extension point.
  public static let helloReply = LineLimits(lineBytes: WireLimits.helloReplyBytes)
  /// Extension → host for an app, whose windows are trees of views.
  public static let app = LineLimits(lineBytes: WireLimits.replyBytes, depth: WireLimits.viewDepth)
  public static let report = LineLimits(lineBytes: WireLimits.replyBytes, depth: WireLimits.viewDepth)
  public static let shieldConfiguration = LineLimits(lineBytes: WireLimits.shieldConfigurationReplyBytes)
  public static let widget = LineLimits(
    lineBytes: WireLimits.widgetReplyBytes, depth: WireLimits.viewDepth, valuesPerLine: 524_288)
  /// Deep enough for a predicate of the largest depth.
  public static let focusFilter = LineLimits(lineBytes: WireLimits.replyBytes, depth: WireLimits.viewDepth)
  /// Host → extension.
  public static let fromHost = LineLimits(lineBytes: WireLimits.hostLineBytes)
  /// Host → extension, for one `data` notification of a report.
  public static let reportData = LineLimits(lineBytes: WireLimits.dataLineBytes)
}
