// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

/// Text for a person, in which the names of items, families and controls are marked: they come from elsewhere, so a page
/// isolates them from the text around them and can hide them.
package struct Phrase: Codable, Hashable, Sendable, ExpressibleByStringInterpolation {
  package struct Part: Codable, Hashable, Sendable {
    package var text: String
    /// Whether the text is a name from elsewhere.
    package var isName: Bool
  }

  package private(set) var parts: [Part]

  /// Joins neighbouring parts that are not names, so that equal text has equal parts.
  package init(_ parts: [Part]) {
    self.parts = parts.reduce(into: []) { joined, part in
      guard !part.text.isEmpty else { return }
      if let last = joined.last, !last.isName, !part.isName {
        joined[joined.count - 1].text += part.text
      } else {
        joined.append(part)
      }
    }
  }

  package init(stringLiteral text: String) { self.init([Part(text: text, isName: false)]) }

  package init(_ text: String) { self.init(stringLiteral: text) }

  package init(stringInterpolation: StringInterpolation) { self.init(stringInterpolation.parts) }

  /// A name from elsewhere.
  package static func name(_ text: String) -> Phrase { Phrase([Part(text: text, isName: true)]) }

  package static func + (left: Phrase, right: Phrase) -> Phrase { Phrase(left.parts + right.parts) }

  package static func list(_ phrases: [Phrase], separator: String = ", ") -> Phrase {
    Phrase(phrases.enumerated().flatMap { ($0.offset == 0 ? Phrase("") : Phrase(separator)).parts + $0.element.parts })
  }

  package var isEmpty: Bool { parts.isEmpty }
  package var text: String { parts.map(\.text).joined() }

  package struct StringInterpolation: StringInterpolationProtocol {
    fileprivate var parts: [Part] = []

    package init(literalCapacity: Int, interpolationCount: Int) {}

    package mutating func appendLiteral(_ literal: String) { parts.append(Part(text: literal, isName: false)) }
    package mutating func appendInterpolation(_ number: some BinaryInteger) { appendLiteral("\(number)") }
    /// Text of the host's own.
    package mutating func appendInterpolation(_ text: String) { appendLiteral(text) }
    package mutating func appendInterpolation(_ phrase: Phrase) { parts += phrase.parts }
    /// Text from elsewhere.
    package mutating func appendInterpolation(name: String) { parts.append(Part(text: name, isName: true)) }
  }
}
