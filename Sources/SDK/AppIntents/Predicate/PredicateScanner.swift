// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

internal import ScreenTimeVocabulary

/// One word or sign of a predicate's format, with its column.
struct PredicateToken: Equatable {
  enum Kind: Equatable {
    case word(String)
    case text(String)
    case argument
    case options(String)
    case sign(String)
    case end
  }

  var kind: Kind
  var column: Int
}

/// Splits a format into tokens. Everything outside the grammar is named here, because its spelling decides.
struct PredicateScanner {
  private let characters: [Character]
  private var index = 0

  init(_ format: String) { characters = Array(format) }

  static func tokens(of format: String) throws(PredicateFault) -> [PredicateToken] {
    var scanner = PredicateScanner(format)
    var tokens: [PredicateToken] = []
    while true {
      let token = try scanner.next()
      tokens.append(token)
      if token.kind == .end { return tokens }
    }
  }

  private mutating func next() throws(PredicateFault) -> PredicateToken {
    while index < characters.count, characters[index].isWhitespace { index += 1 }
    let column = index + 1
    guard index < characters.count else { return PredicateToken(kind: .end, column: column) }
    let kind = try kind(startingWith: characters[index], column: column)
    return PredicateToken(kind: kind, column: column)
  }

  private mutating func kind(
    startingWith first: Character, column: Int
  ) throws(PredicateFault) -> PredicateToken.Kind {
    switch first {
    case "\"", "'": return .text(try quoted(by: first, column: column))
    case "%": return try argument(column)
    case "[": return .options(try options(column))
    case "(", ")", "{", "}", ",":
      index += 1
      return .sign(String(first))
    case "=", "!", "<", ">", "&", "|": return .sign(try sign(column))
    case "$": throw PredicateFault(.unsupported, column: column, "variables are not supported")
    case "+", "-", "*", "/", "^":
      throw PredicateFault(.unsupported, column: column, "arithmetic is not supported")
    case _ where first.isNumber: throw PredicateFault(.type, column: column, "a number is not a text")
    case _ where isWordCharacter(first):
      let start = index
      while index < characters.count, isWordCharacter(characters[index]) { index += 1 }
      return .word(String(characters[start..<index]))
    default: throw PredicateFault(.syntax, column: column, "“\(first)” is not expected")
    }
  }

  private func isWordCharacter(_ character: Character) -> Bool {
    character.isLetter || character.isNumber || ["_", ".", "@", "#"].contains(character)
  }

  private mutating func quoted(by quote: Character, column: Int) throws(PredicateFault) -> String {
    index += 1
    var text = ""
    while index < characters.count {
      let character = characters[index]
      index += 1
      if character == quote { return text }
      if character == "\\", index < characters.count {
        // `\*` keeps its backslash for LIKE; a quote or a backslash loses it.
        let escaped = characters[index]
        index += 1
        text += [quote, "\\"].contains(escaped) ? String(escaped) : "\\\(escaped)"
      } else {
        text.append(character)
      }
    }
    throw PredicateFault(.syntax, column: column, "the quoted text has no end")
  }

  private mutating func argument(_ column: Int) throws(PredicateFault) -> PredicateToken.Kind {
    index += 1
    guard index < characters.count else { throw PredicateFault(.syntax, column: column, "“%” has no letter") }
    defer { index += 1 }
    switch characters[index] {
    case "@": return .argument
    case "K", "k": throw PredicateFault(.unsupported, column: column, "key paths are not supported")
    default: throw PredicateFault(.type, column: column, "only %@ takes a text or a list of texts")
    }
  }

  private mutating func options(_ column: Int) throws(PredicateFault) -> String {
    let start = index + 1
    guard let end = characters[start...].firstIndex(of: "]") else {
      throw PredicateFault(.syntax, column: column, "“[” has no “]”")
    }
    index = end + 1
    let letters = String(characters[start..<end]).lowercased()
    guard ["c", "d", "cd", "dc"].contains(letters) else {
      throw PredicateFault(.unsupported, column: column, "the options may be [c], [d] or [cd]")
    }
    return letters
  }

  private mutating func sign(_ column: Int) throws(PredicateFault) -> String {
    for sign in ["==", "!=", "<>", "&&", "||", "<=", ">=", "=<", "=>", "=", "!", "<", ">"]
    where characters[index...].starts(with: sign) {
      index += sign.count
      if sign.contains(where: { "<>".contains($0) }), sign != "<>" {
        throw PredicateFault(.unsupported, column: column, "the order “\(sign)” is not supported")
      }
      return sign
    }
    throw PredicateFault(.syntax, column: column, "“\(characters[index])” is not expected")
  }
}
