// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

/// The parameters of `shutdown`, the last request. Its result is empty (`wire.md#acknowledge-cancel-shut-down`).
public struct Shutdown: WireConvertible {
  public enum Reason: String, WireWord {
    case idle, recycled, update, `operator`, hostStopping
  }

  public var reason: Reason

  public init(reason: Reason) { self.reason = reason }

  public var wire: WireValue { ["reason": reason.wire] }

  public init(wire value: WireValue, at pointer: String, from origin: WireOrigin) throws(WireError) {
    var reader = try WireReader(value, at: pointer, from: origin)
    reason = try reader.word("reason", otherwise: .operator)
    try reader.finish()
  }
}
