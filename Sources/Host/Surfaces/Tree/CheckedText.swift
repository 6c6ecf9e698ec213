// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

internal import Foundation

/// The rules for text that people read: bounded, NFC, no control characters except line feed, no bidi overrides
/// (VIEW-6).
enum CheckedText {
  static func check(
    _ text: String, at pointer: String, limit: Int, code: String, minimum: Int = 0
  ) throws(ViewFault) -> String {
    let count = text.utf8.count
    guard count <= limit else {
      throw ViewFault(code, at: pointer, "has \(count) bytes of text; \(limit) are allowed")
    }
    guard count >= minimum else { throw ViewFault("schema", at: pointer, "is empty") }
    var isASCII = true
    for scalar in text.unicodeScalars {
      if !scalar.isASCII { isASCII = false }
      if isRefused(scalar) {
        let code = "U+" + String(scalar.value, radix: 16, uppercase: true)
        throw ViewFault("text", at: pointer, "holds the control or bidi character \(code)")
      }
    }
    if !isASCII {
      let normal = text.precomposedStringWithCanonicalMapping
      guard normal.utf8.elementsEqual(text.utf8) else { throw ViewFault("text", at: pointer, "is not in NFC") }
    }
    return text
  }

  /// Whether a scalar is a control character, a line or paragraph separator, or reorders the text around it.
  static func isRefused(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x0A: false
    case 0..<0x20, 0x7F..<0xA0: true
    case 0x2028, 0x2029, 0x202A...0x202E, 0x2066...0x2069, 0x061C, 0x200E, 0x200F: true
    case 0xFFF9...0xFFFB, 0xE0001: true
    default: false
    }
  }
}
