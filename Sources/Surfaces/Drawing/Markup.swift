// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

/// Text for XML and HTML: the only way a string of a tree enters an output (V21).
enum Markup {
  static func escape(_ text: String) -> String {
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
      // No document may hold these two, however they are written.
      case "\u{FFFE}", "\u{FFFF}": result += "\u{FFFD}"
      default: if !CheckedText.isRefused(scalar) { result.unicodeScalars.append(scalar) }
      }
    }
    return result
  }

  /// Escaped, and isolated so that it can't reorder what stands around it.
  static func isolated(_ text: String) -> String { "<bdi>\(escape(text))</bdi>" }

  /// mpt as points, at most three decimals.
  static func points(_ mpt: Int) -> String {
    let whole = abs(mpt) / 1_000
    var fraction = String(abs(mpt) % 1_000 + 1_000).dropFirst()
    while fraction.last == "0" { fraction = fraction.dropLast() }
    let sign = mpt < 0 ? "-" : ""
    return fraction.isEmpty ? "\(sign)\(whole)" : "\(sign)\(whole).\(fraction)"
  }
}
