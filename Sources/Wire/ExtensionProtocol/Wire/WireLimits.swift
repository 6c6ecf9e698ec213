// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

/// The caps of `wire.md#lines`, each with one fixed value.
public enum WireLimits {
  public static let elementsPerArray = 4_096
  public static let membersPerObject = 256
  public static let valuesPerLine = 32_768
  public static let depth = 16
  public static let viewDepth = 64
  public static let stringBytes = 65_536
  public static let helloReplyBytes = 8_192
  public static let shieldConfigurationReplyBytes = 16_384
  public static let replyBytes = 262_144
  public static let widgetReplyBytes = 4_194_304
  public static let hostLineBytes = 1_048_576
  public static let dataLineBytes = 65_536
  public static let effectsPerReply = 256
  public static let notificationsPerReply = 8
  public static let requestsPerCallback = 32
  public static let stores = 51
  public static let activities = 20
  public static let eventsPerActivity = 256
  public static let tokensPerEvent = 1_000
  public static let tokensPerSetting = 50
  /// 2200-01-01 in milliseconds, the latest time that the wire allows.
  public static let latestTime: Int64 = 7_258_118_400_000
  public static let largestInteger: Int64 = 9_007_199_254_740_991
}
