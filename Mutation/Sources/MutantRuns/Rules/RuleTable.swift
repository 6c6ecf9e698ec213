// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

/// The rules of `docs/rules.md`, and the tests that name each.
package struct RuleTable: Sendable {
  package struct Rule: Sendable, Equatable {
    package var id: String
    package var tests: [TestName]
    /// Whether a fault of `Tests/Mutants` breaks it.
    package var hasPlantedFault: Bool
  }

  package private(set) var rules: [Rule] = []

  /// Reads the rows with five columns: rule, statement, source, tests, faults.
  package init(page: String) {
    let hiddenBar = "\u{1}"
    for line in page.split(separator: "\n") where line.hasPrefix("| ") {
      let cells = line.replacing("\\|", with: hiddenBar).split(separator: "|", omittingEmptySubsequences: false).map {
        Self.trimmed($0)
      }
      guard cells.count == 7, cells[1] != "rule", !cells[1].isEmpty else { continue }
      let tests = cells[4].replacing("<br>", with: "\n").split(separator: "\n").compactMap { name in
        TestName(shown: name.replacing(hiddenBar, with: "|").replacing("&lt;", with: "<").replacing("\\*", with: "*"))
      }
      rules.append(Rule(id: cells[1], tests: tests, hasPlantedFault: cells[5].contains(".patch)")))
    }
  }

  private static func trimmed(_ cell: Substring) -> String {
    var cell = cell.drop { $0 == " " }
    while cell.last == " " { cell.removeLast() }
    return String(cell)
  }
}

/// A test by its target and its name.
package struct TestName: Sendable, Hashable, CustomStringConvertible {
  package var target: String
  package var name: String

  /// - Parameter shown: `Target: name`.
  package init?(shown: some StringProtocol) {
    let text = String(shown)
    guard let colon = text.firstRange(of: ": ") else { return nil }
    target = String(text[..<colon.lowerBound])
    name = String(text[colon.upperBound...])
  }

  /// - Parameter listed: a line of the test program's list, such as ``Target.Suite/`name`()``.
  package init?(listed: String) {
    guard let slash = listed.firstIndex(of: "/") else { return nil }
    target = String(listed.prefix { $0 != "." })
    let function = listed[listed.index(after: slash)...]
    if let first = function.firstIndex(of: "`"), let last = function.lastIndex(of: "`"), first != last {
      name = String(function[function.index(after: first)..<last])
    } else {
      name = String((function.split(separator: "/").last ?? "").prefix { $0 != "(" })
    }
  }

  package var description: String { "\(target): \(name)" }
}
