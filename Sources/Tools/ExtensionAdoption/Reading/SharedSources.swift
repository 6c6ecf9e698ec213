// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

/// Files that lie beside several extensions, and which of them one extension needs: those that declare what it names.
///
/// A project says so itself; this is for folders without one, where the app's own files lie beside the shared ones.
struct SharedSources {
  private let pool: [SwiftSource]

  init(_ pool: [SwiftSource]) { self.pool = pool.filter { !$0.hasMain } }

  /// Paths of the files, those that other needed files need included.
  func needed(by sources: [SwiftSource]) -> [String] {
    var taken: [SwiftSource] = []
    var rest = pool
    var added = sources
    while !added.isEmpty {
      let mentioning = added
      added = rest.filter { file in file.offers.contains { name in mentioning.contains { $0.text.mentions(name) } } }
      rest.removeAll { one in added.contains { $0.path == one.path } }
      taken += added
    }
    return taken.map(\.path)
  }
}

extension SwiftSource {
  /// The names that others may use of it: its types; of a file that only extends other types, what it adds to them.
  fileprivate var offers: [String] {
    guard declarations.isEmpty else { return declarations.map(\.name) }
    return text.code.flatMap { line -> [String] in
      let words = line.split(whereSeparator: { !$0.isPartOfName })
      return words.indices.dropLast().filter { ["let", "var", "func", "typealias"].contains(words[$0]) }
        .map { String(words[$0 + 1]) }
    }
  }
}
