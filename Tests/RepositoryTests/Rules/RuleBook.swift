// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

/// The rules listed in docs/rules.tsv, each of which a test can prove.
struct RuleBook {
  struct Rule: Equatable {
    var id: String
    var statement: String
    var source: String
  }

  struct Chapter: Equatable {
    var title: String
    var rules: [Rule]
  }

  /// A line that is not a heading, a comment or three cells.
  struct Malformed: Error, CustomStringConvertible {
    var line: Int
    var reason: String
    var description: String { "docs/rules.tsv line \(line) \(reason)" }
  }

  let chapters: [Chapter]

  var rules: [Rule] { chapters.flatMap(\.rules) }

  init(table: String) throws {
    var chapters: [Chapter] = []
    var known: Set<String> = []
    for (index, line) in table.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
      if line.hasPrefix("## ") {
        chapters.append(Chapter(title: String(line.dropFirst(3)), rules: []))
        continue
      }
      if line.isEmpty || line.hasPrefix("#") { continue }
      let cells = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
      guard cells.count == 3, !cells.contains(""), !chapters.isEmpty else {
        throw Malformed(line: index + 1, reason: "is not id, statement and source below a heading")
      }
      guard RuleID(cells[0]) != nil else { throw Malformed(line: index + 1, reason: "has no id: \(cells[0])") }
      guard known.insert(cells[0]).inserted else {
        throw Malformed(line: index + 1, reason: "repeats \(cells[0])")
      }
      chapters[chapters.count - 1].rules.append(Rule(id: cells[0], statement: cells[1], source: cells[2]))
    }
    self.chapters = chapters
  }

  static func current() throws -> RuleBook { try RuleBook(table: Repository.text("docs/rules.tsv")) }
}
