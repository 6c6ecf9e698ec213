// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

/// `docs/console.tsv`: every act of a person, page and error code, with a test that shows it.
@Suite struct ConsoleBookTests {
  private struct Row {
    var kind: String
    var name: String
    var command: String?
    var control: String?
    var suite: String
    var test: String
  }

  private static func rows() throws -> [Row] {
    try Repository.text("docs/console.tsv").split(separator: "\n").filter { !$0.hasPrefix("#") }.map { line in
      let parts = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
      try #require(parts.count == (parts[0] == "act" ? 6 : 4), "\(line)")
      let isAct = parts[0] == "act"
      return Row(
        kind: parts[0], name: parts[1], command: isAct ? parts[2] : nil, control: isAct ? parts[3] : nil,
        suite: parts[parts.count - 2], test: parts[parts.count - 1])
    }
  }

  private static func names(_ kind: String) throws -> [String] { try rows().filter { $0.kind == kind }.map(\.name) }

  // MARK: - The tables are whole

  @Test func `the table has each act that the host reads, and no other (CON-44)`() throws {
    let source = try Repository.text("Sources/Host/HostCore/Messages/PersonOrder.swift")
    let words = try #require(source.firstMatch(of: /enum Word: String, WireWord \{([^}]*)\}/)).output.1
    #expect(Self.cases(in: words) == Set(try Self.names("act")))
  }

  @Test func `the table has each page, and no other (CON-44)`() throws {
    let source = try Repository.text("Sources/Host/Pages/Model/PageAddress.swift")
    let words = try #require(source.firstMatch(of: /enum Kind: [^{]*\{([^\/]*)\/\/\//)).output.1
    #expect(Self.cases(in: words) == Set(try Self.names("page")))
  }

  @Test func `the table has each code that the host or the console answers with, and no other (CON-44)`() throws {
    let host = try Repository.text("Sources/Host/HostCore/Driver/Console/HostCall.swift")
      .matches(of: /case \.\w+: "([a-z.A-Z]+)"/).map { String($0.output.1) }
    let refusals = try #require(
      Repository.text("Sources/Host/HostCore/Configuration/HostError.swift")
        .firstMatch(of: /enum Refusal: [^{]*\{([^}]*)\}/)
    ).output.1.split(separator: "\n").compactMap { line -> String? in
      let parts = line.split(separator: " ")
      guard parts.first == "case" else { return nil }
      return parts.count == 4 ? String(parts[3].dropFirst().dropLast()) : String(parts[1])
    }
    let console = try Repository.files(in: "Console/Sources/ConsoleServer", endings: ["swift"]).flatMap { file in
      try Repository.text(file).matches(
        of: /Refusal\(\d{3}, "([a-zA-Z.]+)"|code: "([a-zA-Z.]+)"|init\(\d{3}, "([a-zA-Z.]+)"/
      )
      .compactMap { ($0.output.1 ?? $0.output.2 ?? $0.output.3).map(String.init) }
    }
    #expect(Set(host + refusals + console) == Set(try Self.names("code")))
  }

  /// The names of the cases of an enumeration, without comments.
  private static func cases(in text: some StringProtocol) -> Set<String> {
    Set(
      text.split(separator: "\n").map { $0.drop { $0 == " " } }.filter { $0.hasPrefix("case ") }
        .flatMap { $0.dropFirst(5).split(separator: ",").map { $0.trimmingCharacters(in: .whitespaces) } })
  }

  // MARK: - Each row holds

  @Test func `each row names a test that is run and that names it (CON-44)`() throws {
    let tests = try Self.tests()
    for row in try Self.rows() {
      let body = try #require(
        tests["\(row.suite) \(row.test)"], "\(row.name): there is no test “\(row.test)” in \(row.suite)")
      let marks = Self.marks(row)
      #expect(marks.contains { body.contains($0) }, "\(row.test) does not name \(row.kind) \(row.name)")
    }
  }

  @Test func `each command exists, and each control is on a page (CON-44)`() throws {
    let commands = try Repository.text("docs/cli.md")
    let pages = try
      (Repository.files(in: "Sources/Host/HostCore/Overview", endings: ["swift"])
      + Repository.files(in: "Sources/Host/Pages/Template", endings: ["swift"])).map { try Repository.text($0) }
      .joined()
    for row in try Self.rows() where row.kind == "act" {
      #expect(commands.contains(row.command ?? "?"), "\(row.name): \(row.command ?? "")")
      let labels = row.control?.split(separator: ":").first.map(String.init) ?? ""
      guard labels.first?.isUppercase == true || labels.hasPrefix("+") else { continue }
      for label in labels.split(separator: "; ") {
        #expect(pages.contains("\"\(label)") || pages.contains(">\(label)<"), "\(row.name): \(label)")
      }
    }
  }

  @Test func `every rule of the console is named by a test (CON-44)`() throws {
    let rules = try Repository.text("docs/ids.tsv").matches(of: /(?m)^(CON-\d+)\t/).map { String($0.output.1) }
    #expect(rules.count == 44)
    let names = try Self.files().flatMap { try Repository.text($0).matches(of: /func\s+`[^`]*\(([^`()]*)\)`/) }
      .flatMap { $0.output.1.split(separator: ", ").map(String.init) }
    #expect(rules.filter { !names.contains($0) } == [])
  }

  /// The texts by which a test can name a row: the act's, page's or code's name, its command, or its control.
  private static func marks(_ row: Row) -> [String] {
    var marks = [".\(row.name)(", "\"\(row.name)\"", "\"/\(row.name)", "PageAddress(.\(row.name)", "(.\(row.name))"]
    if let words = row.command?.split(separator: " ").dropFirst() {
      marks.append("\"" + words.joined(separator: "\", \"") + "\"")
    }
    let labels = row.control?.split(separator: ":").first?.split(separator: ";") ?? []
    for label in labels { marks.append("\"" + label.trimmingCharacters(in: .whitespaces) + "\"") }
    return marks
  }

  // MARK: - Tests

  private static func files() -> [String] {
    Repository.files(in: "Tests", endings: ["swift"]) + Repository.files(in: "Console/Tests", endings: ["swift"])
  }

  /// The source of each test, by its suite and its name without the ids of rules. `*`: all of a suite.
  private static func tests() throws -> [String: String] {
    var tests: [String: String] = [:]
    for file in files() {
      let text = try Repository.text(file)
      let suites = text.matches(of: /(?:struct|class) (\w+Tests)\b/).map { String($0.output.1) }
      guard let suite = suites.first else { continue }
      tests["\(suite) *"] = text
      for part in text.components(separatedBy: "@Test").dropFirst() {
        guard let match = part.firstMatch(of: /func\s+`([^`]*)`/),
          !part[..<match.range.lowerBound].contains(".disabled(")
        else { continue }
        let name = match.output.1.replacing(/\s\([A-Z][^()]*\)$/, with: "")
        tests["\(suite) \(name)"] = part
      }
    }
    return tests
  }
}
