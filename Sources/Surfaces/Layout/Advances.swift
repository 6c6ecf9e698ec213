// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

internal import Foundation

/// The one table of advances (V29), in hundredths of an em: every machine breaks lines at the same places.
enum Advances {
  /// U+0020…U+007E, rounded widths of a common grotesque.
  private static let latin: [Int] = [
    28, 28, 36, 56, 56, 89, 67, 20, 33, 33, 39, 58, 28, 33, 28, 28,
    56, 56, 56, 56, 56, 56, 56, 56, 56, 56, 28, 28, 58, 58, 58, 56,
    102, 67, 67, 72, 72, 67, 61, 78, 72, 28, 50, 67, 56, 83, 72, 78,
    67, 78, 72, 67, 61, 72, 67, 94, 67, 67, 61, 28, 28, 28, 47, 56,
    33, 56, 56, 50, 56, 56, 28, 56, 56, 22, 22, 50, 22, 83, 56, 56,
    56, 56, 33, 50, 28, 56, 50, 72, 50, 50, 50, 33, 26, 33, 58,
  ]
  /// U+0391…U+03C9.
  private static let greek: [Int] = [
    67, 67, 55, 68, 67, 61, 72, 78, 28, 67, 67, 83, 72, 65, 78, 72, 67, 67, 62, 61, 67, 75, 67, 83, 75,
    28, 67, 58, 45, 56, 22, 55, 58, 57, 50, 56, 45, 44, 56, 56, 22, 50, 50, 57, 50, 45, 56, 69, 57, 48, 62, 40, 55,
    67, 50, 71, 78,
  ]
  /// U+0410…U+044F.
  private static let cyrillic: [Int] = [
    67, 66, 67, 54, 68, 67, 92, 60, 72, 72, 58, 66, 83, 72, 78, 72, 67, 72, 61, 63, 76, 67, 74, 67, 92, 94, 79, 89,
    66, 72, 101, 72, 56, 57, 53, 36, 58, 56, 67, 46, 56, 56, 44, 58, 69, 55, 56, 54, 56, 50, 46, 50, 82, 50, 57, 52,
    80, 82, 63, 72, 52, 51, 75, 54,
  ]

  /// The advance of one character in thousandths of an em.
  static func of(_ character: Character, in font: ResolvedFont) -> Int {
    guard let scalar = character.unicodeScalars.first else { return 0 }
    if TextWidth.isZero(scalar) { return 0 }
    if TextWidth.isWide(character) { return 1_000 }
    if font.design == .monospaced { return 600 }
    let base = hundredths(scalar) * 10
    switch font.weight {
    case .semibold: return base * 103 / 100
    case .bold: return base * 105 / 100
    case .heavy, .black: return base * 108 / 100
    default: return base
    }
  }

  private static func hundredths(_ scalar: Unicode.Scalar) -> Int {
    switch scalar.value {
    case 0x20...0x7E: return latin[Int(scalar.value) - 0x20]
    case 0xA0: return 28
    case 0xC0...0x17F, 0x1E00...0x1EFF:
      guard let base = String(scalar).decomposedStringWithCanonicalMapping.unicodeScalars.first, base.isASCII,
        base.value >= 0x20, base.value < 0x7F
      else { return 60 }
      return latin[Int(base.value) - 0x20]
    case 0x391...0x3C9: return greek[min(Int(scalar.value) - 0x391, greek.count - 1)]
    case 0x410...0x44F: return cyrillic[min(Int(scalar.value) - 0x410, cyrillic.count - 1)]
    case 0x2026: return 100
    case 0x2013: return 56
    case 0x2014: return 100
    case 0x2018, 0x2019, 0xB7: return 22
    case 0x201C, 0x201D, 0x2022: return 35
    default: return 60
    }
  }
}
