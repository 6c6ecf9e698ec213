// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

/// A localisation key with placeholders, and the values for them.
package struct LocalizationPattern<Value> {
  package var key = ""
  package var values: [Value] = []

  package init() {}

  /// Appends text, doubling per cent signs so that they are not read as placeholders. A key without values is used as
  /// it is, so it must not be escaped.
  package mutating func appendLiteral(_ literal: String) {
    key += literal.replacing("%", with: "%%")
  }

  package mutating func append(_ placeholder: String, _ value: Value) {
    key += placeholder
    values.append(value)
  }

  /// A part of a text: literal words, or a value.
  package enum Piece {
    case words(String)
    case value(Value)
  }

  /// The parts of a translation, with values inserted at its placeholders, in order or by their numbers (`%2$@`).
  package func pieces(of translation: String) -> [Piece] {
    var pieces: [Piece] = []
    var words = ""
    var rest = Substring(translation)
    var next = 0
    while let percent = rest.firstIndex(of: "%") {
      words += rest[..<percent]
      rest = rest[rest.index(after: percent)...]
      if rest.first == "%" {
        words += "%"
        rest = rest.dropFirst()
        continue
      }
      let digits = rest.prefix { $0.isASCII && $0.isNumber }
      if let number = Int(digits), rest.dropFirst(digits.count).first == "$" {
        next = number - 1
        rest = rest.dropFirst(digits.count + 1)
      }
      let end = rest.firstIndex { $0 == "@" || $0.isLetter && $0 != "l" } ?? rest.endIndex
      rest = end == rest.endIndex ? "" : rest[rest.index(after: end)...]
      guard values.indices.contains(next) else { continue }
      if !words.isEmpty { pieces.append(.words(words)) }
      words = ""
      pieces.append(.value(values[next]))
      next += 1
    }
    words += rest
    if !words.isEmpty { pieces.append(.words(words)) }
    return pieces
  }
}

extension LocalizationPattern.Piece: Equatable where Value: Equatable {}
extension LocalizationPattern.Piece: Sendable where Value: Sendable {}
extension LocalizationPattern: Equatable where Value: Equatable {}
extension LocalizationPattern: Hashable where Value: Hashable {}
extension LocalizationPattern: Sendable where Value: Sendable {}
