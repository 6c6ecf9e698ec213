// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// The tables of modules in ARCHITECTURE.md, one per group: the imports of each module.
struct ArchitectureTable {
  struct Row: Equatable {
    /// The folder of `Sources/` that contains the module, named by the heading above the row.
    var group: Substring
    var layer: String
    var uses: Set<String>
    var packages: Set<String>
  }

  let rows: [String: Row]

  /// Reads the rows that start with a layer, `| 3h | `Target` | … | uses | packages |`.
  init(markdown: String) {
    var rows: [String: Row] = [:]
    var group: Substring = ""
    for line in markdown.split(separator: "\n") {
      if let heading = line.wholeMatch(of: /### `Sources\/(\w+)`/) { group = heading.output.1 }
      guard line.hasPrefix("| ") else { continue }
      let cells = line.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
      guard cells.count == 5, let first = cells[0].first, first.isNumber,
        let target = Self.names(in: cells[1]).first
      else { continue }
      let packages = cells[4].split(separator: " ").map(String.init).filter { $0 != "–" }
      rows[target] = Row(
        group: group, layer: cells[0], uses: Set(Self.names(in: cells[3])), packages: Set(packages))
    }
    self.rows = rows
  }

  /// The imports that the table does not allow, as sentences.
  func violations(of target: String, importing modules: [String]) -> [String] {
    guard let row = rows[target] else { return ["\(target) has no row in ARCHITECTURE.md"] }
    return modules.compactMap { module in
      if rows[module] != nil {
        return row.uses.contains(module) ? nil : "\(target) (layer \(row.layer)) may not import \(module)"
      }
      if Self.toolchain.contains(module) || row.packages.contains(module) { return nil }
      return "\(target) imports \(module), which its row does not list"
    }
  }

  /// Modules that come with the compiler. A test of its own limits `ScreenTimeRules` to Foundation.
  static let toolchain: Set<String> = [
    "Dispatch", "Foundation", "FoundationEssentials", "Glibc", "Musl", "Observation", "Swift", "Synchronization",
  ]

  private static func names(in cell: String) -> [String] {
    cell.split(separator: "`", omittingEmptySubsequences: false).enumerated().filter { $0.offset % 2 == 1 }
      .map { String($0.element) }
  }
}
