// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

/// The rules of widgets, Focus and notifications, which their own pages list in tables, with the tests that name them.
struct PageRules {
  struct Chapter: Equatable {
    var title: String
    /// The letters before the number of an id.
    var prefix: String
    /// The number of the last rule.
    var last: Int
  }

  static let chapters = [
    Chapter(title: "Widgets", prefix: "WIDGET-W", last: 46), Chapter(title: "Focus", prefix: "FOCUS-F", last: 22),
    Chapter(title: "Notifications", prefix: "FOCUS-N", last: 10),
  ]

  private let statements: [String: String]
  private let proofs: [String: [NamedTest]]

  /// - Parameter pages: the texts of the pages.
  init(pages: [String], tests: [NamedTest]) {
    statements = Dictionary(
      pages.flatMap { page in
        page.matches(of: /\| <a id="[a-z0-9-]+"><\/a>([A-Z]+-[A-Z][0-9]+) \| (.+) \|/).map {
          (String($0.output.1), String($0.output.2))
        }
      }
    ) { first, _ in first }
    var proofs: [String: [NamedTest]] = [:]
    for test in tests {
      for id in IdentifierBook.mentions(in: test.name) { proofs[id, default: []].append(test) }
    }
    self.proofs = proofs.mapValues { $0.sorted { ($0.target, $0.name) < ($1.target, $1.name) } }
  }

  static func current(tests: [NamedTest]) throws -> PageRules {
    PageRules(
      pages: try Repository.files(in: "docs", endings: ["md"]).filter { $0 != "docs/rules.md" }.map(Repository.text),
      tests: tests)
  }

  private static func ids(of chapter: Chapter) -> [String] {
    (1...chapter.last).map { chapter.prefix + "\($0)" }
  }

  /// Rules that no page states.
  var unstated: [String] { Self.chapters.flatMap(Self.ids).filter { statements[$0] == nil } }

  /// Rules that no test names.
  var unproved: [String] { Self.chapters.flatMap(Self.ids).filter { proofs[$0] == nil } }

  var markdown: String {
    Self.chapters.map { chapter in
      "\n## \(chapter.title)\n\n| rule | statement | tests |\n|---|---|---|\n"
        + Self.ids(of: chapter).map { id in
          "| \(id) | \(statements[id] ?? "") | \(RulePage.cell(proofs[id] ?? [])) |\n"
        }.joined()
    }.joined()
  }
}
