// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

/// The Markdown within a line: `**bold**`, `*italic*`, `` `code` ``, `~~strike~~`, their spellings with underscores, and
/// links (VIEW-6).
///
/// `^[7 apps](inflect: true)` loses its markup; the only inflection is the regular English plural after a number.
package struct Markdown {
  package struct Run: Equatable {
    package var text: String
    package var isBold = false
    package var isItalic = false
    package var isCode = false
    package var isStruck = false
    package var link: String?

    package init(text: String) { self.text = text }
  }

  /// The runs of `source`. An unmatched mark is an ordinary character.
  ///
  /// - Parameter followsLinks: whether a link keeps its target; otherwise it is its words.
  package static func runs(of source: String, followsLinks: Bool = false) -> [Run] {
    var parser = Markdown(followsLinks: followsLinks)
    parser.parse(Substring(inflected(source)), as: Run(text: ""))
    return parser.runs
  }

  /// A text that is read as itself.
  package static func escaped(_ text: String) -> String {
    guard text.contains(where: { "*_~`[\\".contains($0) }) else { return text }
    return text.reduce(into: "") { result, character in
      if "*_~`[\\".contains(character) { result.append("\\") }
      result.append(character)
    }
  }

  private let followsLinks: Bool
  private var runs: [Run] = []

  private init(followsLinks: Bool) { self.followsLinks = followsLinks }

  private mutating func parse(_ source: Substring, as style: Run) {
    var plain = ""
    var rest = source
    while let first = rest.first {
      if first == "\\", let next = rest.dropFirst().first, Self.escapable.contains(next) {
        plain.append(next)
        rest = rest.dropFirst(2)
      } else if let (words, target, after) = Self.link(in: rest) {
        append(plain, as: style)
        plain = ""
        var inner = style
        if followsLinks { inner.link = String(target) }
        parse(words, as: inner)
        rest = after
      } else if let (mark, inner, after) = Self.span(in: rest, after: plain.last) {
        append(plain, as: style)
        plain = ""
        var innerStyle = style
        switch mark {
        case "**", "__": innerStyle.isBold = true
        case "~~": innerStyle.isStruck = true
        case "`": innerStyle.isCode = true
        default: innerStyle.isItalic = true
        }
        if mark == "`" {
          append(String(inner), as: innerStyle)
        } else {
          parse(inner, as: innerStyle)
        }
        rest = after
      } else {
        plain.append(first)
        rest = rest.dropFirst()
      }
    }
    append(plain, as: style)
  }

  private mutating func append(_ text: String, as style: Run) {
    guard !text.isEmpty else { return }
    var run = style
    run.text = text
    runs.append(run)
  }

  private static let escapable: Set<Character> = [
    "*", "_", "`", "~", "[", "]", "\\", "#", "(", ")", "-", "+", ".", "!",
  ]

  /// A mark with the text up to its counterpart. An underscore within a word is an ordinary character.
  private static func span(
    in text: Substring, after previous: Character?
  ) -> (mark: String, inner: Substring, after: Substring)? {
    guard let mark = ["**", "__", "~~", "`", "*", "_"].first(where: { text.hasPrefix($0) }) else { return nil }
    let isWordBound = mark.hasPrefix("_")
    if isWordBound, let previous, previous.isLetter || previous.isNumber { return nil }
    let body = text.dropFirst(mark.count)
    guard let first = body.first, !first.isWhitespace else { return nil }
    var search = body
    while let end = search.firstRange(of: mark) {
      let (inner, after) = (body[..<end.lowerBound], body[end.upperBound...])
      let endsWord = !isWordBound || after.first.map { !$0.isLetter && !$0.isNumber } ?? true
      if !inner.isEmpty, inner.last?.isWhitespace == false, endsWord { return (mark, inner, after) }
      guard isWordBound else { return nil }
      search = after
    }
    return nil
  }

  /// `[words](target)`.
  private static func link(in text: Substring) -> (words: Substring, target: Substring, after: Substring)? {
    guard text.first == "[", let middle = text.firstRange(of: "]("),
      let end = text[middle.upperBound...].firstIndex(of: ")")
    else { return nil }
    let words = text[text.index(after: text.startIndex)..<middle.lowerBound]
    guard !words.contains("[") else { return nil }
    return (words, text[middle.upperBound..<end], text[text.index(after: end)...])
  }

  // MARK: - Inflection

  private static func inflected(_ source: String) -> String {
    guard source.contains("^[") else { return source }
    return source.replacing(/\^\[([^\]]*)\]\(([^)]*)\)/) { match in
      let words = String(match.output.1)
      return match.output.2.contains("inflect") ? plural(after: words) : words
    }
  }

  private static func plural(after text: String) -> String {
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
