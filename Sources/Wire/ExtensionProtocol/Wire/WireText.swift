// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

@_spi(_Unicode) import Swift

/// The two kinds of text an extension may send, with the characters they exclude (`wire.md#lines`, field types).
public enum WireText {
  public enum Form: Hashable, Sendable {
    /// 1…n bytes, NFC, without control or format characters, so that one name has one byte string.
    case name
    /// 0…n bytes for people: NFC, no control characters but line feed, no bidirectional overrides or isolates.
    case text
  }

  /// - Throws: `WireError` of kind `.limit` for the length and `.text` for the content.
  public static func check(
    _ value: String, as form: Form, atMost maximum: Int, at pointer: String
  ) throws(WireError) {
    let length = value.utf8.count
    guard length <= maximum, length > 0 || form == .text else {
      throw WireError(.limit, at: pointer, "is \(length) bytes long; \(form == .name ? 1 : 0)…\(maximum) are allowed")
    }
    if value.utf8.allSatisfy({ (0x20..<0x7F).contains($0) }) { return }
    for scalar in value.unicodeScalars where !allows(scalar, in: form) {
      throw WireError(.text, at: pointer, "holds the character U+\(String(scalar.value, radix: 16, uppercase: true))")
    }
    // The standard library's internal normaliser. The public one is in Foundation, whose ICU tables would add tens of
    // megabytes to an extension that otherwise needs only FoundationEssentials.
    guard value._nfc.elementsEqual(value.unicodeScalars) else {
      throw WireError(.text, at: pointer, "is not in Unicode normalisation form C")
    }
  }

  /// The text in form C, with U+FFFD for each character that a text for people may not hold.
  ///
  /// An extension may send back what it was told, so the host cleans names that come from applications and websites.
  public static func cleaned(_ value: String) -> String {
    if value.utf8.allSatisfy({ (0x20..<0x7F).contains($0) }) { return value }
    var cleaned = String.UnicodeScalarView()
    for scalar in value._nfc { cleaned.append(allows(scalar, in: .text) ? scalar : "\u{FFFD}") }
    return String(cleaned)
  }

  private static func allows(_ scalar: Unicode.Scalar, in form: Form) -> Bool {
    switch (scalar.properties.generalCategory, form) {
    case (.control, .text): scalar == "\n"
    case (.control, .name), (.format, .name), (.surrogate, _), (.lineSeparator, _), (.paragraphSeparator, _): false
    // U+200C and U+200D join letters and emoji; the other format characters change how text is displayed.
    case (.format, .text): !isBidirectionalControl(scalar)
    default: true
    }
  }

  private static func isBidirectionalControl(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x061C, 0x200E, 0x200F, 0x202A...0x202E, 0x2066...0x2069: true
    default: false
    }
  }
}
