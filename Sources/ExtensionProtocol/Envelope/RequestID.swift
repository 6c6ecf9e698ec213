// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

/// `h1`, `h2`, … for the host's requests and `e1`, `e2`, … for an extension's: each side counts its own (§3).
public struct RequestID: Hashable, Sendable, CustomStringConvertible {
  public enum Side: String, Hashable, Sendable {
    case host = "h"
    case `extension` = "e"
  }

  public let side: Side
  /// From 1, without gaps: a free choice would be a channel.
  public let number: Int64

  public init(_ side: Side, _ number: Int64) {
    self.side = side
    self.number = number
  }

  public init?(_ text: String) {
    guard let first = text.first, let side = Side(rawValue: String(first)),
      let number = Int64(text.dropFirst()), number >= 1, text == "\(side.rawValue)\(number)"
    else { return nil }
    self.init(side, number)
  }

  public var next: RequestID { RequestID(side, number + 1) }

  public var description: String { "\(side.rawValue)\(number)" }
}

extension RequestID: WireConvertible {
  public var wire: WireValue { .string(description) }

  public init(wire value: WireValue, at pointer: String, from origin: WireOrigin) throws(WireError) {
    let text = try String(wire: value, at: pointer, from: origin)
    guard let id = RequestID(text) else { throw WireError(at: pointer, "is “\(text)”, which is no request id") }
    self = id
  }
}
