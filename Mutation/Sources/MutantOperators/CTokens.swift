// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

/// A token of a C file. Comments, preprocessor lines and the space between tokens are left out.
struct CToken: Equatable {
  enum Kind { case word, number, text, sign }

  var kind: Kind
  var text: String
  var range: Range<Int>

  static func tokens(of source: SourceText) -> [CToken] {
    var reader = Reader(bytes: source.bytes)
    var tokens: [CToken] = []
    while let (kind, range) = reader.next() {
      tokens.append(CToken(kind: kind, text: source.text(range), range: range))
    }
    return tokens
  }
}

private struct Reader {
  let bytes: [UInt8]
  var at = 0
  var isLineStart = true

  private static let signs = [
    "<<=", ">>=", "...", "->", "++", "--", "<<", ">>", "<=", ">=", "==", "!=", "&&", "||", "+=", "-=", "*=", "/=", "%=",
    "&=", "|=", "^=",
  ].map { Array($0.utf8) }

  mutating func next() -> (CToken.Kind, Range<Int>)? {
    skipSpace()
    guard at < bytes.count else { return nil }
    let start = at
    isLineStart = false
    let first = bytes[at]
    if Self.isLetter(first) {
      advance { Self.isLetter($0) || Self.isDigit($0) }
      return (.word, start..<at)
    }
    if Self.isDigit(first) {
      advance { Self.isLetter($0) || Self.isDigit($0) || $0 == UInt8(ascii: ".") }
      return (.number, start..<at)
    }
    if first == UInt8(ascii: "\"") || first == UInt8(ascii: "'") {
      at += 1
      while at < bytes.count, bytes[at] != first { at += bytes[at] == UInt8(ascii: "\\") ? 2 : 1 }
      at = min(at + 1, bytes.count)
      return (.text, start..<at)
    }
    at += Self.signs.first { bytes[at...].starts(with: $0) }?.count ?? 1
    return (.sign, start..<at)
  }

  private mutating func skipSpace() {
    while at < bytes.count {
      if bytes[at...].starts(with: "//".utf8) {
        advance { $0 != UInt8(ascii: "\n") }
      } else if bytes[at...].starts(with: "/*".utf8) {
        at += 2
        while at < bytes.count, !bytes[at...].starts(with: "*/".utf8) { at += 1 }
        at = min(at + 2, bytes.count)
      } else if bytes[at] == UInt8(ascii: "#"), isLineStart {
        // A directive goes on after a line that ends with a backslash.
        repeat {
          advance { $0 != UInt8(ascii: "\n") }
          at += 1
        } while at < bytes.count && bytes[at - 2] == UInt8(ascii: "\\")
        at = min(at, bytes.count)
      } else if bytes[at] == UInt8(ascii: "\n") {
        isLineStart = true
        at += 1
      } else if bytes[at] == UInt8(ascii: " ") || bytes[at] == UInt8(ascii: "\t") {
        at += 1
      } else {
        return
      }
    }
  }

  private mutating func advance(while condition: (UInt8) -> Bool) {
    while at < bytes.count, condition(bytes[at]) { at += 1 }
  }

  private static func isLetter(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: "_") || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
  }

  private static func isDigit(_ byte: UInt8) -> Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }
}
