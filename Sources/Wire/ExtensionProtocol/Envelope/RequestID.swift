// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

/// A request ID: `h1`, `h2`, … for the host's requests and `e1`, `e2`, … for an extension's. Each side counts its own.
public struct RequestID: Hashable, Sendable, CustomStringConvertible {
  public enum Side: String, Hashable, Sendable {
    case host = "h"
    case `extension` = "e"

    fileprivate init?(letter: UInt8) {
      switch letter {
      case UInt8(ascii: "h"): self = .host
      case UInt8(ascii: "e"): self = .extension
      default: return nil
      }
    }
  }

  public let side: Side
  /// Counted from 1 without gaps, because freely chosen numbers could carry data.
  public let number: Int64

  public init(_ side: Side, _ number: Int64) {
    self.side = side
    self.number = number
  }

  public init?(_ text: String) {
    let digits = text.utf8.dropFirst()
    guard let first = text.utf8.first, let side = Side(letter: first), digits.count <= 18,
      let leading = digits.first, leading != UInt8(ascii: "0")
    else { return nil }
    var number: Int64 = 0
    for digit in digits {
      guard (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(digit) else { return nil }
      number = number * 10 + Int64(digit - UInt8(ascii: "0"))
    }
    self.init(side, number)
  }

  public var next: RequestID { RequestID(side, number + 1) }

  public var description: String { "\(side.rawValue)\(number)" }
}

extension RequestID: WireConvertible {
  public var wire: WireValue { .string(description) }

  public init(wire value: WireValue, at pointer: String, from origin: WireOrigin) throws(WireError) {
    let text = try String(wire: value, at: pointer, from: origin)
    guard let id = RequestID(text) else { throw WireError(at: pointer, "is “\(text)”, which is not a request ID") }
    self = id
  }
}
