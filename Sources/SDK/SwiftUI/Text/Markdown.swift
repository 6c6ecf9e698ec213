// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

/// The supported Markdown in a key: `**bold**`, `*italic*`, `` `code` ``, `~~strike~~` (VIEW-6).
///
/// Links lose their target. `^[7 apps](inflect: true)` loses its markup; the only inflection is the regular English
/// plural after a number.
struct Markdown {
  struct Run: Equatable {
    var text: String
    var isBold = false
    var isItalic = false
    var isCode = false
    var isStruck = false
  }

  /// The runs of `source`. An unmatched mark is an ordinary character.
  static func runs(of source: String) -> [Run] {
    var runs: [Run] = []
    parse(Substring(withoutLinks(source)), as: Run(text: ""), into: &runs)
    return runs
  }

  private static func parse(_ source: Substring, as style: Run, into runs: inout [Run]) {
    var plain = ""
    var rest = source
    while let first = rest.first {
      if let (mark, inner, after) = span(in: rest) {
        append(plain, as: style, to: &runs)
        plain = ""
        var innerStyle = style
        switch mark {
        case "**", "__": innerStyle.isBold = true
        case "~~": innerStyle.isStruck = true
        case "`": innerStyle.isCode = true
        default: innerStyle.isItalic = true
        }
        if mark == "`" {
          append(String(inner), as: innerStyle, to: &runs)
        } else {
          parse(inner, as: innerStyle, into: &runs)
        }
        rest = after
      } else {
        plain.append(first)
        rest = rest.dropFirst()
      }
    }
    append(plain, as: style, to: &runs)
  }

  private static func span(in text: Substring) -> (mark: String, inner: Substring, after: Substring)? {
    guard let mark = ["**", "~~", "`", "*"].first(where: { text.hasPrefix($0) }) else { return nil }
    let body = text.dropFirst(mark.count)
    guard let first = body.first, !first.isWhitespace, let end = body.firstRange(of: mark) else { return nil }
    let inner = body[..<end.lowerBound]
    guard !inner.isEmpty, inner.last?.isWhitespace == false else { return nil }
    return (mark, inner, body[end.upperBound...])
  }

  private static func append(_ text: String, as style: Run, to runs: inout [Run]) {
    guard !text.isEmpty else { return }
    var run = style
    run.text = text
    runs.append(run)
  }

  private static func withoutLinks(_ source: String) -> String {
    guard source.contains("](") else { return source }
    return source.replacing(/(\^?)\[([^\]]*)\]\(([^)]*)\)/) { match in
      match.output.1.isEmpty || !match.output.3.contains("inflect")
        ? String(match.output.2) : inflected(String(match.output.2))
    }
  }

  private static func inflected(_ text: String) -> String {
    guard let match = text.wholeMatch(of: /([0-9]+)(\s+(?:[A-Za-z]+\s+)*)([A-Za-z]+)/), match.output.1 != "1" else {
      return text
    }
    let word = String(match.output.3)
    return "\(match.output.1)\(match.output.2)\(plural(of: word))"
  }

  private static func plural(of word: String) -> String {
    if ["s", "x", "z", "ch", "sh"].contains(where: word.hasSuffix) { return word + "es" }
    guard word.hasSuffix("y"), let before = word.dropLast().last, !"aeiou".contains(before) else { return word + "s" }
    return word.dropLast() + "ies"
  }
}
