// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

/// Swift source with comments and strings blanked out, so that a search only finds code.
///
/// This is not a parser. Adoption only needs imports, declared classes and the ends of previews, and reports what is
/// ambiguous. The compiler decides what compiles.
struct SourceText: Hashable, Sendable {
  /// The original lines.
  let lines: [Substring]
  /// The same lines with comments and the contents of strings blanked, byte for byte.
  let code: [String]
  /// The contents of string literals, in order.
  let literals: [String]

  init(_ text: String) {
    var blanker = SourceBlanker(Array(text.utf8))
    let blanked = blanker.run()
    lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    code = String(decoding: blanked, as: UTF8.self).split(separator: "\n", omittingEmptySubsequences: false).map(
      String.init)
    literals = blanker.literals
  }

  /// Returns whether the code contains the word.
  func mentions(_ word: String) -> Bool { code.contains { $0.containsWord(word) } }
}

extension String {
  /// Returns whether the text contains `word` without a letter, digit or underscore next to it.
  func containsWord(_ word: String) -> Bool { firstRange(ofWord: word) != nil }

  func firstRange(ofWord word: String) -> Range<String.Index>? {
    var start = startIndex
    while let found = self[start...].firstRange(of: word) {
      let before = found.lowerBound == startIndex ? nil : self[index(before: found.lowerBound)]
      let after = found.upperBound == endIndex ? nil : self[found.upperBound]
      if ![before, after].contains(where: { $0?.isPartOfName == true }) { return found }
      start = found.upperBound
    }
    return nil
  }
}

extension Character {
  var isPartOfName: Bool { isLetter || isNumber || self == "_" }
}

/// Blanks the bytes in one pass. Comments nest; strings may be raw or multi-line and contain code in `\( )`.
private struct SourceBlanker {
  private let bytes: [UInt8]
  private var output: [UInt8]
  private var place = 0
  /// The number of strings around the current position, through their `\( )`.
  private var nesting = 0
  /// Deeper than handwritten code nests. Deeper interpolations count as text.
  private static let deepest = 64
  private(set) var literals: [String] = []

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
    output = bytes
  }

  mutating func run() -> [UInt8] {
    code(until: nil)
    return output
  }

  private func starts(with text: StaticString, at index: Int) -> Bool {
    let count = text.utf8CodeUnitCount
    guard index + count <= bytes.count else { return false }
    return (0..<count).allSatisfy { bytes[index + $0] == text.utf8Start[$0] }
  }

  private mutating func blank(_ count: Int) {
    for index in place..<min(place + count, bytes.count) where bytes[index] != UInt8(ascii: "\n") {
      output[index] = UInt8(ascii: " ")
    }
    place += count
  }

  private mutating func code(until close: UInt8?) {
    var depth = 0
    while place < bytes.count {
      let byte = bytes[place]
      if close != nil {
        if byte == UInt8(ascii: "(") { depth += 1 }
        if byte == UInt8(ascii: ")") {
          if depth == 0 { return }
          depth -= 1
        }
      }
      if starts(with: "//", at: place) {
        while place < bytes.count, bytes[place] != UInt8(ascii: "\n") { blank(1) }
      } else if starts(with: "/*", at: place) {
        comment()
      } else if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "#") {
        let hashes = hashCount()
        if place + hashes < bytes.count, bytes[place + hashes] == UInt8(ascii: "\"") {
          string(hashes)
        } else {
          // Skip all hashes at once, because counting them again at each one would take quadratic time.
          place += hashes
        }
      } else {
        place += 1
      }
    }
  }

  private mutating func comment() {
    var depth = 0
    repeat {
      if starts(with: "/*", at: place) {
        depth += 1
        blank(2)
      } else if starts(with: "*/", at: place) {
        depth -= 1
        blank(2)
      } else {
        blank(1)
      }
    } while depth > 0 && place < bytes.count
  }

  /// The number of hashes at the current position.
  private func hashCount() -> Int {
    var index = place
    while index < bytes.count, bytes[index] == UInt8(ascii: "#") { index += 1 }
    return index - place
  }

  private mutating func string(_ hashes: Int) {
    place += hashes
    let quotes = starts(with: "\"\"\"", at: place) ? 3 : 1
    place += quotes
    var literal: [UInt8] = []
    while place < bytes.count {
      if closes(quotes, hashes) {
        place += quotes + hashes
        break
      }
      if quotes == 1, bytes[place] == UInt8(ascii: "\n") { break }
      if bytes[place] == UInt8(ascii: "\\"), isEscape(hashes) {
        blank(1 + hashes)
        if place < bytes.count, bytes[place] == UInt8(ascii: "("), nesting < Self.deepest {
          place += 1
          nesting += 1
          code(until: UInt8(ascii: ")"))
          nesting -= 1
          place += 1
        } else {
          blank(1)
        }
      } else {
        literal.append(bytes[place])
        blank(1)
      }
    }
    literals.append(String(decoding: literal, as: UTF8.self))
  }

  private func closes(_ quotes: Int, _ hashes: Int) -> Bool {
    guard place + quotes + hashes <= bytes.count else { return false }
    return (0..<quotes).allSatisfy { bytes[place + $0] == UInt8(ascii: "\"") }
      && (0..<hashes).allSatisfy { bytes[place + quotes + $0] == UInt8(ascii: "#") }
  }

  private func isEscape(_ hashes: Int) -> Bool {
    place + hashes < bytes.count && (0..<hashes).allSatisfy { bytes[place + 1 + $0] == UInt8(ascii: "#") }
  }
}
