// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

/// `docs/values.md`: every value that crosses to a program, with the reason why it identifies no device and no other family.
@Suite struct CrossingValuesTests {
  private struct Row: Hashable {
    var path: String
    var reason: String

    /// Whether the row covers a field; a row with `/*` covers everything below it.
    func covers(_ field: String) -> Bool {
      path.hasSuffix("/*") ? field.hasPrefix(path.dropLast()) : field == path
    }
  }

  private struct Policy: Decodable {
    struct Field: Decodable { var field: String }
    var fields: [Field]
  }

  private static let root = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../..")
    .standardizedFileURL.path

  private static func rows() throws -> [Row] {
    try String(contentsOfFile: root + "/docs/values.md", encoding: .utf8).split(separator: "\n").filter {
      $0.hasPrefix("| `")
    }
    .flatMap { line -> [Row] in
      let cells = line.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
      return cells[0].split(separator: ", ").map { Row(path: $0.trimmingCharacters(in: ["`"]), reason: cells[1]) }
    }
  }

  @Test func `every field of the flow policy has one row, and every row a field`() throws {
    let policy = URL(filePath: Self.root + "/Sources/Host/PrivacyBoundary/flow-policy.json")
    let fields = Set(try JSONDecoder().decode(Policy.self, from: Data(contentsOf: policy)).fields.map(\.field))
    let rows = try Self.rows()
    #expect(fields.count > 150 && Set(rows.map(\.path)).count == rows.count)
    var unused = Set(rows.map(\.path))
    for field in fields {
      // The most exact row counts.
      let row = rows.filter { $0.covers(field) }.max { $0.path.count < $1.path.count }
      #expect(row != nil, "docs/values.md has no row for \(field)")
      if let row { unused.remove(row.path) }
    }
    #expect(unused.isEmpty, "rows of docs/values.md without a field: \(unused.sorted())")
    #expect(rows.allSatisfy { $0.reason.count > 15 })
  }
}
