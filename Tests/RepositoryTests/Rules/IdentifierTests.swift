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

  /// Ids in other forms stay until their files are revised; their number may only decrease.
  @Test func `the number of ids and pointers that lead out of the repository does not grow`() throws {
    var count = 0
    for file in Self.sources where file.hasSuffix(".swift") || file.hasSuffix(".c") || file.hasSuffix(".h") {
      let text = try Repository.text(file)
      count += text.matches(of: /(?:^|[^\w-])(?:CS|FP|LG|MT|SE|SF|TK)[1-9][0-9]?\b/).count
      count += text.matches(of: /(?:^|[^\w-])(?:AW|CLK|GRT|ID|SMP|USE)-[1-9][0-9]?\b/).count
      count += text.matches(of: /\b(?:protocol|linux|developer-loop|architecture|widgets-focus|console)\.md\b/).count
    }
    #expect(count <= Self.mostUnresolved, "\(count)")
  }

  private static let mostUnresolved = 533

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
