// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@Suite struct ImportTests {
  let table: ArchitectureTable

  init() throws { table = ArchitectureTable(markdown: try Repository.text("ARCHITECTURE.md")) }

  static let targets = Repository.modules.keys.sorted()

  @Test(arguments: targets) func `imports only what its row of the table allows`(target: String) throws {
    for file in Repository.files(in: try #require(Repository.modules[target]), endings: ["swift"]) {
      let imported = Repository.imports(in: try Repository.text(file))
      #expect(table.violations(of: target, importing: imported) == [], "\(file)")
    }
  }

  /// C programs and module maps have no Swift imports; PackageTests checks their rows against Package.swift.
  @Test(arguments: targets) func `imports everything that its row of the table lists`(target: String) throws {
    let row = try #require(table.rows[target])
    let folder = try #require(Repository.modules[target])
    guard !Repository.files(in: folder, endings: ["swift"]).isEmpty else { return }
    let listed = row.uses.union(row.packages)
    #expect(listed.subtracting(try Repository.imports(of: target)) == [], "listed for \(target), but not imported")
  }

  @Test func `has a row in its group's table for every folder, and a folder for every row`() {
    #expect(table.rows.mapValues { $0.group } == Repository.modules.mapValues { $0.split(separator: "/")[1] })
  }

  @Test func `the rules import only Foundation and the vocabulary`() throws {
    for file in Repository.files(in: "Sources/Host/ScreenTimeRules", endings: ["swift"]) {
      let imported = Repository.imports(in: try Repository.text(file))
      #expect(Set(imported).isSubset(of: ["Foundation", "FoundationEssentials", "ScreenTimeVocabulary"]), "\(file)")
    }
  }

  /// Both sides link the vocabulary, so its imports would be part of every extension.
  @Test func `the vocabulary imports only Foundation`() throws {
    let imported = try Repository.imports(of: "ScreenTimeVocabulary")
    #expect(imported == ["Foundation"])
  }

  @Test func `examples import the SDK and no host module`() throws {
    for file in Repository.files(in: "Extensions", endings: ["swift"]) {
      for module in Repository.imports(in: try Repository.text(file)) {
        let layer = table.rows[module]?.layer ?? "2e"
        #expect(layer == "2e", "\(file) imports \(module) of layer \(layer)")
      }
    }
  }

  @Test(arguments: [
    ("ScreenTimeRules", "ExtensionProtocol"), ("ExtensionTransport", "ProcessSupervision"),
    ("DeviceActivity", "ScreenTimeRules"), ("HostCore", "CSandbox"), ("Surfaces", "PrivacyBoundary"),
  ])
  func `reports an import that the table does not allow`(target: String, module: String) {
    #expect(table.violations(of: target, importing: [module]).count == 1)
  }

  @Test func `reports a package that the row does not list`() {
    #expect(table.violations(of: "Surfaces", importing: ["GRDB"]).count == 1)
    #expect(table.violations(of: "ScreenTimeStore", importing: ["GRDB"]) == [])
  }

  @Test func `recognises imports in every form`() {
    let source = """
      public import Foundation
      @_exported public import SwiftUI
      internal import struct Foundation.Data
        import Glibc
      // import Commented
      @_spi(Testing) package import HostCore.Part
      let written = \"""
        import Written
        \"""
      """
    #expect(Repository.imports(in: source) == ["Foundation", "SwiftUI", "Foundation", "Glibc", "HostCore"])
  }
}
