// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

/// An sRGB colour with straight alpha; `#rrggbbaa` in lower case on the wire.
package struct RGBA: Hashable, Sendable {
  package var red: UInt8
  package var green: UInt8
  package var blue: UInt8
  package var alpha: UInt8

  package init(_ red: UInt8, _ green: UInt8, _ blue: UInt8, _ alpha: UInt8 = 255) {
    self.red = red
    self.green = green
    self.blue = blue
    self.alpha = alpha
  }

  /// Parses the wire format: exactly nine bytes with lower-case digits.
  package init?(wire text: String) {
    let bytes = Array(text.utf8)
    guard bytes.count == 9, bytes[0] == UInt8(ascii: "#") else { return nil }
    var digits: [UInt8] = []
    for byte in bytes.dropFirst() {
      switch byte {
      case UInt8(ascii: "0")...UInt8(ascii: "9"): digits.append(byte - UInt8(ascii: "0"))
      case UInt8(ascii: "a")...UInt8(ascii: "f"): digits.append(byte - UInt8(ascii: "a") + 10)
      default: return nil
      }
    }
    self.init(
      digits[0] << 4 | digits[1], digits[2] << 4 | digits[3], digits[4] << 4 | digits[5], digits[6] << 4 | digits[7])
  }

  package var wire: String { "#" + [red, green, blue, alpha].map(Self.hex).joined() }

  /// `#rrggbb`, for outputs with a separate opacity.
  package var opaque: String { "#" + [red, green, blue].map(Self.hex).joined() }

  /// The colour without its transparency.
  var opaqueColor: RGBA { RGBA(red, green, blue) }

  package func withAlpha(perMille: Int) -> RGBA {
    RGBA(red, green, blue, UInt8((Int(alpha) * perMille + 500) / 1_000))
  }

  /// The colour at `position` per mille between two colours.
  package static func mix(_ from: RGBA, _ to: RGBA, at position: Int) -> RGBA {
    func channel(_ a: UInt8, _ b: UInt8) -> UInt8 {
      UInt8((Int(a) * (1_000 - position) + Int(b) * position + 500) / 1_000)
    }
    return RGBA(
      channel(from.red, to.red), channel(from.green, to.green), channel(from.blue, to.blue),
      channel(from.alpha, to.alpha))
  }

  private static func hex(_ byte: UInt8) -> String {
    let text = String(byte, radix: 16)
    return text.count == 1 ? "0" + text : text
  }
}
