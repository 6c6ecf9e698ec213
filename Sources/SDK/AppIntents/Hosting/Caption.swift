// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

internal import ExtensionProtocol
internal import Foundation
internal import FoundationShims

/// A text for a gallery or a settings sheet, in the form that the wire takes.
package enum Caption {
  static func text(_ resource: LocalizedStringResource) -> String { text(resource.text(in: PersonLocale.current)) }

  /// Normalises to NFC and replaces what the wire refuses: line breaks and tabs by spaces, other control and
  /// bidirectional characters by U+FFFD. A text that is too long is refused with the reply, never cut.
  package static func text(_ text: String) -> String {
    var clean = String.UnicodeScalarView()
    for scalar in text.precomposedStringWithCanonicalMapping.unicodeScalars {
      switch scalar.value {
      case 0x09, 0x0A, 0x0D, 0x2028, 0x2029: clean.append(" ")
      case 0x061C, 0x200E, 0x200F, 0x202A...0x202E, 0x2066...0x2069: clean.append("\u{FFFD}")
      default: clean.append(scalar.properties.generalCategory == .control ? "\u{FFFD}" : scalar)
      }
    }
    return String(clean)
  }
}
