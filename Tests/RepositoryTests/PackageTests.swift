// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@Suite struct PackageTests {
  /// The targets listed in the `dependencies:` of each target in Package.swift.
  private func dependencies() throws -> [String: Set<String>] {
    let manifest = try Repository.text("Package.swift")
    var result: [String: Set<String>] = [:]
    for match in manifest.matches(
      of: /\.(?:target|executableTarget)\(\s*name: "([^"]+)"(.*?)(?=\n    (?:\/\/|\.)|\n  \])/.dotMatchesNewlines())
    {
      // A dependency behind a trait counts like any other; the name of its trait is not a target.
      let body = String(match.output.2).replacing(
        /\.target\(name: ("[^"]+"), condition: \.when\(traits: \[[^\]]*\]\)\)/, with: { $0.output.1 })
      guard let list = body.firstMatch(of: /dependencies: \[(.*?)\](?:,|\))/.dotMatchesNewlines()) else {
        result[String(match.output.1)] = []
        continue
      }
      let ours = String(list.output.1).replacing(/\.product\([^)]*\)/, with: "")
      result[String(match.output.1)] = Set(ours.matches(of: /"([^"]+)"/).map { String($0.output.1) })
    }
    return result
  }

  @Test func `declares only dependencies that the table allows`() throws {
    let table = ArchitectureTable(markdown: try Repository.text("ARCHITECTURE.md"))
    let declared = try dependencies()
    #expect(declared.count >= 20)
    for (target, uses) in declared {
      guard let row = table.rows[target] else { continue }
      #expect(uses.subtracting(row.uses) == [], "\(target) in Package.swift")
    }
  }

  @Test func `declares every module that a target imports`() throws {
    let table = ArchitectureTable(markdown: try Repository.text("ARCHITECTURE.md"))
    let declared = try dependencies()
    for (target, row) in table.rows where row.layer != "0" {
      for file in Repository.files(in: Repository.modules[target] ?? "", endings: ["swift"]) {
        for module in Repository.imports(in: try Repository.text(file)) where table.rows[module] != nil {
          #expect(declared[target]?.contains(module) == true, "\(file) imports \(module)")
        }
      }
    }
  }
}
