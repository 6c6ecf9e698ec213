// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

internal import TextEscaping

extension FactSheet {
  /// Renders the sheet as lines of text.
  ///
  /// - Parameter columns: the line width, at least 40.
  package func terminal(columns: Int) -> String {
    let columns = max(40, columns)
    let indent = (facts.map(\.term.count).max() ?? 0) + 3
    var lines = ["\(TerminalText(title.uppercased()).text), \(when)"]
    lines += Self.lines(of: standing.map { TerminalText($0).text }, columns: columns, indent: 0)
    lines.append("")
    for fact in facts {
      let phrases = fact.phrases.isEmpty ? ["nothing"] : fact.phrases
      // Indent continuation lines, so that the start of each phrase is visible.
      let body = phrases.map { TerminalText($0).text }.flatMap { phrase in
        let lines = Self.lines(of: [phrase], columns: columns - indent - 2, indent: indent)
        return lines.prefix(1) + lines.dropFirst().map { "  " + $0 }
      }
      let term = fact.term + String(repeating: " ", count: indent - fact.term.count)
      lines.append(term + (body.first ?? "").drop { $0 == " " })
      lines += body.dropFirst()
    }
    if !acts.isEmpty { lines.append("") }
    let widest = acts.map(\.what.count).max() ?? 0
    for act in acts {
      let what = act.what + String(repeating: " ", count: widest - act.what.count)
      lines.append("\(what)   \(TerminalText(act.command).text)")
    }
    return lines.joined(separator: "\n")
  }

  /// Joins phrases with dots and breaks the result between words.
  private static func lines(of phrases: [String], columns: Int, indent: Int) -> [String] {
    let words = phrases.enumerated().flatMap { index, phrase in
      (index == 0 ? [] : ["·"]) + phrase.split(separator: " ").map(String.init)
    }
    var lines: [String] = []
    var line = ""
    for word in words {
      if !line.isEmpty, line.count + 1 + word.count > columns {
        lines.append(line)
        // A line doesn't begin with the dot between two phrases.
        line = word == "·" ? "" : word
      } else {
        line += line.isEmpty ? (word == "·" ? "" : word) : " \(word)"
      }
    }
    if !line.isEmpty { lines.append(line) }
    let blank = String(repeating: " ", count: indent)
    return lines.map { blank + ($0.hasSuffix(" ·") ? String($0.dropLast(2)) : $0) }
  }
}
