// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

internal import Foundation

/// Text as criteria compare it: Unicode scalars after NFC, without a locale (FOCUS-F21).
enum ComparableText {
  static func scalars(of text: String, ignoringCase: Bool, ignoringMarks: Bool) -> [Unicode.Scalar] {
    var scalars =
      ignoringMarks
      ? text.decomposedStringWithCanonicalMapping.unicodeScalars.filter { !isMark($0) }
      : Array(text.precomposedStringWithCanonicalMapping.unicodeScalars)
    if ignoringCase { scalars = scalars.map(folded) }
    return scalars
  }

  private static func isMark(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .nonspacingMark, .spacingMark, .enclosingMark: true
    default: false
    }
  }

  /// Simple case folding: one scalar for one. A mapping to several scalars is left out, and the dotless i folds only to
  /// itself, as Unicode has it outside Turkic languages.
  private static func folded(_ scalar: Unicode.Scalar) -> Unicode.Scalar {
    if scalar.isASCII { return "A"..."Z" ~= scalar ? Unicode.Scalar(UInt8(scalar.value) | 0x20) : scalar }
    guard scalar != "\u{131}" else { return scalar }
    let upper = single(scalar.properties.uppercaseMapping) ?? scalar
    return single(upper.properties.lowercaseMapping) ?? upper
  }

  private static func single(_ mapping: String) -> Unicode.Scalar? {
    mapping.unicodeScalars.count == 1 ? mapping.unicodeScalars.first : nil
  }
}
