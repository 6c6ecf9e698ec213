// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

/// Selects the files shared by several extensions that one extension needs, because they declare names it mentions.
///
/// In a project, the targets list their files. This is for folders without a project, where the app's own files are
/// mixed with the shared ones.
struct SharedSources {
  private let pool: [SwiftSource]

  init(_ pool: [SwiftSource]) { self.pool = pool.filter { !$0.hasMain } }

  /// The paths of the needed files, including those that other needed files need.
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
  /// The names that the file provides: its types or, if it only extends other types, its members.
  fileprivate var offers: [String] {
    guard declarations.isEmpty else { return declarations.map(\.name) }
    return text.code.flatMap { line -> [String] in
      let words = line.split(whereSeparator: { !$0.isPartOfName })
      return words.indices.dropLast().filter { ["let", "var", "func", "typealias"].contains(words[$0]) }
        .map { String(words[$0 + 1]) }
    }
  }
}
