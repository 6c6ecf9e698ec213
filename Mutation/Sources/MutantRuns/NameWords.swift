// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

/// The words of a name in camel case, in the singular: `ReportQueriesTests` has `report`, `querie` and `test`.
///
/// They only decide which suites run first, so a word that is no longer English does no harm.
package struct NameWords: Sendable {
  package private(set) var words: Set<String> = []

  package init(_ names: Substring...) {
    for name in names {
      var word = ""
      for character in name {
        if !character.isLowercase { take(&word) }
        if character.isLetter { word += character.lowercased() }
      }
      take(&word)
    }
  }

  /// Drops short words, such as “of”, which occur in too many names.
  private mutating func take(_ word: inout String) {
    if word.hasSuffix("s") { word.removeLast() }
    if word.count > 3 { words.insert(word) }
    word = ""
  }

  package func share(with other: NameWords) -> Bool { !words.isDisjoint(with: other.words) }

  package func without(_ word: String) -> NameWords {
    var copy = self
    copy.words.remove(word)
    return copy
  }
}
