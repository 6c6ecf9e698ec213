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
    var rest = pool.map { (file: $0, names: SourceOffers($0.text)) }
    var added = sources
    var declared = Set(sources.flatMap { SourceOffers($0.text).types })
    while !added.isEmpty {
      let mentioning = added
      added = rest.filter { one in
        one.names.all.contains { name in mentioning.contains { $0.text.mentions(name) } }
          || !declared.isDisjoint(with: one.names.extended)
      }.map(\.file)
      rest.removeAll { one in added.contains { $0.path == one.file.path } }
      declared.formUnion(added.flatMap { SourceOffers($0.text).types })
      taken += added
    }
    return taken.map(\.path)
  }
}
