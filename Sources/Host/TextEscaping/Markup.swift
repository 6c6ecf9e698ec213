// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

/// Escaping for XML and HTML. All strings from elsewhere pass through it before they enter a page (VIEW-21).
package enum Markup {
  package static func escape(_ text: String) -> String {
    var result = ""
    result.reserveCapacity(text.utf8.count)
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case "\"": result += "&quot;"
      case "'": result += "&#39;"
      case "\n": result += " "
      default: result.unicodeScalars.append(isRefused(scalar) ? "\u{FFFD}" : scalar)
      }
    }
    return result
  }

  /// The escaped text, isolated so that it can't reorder the text around it.
  package static func isolated(_ text: String) -> String { "<bdi>\(escape(text))</bdi>" }

  /// Whether a scalar is a control character, a line or paragraph separator, a direction control, a tag, or one of the
  /// noncharacters that no document may contain.
  private static func isRefused(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0..<0x20, 0x7F..<0xA0: true
    case 0x061C, 0x200E, 0x200F, 0x2028...0x202E, 0x2066...0x2069: true
    case 0xFFF9...0xFFFB, 0xFFFE, 0xFFFF, 0xE0000...0xE007F: true
    default: false
    }
  }
}
