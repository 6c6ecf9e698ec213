// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

/// Links within the repository point to an existing file, and to a heading or an anchor in it.
@Suite struct LinkTests {
  static let pages =
    Repository.files(in: "docs", endings: ["md"])
    + Repository.files(in: "Sources", endings: ["md"]).filter { $0.contains(".docc/") }
    + [
      "README.md", "ARCHITECTURE.md", "SECURITY.md", "CHANGELOG.md", "BENCHMARKS.md", "CONTRIBUTING.md",
      "CODE_OF_CONDUCT.md",
    ]

  @Test(arguments: pages) func `every link leads to an existing page and anchor`(page: String) throws {
    for link in Self.links(in: try Repository.text(page)) where !link.contains("://") {
      let parts = link.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
      let file = parts[0].isEmpty ? page : Self.path(parts[0], from: page)
      let place = Repository.root.appending(path: file).path
      guard FileManager.default.fileExists(atPath: place) else {
        Issue.record("\(page) links to \(link), which does not exist")
        continue
      }
      guard parts.count == 2 else { continue }
      #expect(Self.places(in: try Repository.text(file)).contains(parts[1]), "\(page) links to \(link)")
    }
  }

  @Test func `docs/README.md links to every page of docs`() throws {
    let linked = Set(Self.links(in: try Repository.text("docs/README.md")).map { $0.prefix { $0 != "#" } })
    for page in Repository.files(in: "docs", endings: ["md"]) where page != "docs/README.md" {
      #expect(linked.contains(page.dropFirst("docs/".count)), "\(page)")
    }
  }

  @Test func `the README is short and has a picture`() throws {
    let text = try Repository.text("README.md")
    #expect(text.split(separator: "\n", omittingEmptySubsequences: false).count <= 121)
    let pictures = Self.links(in: text).filter { $0.hasSuffix(".png") }
    #expect(!pictures.isEmpty)
    for picture in pictures {
      let bytes = try Data(contentsOf: Repository.root.appending(path: picture))
      #expect(bytes.starts(with: [0x89, 0x50, 0x4E, 0x47]), "\(picture)")
    }
  }

  @Test func `every docs anchor named in a comment exists`() throws {
    let sources = ["Sources", "Tests"].flatMap { Repository.files(in: $0, endings: ["swift", "c", "h"]) }
    for file in sources where !file.hasPrefix("Tests/RepositoryTests/") {
      for match in try Repository.text(file).matches(of: /`([a-z-]+\.md)#([a-z0-9-]+)`/) {
        let text = (try? Repository.text("docs/\(match.output.1)")) ?? ""
        #expect(Self.places(in: text).contains(String(match.output.2)), "\(file) names \(match.output.0)")
      }
    }
  }

  @Test func `every page named in a source exists`() throws {
    for file in Repository.files(in: "Sources", endings: ["swift", "c", "h"]) {
      for match in try Repository.text(file).matches(of: /\b[A-Za-z][A-Za-z-]*\.md\b/) {
        let places = ["docs/\(match.output)", String(match.output)].map { Repository.root.appending(path: $0).path }
        #expect(places.contains(where: FileManager.default.fileExists), "\(file) names \(match.output)")
      }
    }
  }

  // MARK: - Markdown

  /// The targets of links and pictures outside code.
  private static func links(in text: String) -> [String] {
    var isCode = false
    return text.split(separator: "\n").flatMap { line -> [String] in
      if line.hasPrefix("```") { isCode.toggle() }
      if isCode { return [] }
      let prose = line.replacing(/`[^`]*`/, with: "`")
      let pictures = prose.matches(of: /<img src="([^"]+)"/).map { String($0.output.1) }
      return prose.matches(of: /\]\(([^() ]+)\)/).map { String($0.output.1) } + pictures
    }
  }

  /// Headings with the names GitHub gives them, and explicit anchors.
  private static func places(in text: String) -> Set<String> {
    var isCode = false
    var places = Set(text.matches(of: /<a id="([^"]+)">/).map { String($0.output.1) })
    for line in text.split(separator: "\n") {
      if line.hasPrefix("```") { isCode.toggle() }
      guard !isCode, line.hasPrefix("#") else { continue }
      let title = line.drop { $0 == "#" || $0 == " " }.lowercased()
      places.insert(
        String(title.filter { $0.isLetter || $0.isNumber || " -_".contains($0) }.map { $0 == " " ? "-" : $0 }))
    }
    return places
  }

  private static func path(_ link: String, from page: String) -> String {
    var parts = page.split(separator: "/").dropLast().map(String.init)
    for part in link.split(separator: "/") {
      if part == ".." { _ = parts.popLast() } else if part != "." { parts.append(String(part)) }
    }
    return parts.joined(separator: "/")
  }
}
