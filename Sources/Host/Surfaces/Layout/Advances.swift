// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

internal import Foundation

/// The table of advances in hundredths of an em, which makes every machine break lines at the same places (VIEW-29).
enum Advances {
  /// U+0020…U+007E: the rounded widths of Inter, which is close to the fonts of phones.
  private static let latin: [Int] = [
    28, 28, 40, 63, 64, 81, 64, 22, 36, 36, 50, 66, 28, 46, 28, 36, 62, 46, 61, 64,
    64, 61, 62, 57, 62, 62, 28, 28, 66, 66, 66, 51, 94, 68, 65, 73, 72, 60, 59, 74,
    74, 26, 54, 65, 56, 89, 75, 76, 63, 76, 64, 64, 64, 74, 68, 95, 64, 66, 62, 36,
    36, 36, 47, 45, 50, 56, 62, 56, 62, 58, 36, 61, 59, 24, 24, 54, 24, 87, 59, 60,
    61, 61, 37, 52, 36, 58, 56, 81, 54, 56, 54, 36, 33, 36, 66,
  ]
  /// U+0391…U+03C9.
  private static let greek: [Int] = [
    68, 65, 58, 68, 60, 62, 74, 76, 26, 65, 68, 89, 75, 54, 76, 72, 63, 60, 63, 64,
    66, 75, 64, 78, 76, 26, 66, 64, 54, 59, 27, 59, 64, 59, 53, 54, 54, 52, 59, 54,
    27, 63, 59, 62, 58, 54, 60, 63, 57, 54, 63, 47, 59, 73, 60, 75, 81,
  ]
  /// U+0410…U+044F.
  private static let cyrillic: [Int] = [
    68, 66, 65, 58, 75, 60, 95, 64, 75, 75, 65, 71, 89, 74, 76, 72, 63, 73, 64, 62,
    79, 64, 75, 71, 95, 98, 81, 85, 65, 67, 101, 67, 56, 59, 56, 46, 62, 58, 83, 49,
    60, 60, 54, 59, 75, 58, 60, 58, 61, 56, 53, 56, 68, 54, 63, 57, 82, 87, 65, 75,
    55, 54, 81, 56,
  ]

  /// The advance of one character in thousandths of an em.
  static func of(_ character: Character, in font: ResolvedFont) -> Int {
    guard let scalar = character.unicodeScalars.first else { return 0 }
    if TextWidth.isZero(scalar) { return 0 }
    if TextWidth.isWide(character) { return 1_000 }
    if font.design == .monospaced { return 600 }
    let base = hundredths(scalar) * 10
    // Text in large sizes is set tighter.
    let width = font.size >= 20_000 && font.design == .default ? base * 92 / 100 : base
    switch font.weight {
    case .semibold: return width * 102 / 100
    case .bold: return width * 103 / 100
    case .heavy, .black: return width * 105 / 100
    default: return width
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
    case 0x2026: return 82
    case 0x2013: return 50
    case 0x2014: return 100
    case 0x2018, 0x2019: return 19
    case 0xB7: return 28
    case 0x2212, 0xD7: return 66
    case 0x201C, 0x201D: return 38
    case 0x2022: return 56
    default: return 60
    }
  }
}
