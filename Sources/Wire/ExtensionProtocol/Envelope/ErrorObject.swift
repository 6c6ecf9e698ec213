// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

/// The `error` of a reply (`wire.md#errors`).
public struct ErrorObject: Error, Hashable, Sendable {
  public enum Retry: String, WireWord {
    case never, same, fresh, after
  }

  public var code: ErrorCode
  /// Text for the developer, at most 1,024 bytes.
  public var message: String
  public var kind: String?
  public var retry: Retry?
  public var afterMs: Int64?
  /// The RFC 6901 pointer to the refused part of the request.
  public var pointer: String?
  /// The case of Apple's error type, for 1300 and 1301.
  public var reason: String?
  public var limit: String?
  public var maximum: Int64?
  public var violation: String?
  public var subject: String?
  public var actual: Int64?
  public var supported: SupportedVersions?

  public init(
    _ code: ErrorCode, _ message: String, retry: Retry? = nil, afterMs: Int64? = nil, pointer: String? = nil,
    reason: String? = nil, limit: String? = nil, maximum: Int64? = nil, violation: String? = nil,
    subject: String? = nil, actual: Int64? = nil, supported: SupportedVersions? = nil
  ) {
    self.code = code
    self.message = message
    self.kind = code.kind
    self.retry = retry ?? code.retry
    self.afterMs = afterMs
    self.pointer = pointer
    self.reason = reason
    self.limit = limit
    self.maximum = maximum
    self.violation = violation
    self.subject = subject
    self.actual = actual
    self.supported = supported
  }
}

extension ErrorObject: CustomStringConvertible {
  public var description: String { "\(message) (\(code.rawValue)\(pointer.map { " at \($0)" } ?? ""))" }
}

/// The versions that an extension supports, sent if it has none in common with the host (error 1000).
public struct SupportedVersions: WireConvertible {
  public var protocols: [Int64]
  public var schemas: [Int64]

  public init(protocols: [Int64], schemas: [Int64]) {
    self.protocols = protocols
    self.schemas = schemas
  }

  public var wire: WireValue { ["protocols": protocols.wire, "schemas": schemas.wire] }

  public init(wire value: WireValue, at pointer: String, from origin: WireOrigin) throws(WireError) {
    var reader = try WireReader(value, at: pointer, from: origin)
    protocols = try reader.list("protocols", atMost: 8)
    schemas = try reader.list("schemas", atMost: 8)
    try reader.finish()
  }
}

extension ErrorObject: WireConvertible {
  public var wire: WireValue {
    let data: WireValue = [
      "actual": actual?.wire, "afterMs": afterMs?.wire, "kind": kind?.wire, "limit": limit?.wire,
      "maximum": maximum?.wire, "pointer": pointer?.wire, "reason": reason?.wire, "retry": retry?.wire,
      "subject": subject?.wire, "supported": supported?.wire, "violation": violation?.wire,
    ]
    return ["code": code.rawValue.wire, "data": data == [:] ? nil : data, "message": message.wire]
  }

  public init(wire value: WireValue, at pointer: String, from origin: WireOrigin) throws(WireError) {
    var reader = try WireReader(value, at: pointer, from: origin)
    code = ErrorCode(rawValue: try reader.required("code"))
    message = try reader.text("message", atMost: 1_024)
    let data = reader.value("data")
    try reader.finish()
    var details = try WireReader(data ?? [:], at: "\(pointer)/data", from: origin)
    kind = try details.optionalName("kind", atMost: 64)
    retry = origin == .host ? Retry(rawValue: try details.optional("retry") ?? "never") : try details.optional("retry")
    afterMs = try details.optionalInteger("afterMs", in: 0...WireLimits.latestTime)
    self.pointer = try details.optionalText("pointer", atMost: 1_024)
    reason = try details.optionalName("reason", atMost: 64)
    limit = try details.optionalName("limit", atMost: 64)
    maximum = try details.optional("maximum")
    violation = try details.optionalName("violation", atMost: 64)
    subject = try details.optionalText("subject", atMost: 512)
    actual = try details.optional("actual")
    supported = try details.optional("supported")
    try details.finish()
  }
}
