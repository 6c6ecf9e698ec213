// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

internal import ExtensionProtocol
internal import Foundation

/// Text for people as the wire takes it.
enum DisplayText {
  /// In normalisation form C, with each control or bidirectional control character as U+FFFD: an author's text may come
  /// from anywhere, and a reminder that is lost is worse than one with a visible gap.
  static func cleaned(_ text: String) -> String {
    let composed = text.precomposedStringWithCanonicalMapping
    guard !isAllowed(composed) else { return composed }
    var cleaned = String.UnicodeScalarView()
    for scalar in composed.unicodeScalars { cleaned.append(isAllowed(String(scalar)) ? scalar : "\u{FFFD}") }
    return String(cleaned)
  }

  private static func isAllowed(_ text: String) -> Bool {
    do { try WireText.check(text, as: .text, atMost: .max, at: "") } catch { return error.kind != .text }
    return true
  }
}
