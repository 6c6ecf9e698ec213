// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// The numbered promises of the wire and of the sandbox, each with the places that carry it out and its tests
/// (`docs/promises.tsv`).
struct PromiseBook {
  struct Place: Equatable {
    var file: String
    var symbol: String
  }

  struct Promise: Equatable {
    var id: String
    var places: [Place]
    var tests: [NamedTest]
  }

  /// A line that is not an id, places and tests.
  struct Malformed: Error, CustomStringConvertible {
    var line: Int
    var reason: String
    var description: String { "docs/promises.tsv line \(line) \(reason)" }
  }

  let promises: [Promise]

  init(table: String) throws {
    var promises: [Promise] = []
    for (index, line) in table.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
      if line.isEmpty || line.hasPrefix("#") { continue }
      func malformed(_ reason: String) -> Malformed { Malformed(line: index + 1, reason: reason) }
      let cells = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
      guard cells.count == 3 else { throw malformed("is not id, places and tests") }
      guard cells[0].wholeMatch(of: IdentifierBook.form) != nil else { throw malformed("has no id: \(cells[0])") }
      guard !promises.contains(where: { $0.id == cells[0] }) else { throw malformed("repeats \(cells[0])") }
      let places = try Self.entries(of: cells[1]).map { entry in
        guard let hash = entry.firstIndex(of: "#"), entry.index(after: hash) < entry.endIndex else {
          throw malformed("has a place without a symbol: \(entry)")
        }
        return Place(file: String(entry[..<hash]), symbol: String(entry[entry.index(after: hash)...]))
      }
      let tests = try Self.entries(of: cells[2]).map { entry in
        guard let colon = entry.range(of: ": ") else { throw malformed("has a test without a target: \(entry)") }
        return NamedTest(target: String(entry[..<colon.lowerBound]), name: String(entry[colon.upperBound...]))
      }
      guard !places.isEmpty, !tests.isEmpty else { throw malformed("has an empty cell") }
      promises.append(Promise(id: cells[0], places: places, tests: tests))
    }
    self.promises = promises
  }

  static func current() throws -> PromiseBook { try PromiseBook(table: Repository.text("docs/promises.tsv")) }

  private static func entries(of cell: String) -> [String] {
    cell.components(separatedBy: " | ").map { $0.trimmingCharacters(in: .whitespaces) }.filter { !$0.isEmpty }
  }

  /// The promises of the pages, by id, in their order: the rows of `wire.md` and the steps of the sandbox.
  static func statements() throws -> [(id: String, statement: String)] {
    let wire = try Repository.text("docs/wire.md").split(separator: "\n").compactMap { line -> (String, String)? in
      guard let match = line.firstMatch(of: /^\| <a id="[a-z0-9-]+"><\/a>((?:WIRE|CONF)-[A-Z]?[0-9]+) \| (.*) \|$/)
      else { return nil }
      return (String(match.output.1), String(match.output.2).components(separatedBy: " | ").joined(separator: ": "))
    }
    let wall = try IdentifierBook.current().chapters.flatMap(\.entries).filter { $0.id.hasPrefix("WALL-") }
    return wire.map { (id: $0.0, statement: $0.1) } + wall.map { (id: $0.id, statement: $0.statement) }
  }

  /// The faults of the book: promises without a row, and references to missing files, symbols or tests.
  func complaints(
    promised: [String], tests: Set<NamedTest>, text: (_ file: String) throws -> String
  ) -> [String] {
    let known = Set(promises.map(\.id))
    var complaints = promised.filter { !known.contains($0) }.map { "\($0) has no row" }
    complaints += known.subtracting(promised).map { "no page promises \($0)" }
    for promise in promises {
      for place in promise.places {
        guard let source = try? text(place.file) else {
          complaints.append("\(promise.id): there is no file \(place.file)")
          continue
        }
        if !Self.holds(source, place.symbol) {
          complaints.append("\(promise.id): \(place.file) does not hold “\(place.symbol)”")
        }
      }
      for test in promise.tests where !tests.contains(test) {
        complaints.append("\(promise.id): there is no test “\(test.target): \(test.name)”")
      }
    }
    return complaints.sorted()
  }

  /// Whether a source holds a symbol outside comments, as a word of its own.
  static func holds(_ source: String, _ symbol: String) -> Bool {
    func isPart(_ character: Character?) -> Bool {
      character.map { $0.isLetter || $0.isNumber || $0 == "_" } ?? false
    }
    return source.split(separator: "\n").contains { line in
      guard !line.drop(while: { $0 == " " }).hasPrefix("//") else { return false }
      return line.ranges(of: symbol).contains { range in
        let before = range.lowerBound == line.startIndex ? nil : line[line.index(before: range.lowerBound)]
        let after = range.upperBound == line.endIndex ? nil : line[range.upperBound]
        return !isPart(before) && !isPart(after)
      }
    }
  }

  func markdown(_ statements: [(id: String, statement: String)]) -> String {
    var page = """
      <!-- Generated by Tests/RepositoryTests from docs/promises.tsv and the pages. Do not edit: make rules. -->

      # Promises, where they are kept, and their tests

      Every numbered promise of [the wire](wire.md) and of [the sandbox](sandbox.md), the places in the sources that carry it
      out, and tests that fail if it is broken.

      | promise | says | carried out in | tests |
      |---|---|---|---|

      """
    let rows = Dictionary(uniqueKeysWithValues: promises.map { ($0.id, $0) })
    for (id, statement) in statements {
      guard let row = rows[id] else { continue }
      let home = id.hasPrefix("WALL-") ? "ids.md" : "wire.md"
      let places = row.places.map { place in
        let name = place.file.split(separator: "/").last.map(String.init) ?? place.file
        return "[\(name)](../\(place.file)): `\(place.symbol)`"
      }
      let tests = row.tests.map { "\($0.target): \(Self.cell($0.name))" }
      page +=
        "| [\(id)](\(home)#\(id.lowercased())) | \(statement) | \(places.joined(separator: "<br>")) "
        + "| \(tests.joined(separator: "<br>")) |\n"
    }
    return page
  }

  private static func cell(_ text: String) -> String {
    text.replacing("|", with: "\\|").replacing("<", with: "&lt;").replacing("*", with: "\\*")
  }
}
