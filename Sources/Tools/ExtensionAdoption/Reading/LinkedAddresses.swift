// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

/// Where the links of a widget may lead: the URL schemes and hosts in its string literals.
///
/// The manifest must list them, because a timeline with any other URL is refused. A URL that is put together from parts
/// without a literal scheme isn't found; its scheme has to be added to the manifest by hand.
struct LinkedAddresses: Hashable, Sendable {
  private(set) var schemes: [String] = []
  private(set) var hosts: [String] = []

  /// Schemes that no manifest may list.
  private static let refused: Set = ["javascript", "data", "file", "blob", "about", "http"]
  /// The most that a manifest may list of each.
  private static let most = 16

  init(_ sources: [SwiftSource]) {
    let urls = sources.flatMap(\.text.literals).compactMap {
      $0.prefixMatch(of: /([a-z][a-z0-9+.\-]{0,31}):\/\/([A-Za-z0-9.\-]*)/)?.output
    }
    let hosts = Set(urls.filter { $0.1 == "https" }.map { $0.2.lowercased() }.filter(Self.isHost))
    let schemes = Set(urls.map { String($0.1) }).subtracting(Self.refused).subtracting(["https"])
    self.schemes = Array(schemes.sorted().prefix(Self.most))
    self.hosts = Array(hosts.sorted().prefix(Self.most))
  }

  private static func isHost(_ text: String) -> Bool {
    text.utf8.count <= 253
      && text.split(separator: ".", omittingEmptySubsequences: false).allSatisfy { label in
        (1...63).contains(label.utf8.count) && !label.hasPrefix("-") && !label.hasSuffix("-")
      }
  }

  /// One sentence for the person who reads the manifest; `nil` if there are no links.
  var note: String? {
    let all = schemes.map { $0 + "://" } + hosts
    return all.isEmpty ? nil : "the manifest lets its widgets open \(all.joined(separator: ", "))"
  }
}
