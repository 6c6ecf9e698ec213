// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

internal import TextEscaping

/// The host's border around terminal text. Its first line names the family, and the content can't imitate it
/// (PRIV-SF6).
struct TerminalFrame {
  let chrome: SurfaceChrome
  let columns: Int

  func text(_ lines: [String]) -> String {
    let title = [chrome.familyName, chrome.title, chrome.subtitle].filter { !$0.isEmpty }.joined(separator: " · ")
    var result = border("╭", title, "╮")
    for line in lines { result += row(line) }
    return result + border("╰", chrome.footer, "╯")
  }

  private func border(_ left: String, _ text: String, _ right: String) -> String {
    let cut = Self.cut(Self.clean(text), to: columns - 6)
    let label = cut.isEmpty ? "" : " \(cut) "
    let rest = String(repeating: "─", count: max(0, columns - 3 - Self.width(label)))
    return "\(left)─\(label)\(rest)\(right)\n"
  }

  private func row(_ line: String) -> String {
    let width = Self.width(line)
    let cut = width > columns - 4 ? Self.cut(line, to: columns - 4) : line
    return "│ \(cut)\(String(repeating: " ", count: max(0, columns - 4 - Self.width(cut)))) │\n"
  }

  static func clean(_ text: String) -> String {
    TerminalText(text).text
  }

  /// The number of columns of a line. Colour sequences take none.
  static func width(_ line: String) -> Int {
    var isSequence = false
    return line.reduce(0) { sum, character in
      if character == "\u{1B}" { isSequence = true }
      defer { if isSequence, character == "m" { isSequence = false } }
      return isSequence || character == "\u{2068}" || character == "\u{2069}" ? sum : sum + TextWidth.columns(character)
    }
  }

  private static func cut(_ text: String, to columns: Int) -> String {
    guard width(text) > columns else { return text }
    var result = ""
    var used = 0
    for character in text {
      let width = TextWidth.columns(character)
      guard used + width < columns else { break }
      result.append(character)
      used += width
    }
    return result + "…"
  }
}
