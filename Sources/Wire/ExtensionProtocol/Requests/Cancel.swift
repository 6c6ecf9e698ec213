// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

/// The parameters of `cancel`: the host will not apply any effect of this callback, whatever the reply contains
/// (`wire.md#deadlines`).
public struct Cancel: WireConvertible {
  public enum Reason: String, WireWord {
    case deadline, superseded, revoked, stopping
  }

  public var request: RequestID
  public var reason: Reason

  public init(request: RequestID, reason: Reason) {
    self.request = request
    self.reason = reason
  }

  public var wire: WireValue { ["reason": reason.wire, "request": request.wire] }

  public init(wire value: WireValue, at pointer: String, from origin: WireOrigin) throws(WireError) {
    var reader = try WireReader(value, at: pointer, from: origin)
    request = try reader.required("request")
    reason = try reader.word("reason", otherwise: .stopping)
    try reader.finish()
  }
}
