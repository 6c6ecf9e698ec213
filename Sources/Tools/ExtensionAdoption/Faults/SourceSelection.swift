// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

/// Decides which faulty files an extension can do without: those that no other file of it mentions.
struct SourceSelection {
  let sources: [SwiftSource]
  /// The names that the extension starts from.
  let entries: Set<String>

  /// - Parameter faulty: The paths of files with faults.
  /// - Returns: The faulty files that can be left out. A faulty file mentioned only by such files is one too.
  func expendable(_ faulty: Set<String>) -> Set<String> {
    var left = Set(faulty)
    while true {
      let kept = sources.filter { !left.contains($0.path) }
      let needed = sources.filter { one in
        guard left.contains(one.path) else { return false }
        let offers = SourceOffers(one.text)
        return one.hasMain || !entries.isDisjoint(with: offers.types)
          || kept.contains { other in offers.all.contains { other.text.mentions($0) } }
      }
      if needed.isEmpty { break }
      left.subtract(needed.map(\.path))
    }
    return left.count == sources.count ? [] : left
  }
}
