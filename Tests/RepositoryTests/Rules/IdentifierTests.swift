// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

/// Every id cited by a source, a test or a page is defined in docs/ with a sentence.
@Suite struct IdentifierTests {
  private static let sources =
    Repository.files(in: "Sources", endings: ["swift", "c", "h", "md", "json"])
    + Repository.files(in: "Tests", endings: ["swift", "c", "h", "tsv"]).filter {
      !$0.contains("RepositoryTests/Rules")
    }
  private static let pages =
    Repository.files(in: "docs", endings: ["md"])
    + ["README.md", "ARCHITECTURE.md", "SECURITY.md", "CHANGELOG.md"]

  @Test func `the page of ids matches the generated one`() throws {
    let page = try IdentifierBook.current().markdown
    if ProcessInfo.processInfo.environment["SALLYPORT_UPDATE_RULES"] == "1" {
      try Data(page.utf8).write(to: Repository.root.appending(path: "docs/ids.md"))
    }
    let isCurrent = try Repository.text("docs/ids.md") == page
    #expect(isCurrent, "docs/ids.md differs from docs/ids.tsv; update it with: make rules")
  }

  @Test func `defines each id once`() throws {
    let anchors = try Self.pages.flatMap { IdentifierBook.anchors(in: try Repository.text($0)) }
    let twice = Dictionary(grouping: anchors) { $0 }.filter { $1.count > 1 }.keys.sorted()
    #expect(twice.filter { $0.wholeMatch(of: IdentifierBook.form) != nil } == [])
  }

  @Test func `every cited id has an anchor in docs`() throws {
    let known = Set(try Self.pages.flatMap { IdentifierBook.anchors(in: try Repository.text($0)) })
    for file in Self.sources + Self.pages {
      let unknown = IdentifierBook.mentions(in: try Repository.text(file)).subtracting(known).sorted()
      #expect(unknown == [], "\(file)")
    }
  }

  @Test func `no id and no pointer leads out of the repository`() throws {
    for file in Self.sources where file.hasSuffix(".swift") || file.hasSuffix(".c") || file.hasSuffix(".h") {
      let text = try Repository.text(file)
      #expect(Self.foreign(in: text) == [], "\(file)")
    }
  }

  /// A rule may stand in a literal of its own, as a link for programs; people read sentences.
  @Test func `no text of a program holds an id`() throws {
    for file in Self.sources where file.hasPrefix("Sources/") && (file.hasSuffix(".swift") || file.hasSuffix(".json")) {
      for text in Self.literals(in: try Repository.text(file)) where text.wholeMatch(of: IdentifierBook.form) == nil {
        #expect(IdentifierBook.mentions(in: text) == [] && Self.foreign(in: text) == [], "\(file): \(text)")
        #expect(!text.contains(/\.md §/), "\(file): \(text)")
      }
    }
  }

  @Test(arguments: [
    (#"say("taken (SF2)") // "PRIV-SF2" in a comment"#, ["taken (SF2)"]), (#"a("x \" y", "z")"#, [#"x \" y"#, "z"]),
    (#"  /// "none""#, []), (#"open("http://a") + "b""#, ["http://a", "b"]),
  ])
  func `finds the literals of a line`(line: String, literals: [String]) {
    #expect(Self.literals(in: line) == literals)
  }

  // Compiled once, since they are used for every text of the repository.
  private nonisolated(unsafe) static let books = /(?:^|[^\w-])(?:CS|FP|LG|MT|SE|SF|TK)[1-9][0-9]?\b/
  private nonisolated(unsafe) static let chapters = /(?:^|[^\w-])(?:AW|CLK|GRT|ID|SMP|USE)-[1-9][0-9]?\b/
  private nonisolated(unsafe) static let pointers =
    /\b(?:protocol|linux|developer-loop|architecture|widgets-focus|console)\.md\b/
  private nonisolated(unsafe) static let literal = /\/\/.*|"((?:[^"\\]|\\.)*)"/

  /// Ids of the forms before the books had prefixes, and pages that are not in the repository.
  private static func foreign(in text: String) -> [String] {
    (text.matches(of: books) + text.matches(of: chapters) + text.matches(of: pointers)).map { String($0.output) }
  }

  /// The content of each literal that ends on its line, outside comments.
  private static func literals(in text: String) -> [String] {
    text.split(separator: "\n").flatMap { line in
      line.matches(of: literal).compactMap { $0.output.1.map(String.init) }
    }
  }

  // MARK: - Reading

  @Test(arguments: [
    ("shown only sealed (PRIV-TK4), see WIRE-S3.", ["PRIV-TK4", "WIRE-S3"]),
    ("VIEW-14–VIEW-16", ["VIEW-14", "VIEW-16"]), ("PREVIEW-1, LIVEWIRE-2 and VIEW-", []),
  ])
  func `finds the ids in a text`(text: String, ids: [String]) {
    #expect(IdentifierBook.mentions(in: text).sorted() == ids)
  }

  @Test(arguments: [
    "VIEW-1\tone", "## Views\tviews.md\nVIEW-1", "## V\tv.md\nVIEW-1\ta\nVIEW-1\tb", "## V\tv.md\nV1\ta",
  ])
  func `refuses a malformed list`(table: String) {
    #expect(throws: IdentifierBook.Malformed.self) { try IdentifierBook(table: table) }
  }
}
