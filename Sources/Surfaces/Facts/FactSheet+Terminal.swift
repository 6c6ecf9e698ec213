// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

extension FactSheet {
  /// The sheet as lines of text.
  ///
  /// - Parameter columns: where lines are broken, at least 40.
  package func terminal(columns: Int) -> String {
    let columns = max(40, columns)
    let indent = (facts.map(\.term.count).max() ?? 0) + 3
    var lines = ["\(Self.safe(title).uppercased()), \(when)"]
    lines += Self.lines(of: standing, columns: columns, indent: 0)
    lines.append("")
    for fact in facts {
      let phrases = fact.phrases.isEmpty ? ["nothing"] : fact.phrases
      // What goes on in another line stands further in, so that each phrase is seen to begin.
      let body = phrases.map(Self.safe).flatMap { phrase in
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
      lines.append("\(act.what)\(String(repeating: " ", count: widest - act.what.count))   \(act.command)")
    }
    return lines.joined(separator: "\n")
  }

  /// Names come from elsewhere: nothing in them may steer the terminal.
  private static func safe(_ text: String) -> String {
    String(String.UnicodeScalarView(text.unicodeScalars.filter { !CheckedText.isRefused($0) }))
  }

  /// Phrases one after another, broken between words, a dot between two that share a line.
  private static func lines(of phrases: [String], columns: Int, indent: Int) -> [String] {
    let words = phrases.enumerated().flatMap { index, phrase in
      (index == 0 ? [] : ["·"]) + phrase.split(separator: " ").map(String.init)
    }
    var lines: [String] = []
    var line = ""
    for word in words {
      if !line.isEmpty, line.count + 1 + word.count > columns {
        lines.append(line)
        // A line doesn't begin with what joins two phrases.
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
