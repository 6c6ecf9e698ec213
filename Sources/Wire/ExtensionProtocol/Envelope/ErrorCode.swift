// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

/// An error code of `wire.md#errors`. The set is open, so that a newer peer's code is preserved.
public struct ErrorCode: RawRepresentable, Hashable, Sendable {
  public let rawValue: Int64

  public init(rawValue: Int64) { self.rawValue = rawValue }

  public static let invalidRequest = ErrorCode(rawValue: -32_600)
  public static let methodNotFound = ErrorCode(rawValue: -32_601)
  public static let invalidParams = ErrorCode(rawValue: -32_602)
  public static let parse = ErrorCode(rawValue: -32_700)
  public static let versionUnsupported = ErrorCode(rawValue: 1000)
  public static let shuttingDown = ErrorCode(rawValue: 1002)
  public static let deadlineExceeded = ErrorCode(rawValue: 1100)
  public static let cancelled = ErrorCode(rawValue: 1101)
  public static let busy = ErrorCode(rawValue: 1102)
  public static let denied = ErrorCode(rawValue: 1103)
  public static let schema = ErrorCode(rawValue: 1104)
  public static let tooLarge = ErrorCode(rawValue: 1105)
  public static let rateLimited = ErrorCode(rawValue: 1107)
  public static let conflict = ErrorCode(rawValue: 1108)
  public static let limit = ErrorCode(rawValue: 1109)
  public static let unknownToken = ErrorCode(rawValue: 1110)
  public static let unauthorized = ErrorCode(rawValue: 1111)
  public static let extensionError = ErrorCode(rawValue: 1200)
  public static let crashed = ErrorCode(rawValue: 1201)
  public static let killed = ErrorCode(rawValue: 1202)
  public static let quarantined = ErrorCode(rawValue: 1203)
  public static let integrity = ErrorCode(rawValue: 1204)
  public static let notApproved = ErrorCode(rawValue: 1205)
  public static let unresponsive = ErrorCode(rawValue: 1206)
  public static let violation = ErrorCode(rawValue: 1207)
  public static let launchFailed = ErrorCode(rawValue: 1208)
  public static let effectViolation = ErrorCode(rawValue: 1210)
  public static let authorization = ErrorCode(rawValue: 1300)
  public static let monitoring = ErrorCode(rawValue: 1301)

  /// The name in `data.kind`; `nil` for a code of a later version.
  public var kind: String? { Self.table[rawValue]?.kind }

  /// The retry advice for the code in `wire.md#errors`.
  public var retry: ErrorObject.Retry? { Self.table[rawValue]?.retry }

  private static let table: [Int64: (kind: String, retry: ErrorObject.Retry)] = [
    -32_600: ("invalidRequest", .never), -32_601: ("methodNotFound", .never), -32_602: ("invalidParams", .never),
    -32_700: ("parse", .never), 1000: ("versionUnsupported", .never), 1002: ("shuttingDown", .after),
    1100: ("deadlineExceeded", .fresh), 1101: ("cancelled", .same), 1102: ("busy", .after), 1103: ("denied", .never),
    1104: ("schema", .never), 1105: ("tooLarge", .never), 1107: ("rateLimited", .after), 1108: ("conflict", .same),
    1109: ("limit", .never), 1110: ("unknownToken", .never), 1111: ("unauthorized", .never),
    1200: ("extensionError", .never), 1201: ("crashed", .fresh), 1202: ("killed", .fresh),
    1203: ("quarantined", .after), 1204: ("integrity", .never), 1205: ("notApproved", .never),
    1206: ("unresponsive", .fresh), 1207: ("violation", .fresh), 1208: ("launchFailed", .after),
    1210: ("effectViolation", .never), 1300: ("authorization", .never), 1301: ("monitoring", .never),
  ]
}
