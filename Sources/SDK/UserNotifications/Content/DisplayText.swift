// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

internal import ExtensionProtocol
internal import Foundation

/// Converts text for people to the form that the wire accepts.
enum DisplayText {
  /// Normalises text to form C and replaces control and bidirectional control characters by U+FFFD. The text may come
  /// from anywhere, and losing a reminder is worse than showing replacement characters.
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
