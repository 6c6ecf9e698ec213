// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

/// Faults that `make rule-mutants` planted, and the tests that failed with them: `Tests/Mutants/rules.tsv`.
struct GeneratedFaults {
  struct Row {
    var rule: String
    var test: NamedTest
    var file: String
    var operation: String
    /// The text of the line, with single spaces.
    var line: String
    /// `before → after`.
    var change: String
  }

  struct Malformed: Error, CustomStringConvertible {
    var line: Int
    var description: String {
      "Tests/Mutants/rules.tsv line \(line) is not rule, test, file, operator, line and change"
    }
  }

  private(set) var rows: [Row] = []

  init() {}

  init(table: String) throws {
    for (index, line) in table.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
      if line.isEmpty || line.hasPrefix("#") { continue }
      let cells = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
      guard cells.count == 6, let colon = cells[1].firstRange(of: ": ") else { throw Malformed(line: index + 1) }
      let test = NamedTest(target: String(cells[1][..<colon.lowerBound]), name: String(cells[1][colon.upperBound...]))
      rows.append(
        Row(rule: cells[0], test: test, file: cells[2], operation: cells[3], line: cells[4], change: cells[5]))
    }
  }

  static func current() throws -> GeneratedFaults {
    try GeneratedFaults(table: Repository.text("Tests/Mutants/rules.tsv"))
  }

  /// The faults of a rule as Markdown, for a page in docs/.
  func links(of rule: String) -> [String] {
    rows.filter { $0.rule == rule }.map { row in
      let name = row.file.split(separator: "/").last ?? ""
      return "[\(name)](../\(row.file)): \(row.operation) `\(row.change.replacing("|", with: "\\|"))`"
    }
  }

  /// Rows whose line is gone, or whose test no longer names the rule.
  func complaints(proofs: [String: [NamedTest]], text: (_ file: String) throws -> String) -> [String] {
    rows.flatMap { row in
      var complaints: [String] = []
      let source = (try? text(row.file)) ?? ""
      if !source.split(separator: "\n").contains(where: { Self.oneLine($0) == row.line }) {
        complaints.append("\(row.rule): \(row.file) does not have the line “\(row.line)”")
      }
      if proofs[row.rule]?.contains(row.test) != true {
        complaints.append("\(row.rule): no test of \(row.test.target) with the rule is named “\(row.test.name)”")
      }
      return complaints
    }
  }

  private static func oneLine(_ text: Substring) -> String { text.split(separator: " ").joined(separator: " ") }
}
