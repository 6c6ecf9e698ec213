// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@Suite struct SourceTests {
  static let sources = ["Sources", "Extensions", "Tests", "Benchmarks", "Mutation"]
    .flatMap { Repository.files(in: $0, endings: ["swift", "c", "h"]) }

  @Test func `every file starts with the two lines of the header`() throws {
    for file in Self.sources where !file.contains("/Fixtures/") && !file.hasSuffix("Package.swift") {
      let header = "// Copyright the Sallyport authors.\n// SPDX-License-Identifier: Apache-2.0\n"
      #expect(try Repository.text(file).hasPrefix(header), "\(file)")
    }
  }

  @Test func `no file is longer than its limit`() throws {
    for file in Self.sources {
      let lines = try Repository.text(file).split(separator: "\n", omittingEmptySubsequences: false).count
      #expect(
        lines <= (file.hasPrefix("Sources/") && file.hasSuffix(".swift") ? 350 : 400), "\(file) has \(lines) lines")
    }
  }

  @Test func `the product has no TODOs, forced casts or fatal errors`() throws {
    let loose = /\b(TODO|FIXME|XXX|HACK)\b|fatalError\(|try!|as!/
    for file in Self.sources where file.hasPrefix("Sources/") || file.hasPrefix("Extensions/") {
      #expect(try Repository.text(file).firstMatch(of: loose) == nil, "\(file)")
    }
  }

  @Test func `every unchecked concurrency annotation has a SAFETY comment`() throws {
    let escape = /@unchecked Sendable|nonisolated\(unsafe\)|assumeIsolated/
    for file in Self.sources where file.hasPrefix("Sources/") && file.hasSuffix(".swift") {
      let text = try Repository.text(file)
      guard text.contains(escape) else { continue }
      #expect(text.contains("// SAFETY:") || text.contains("/// SAFETY:"), "\(file)")
    }
  }

  /// `Terminal` takes escaped text only; a command that printed by itself could show unescaped text of an extension.
  @Test func `only one place writes to the standard streams`() throws {
    let ways =
      /(^|[^.\w])(Swift\.)?(print|debugPrint|dump|f?puts)\(|FileHandle\.standard(Output|Error)|fileDescriptor: [12]\)/
    let places = ["Output/StandardStream.swift", "Output/Terminal.swift", "Output/ProgressBar.swift"]
    for file in Self.sources where file.hasPrefix("Sources/") && file.hasSuffix(".swift") {
      // In an extension, standard error is a pipe to the host, which escapes what it receives.
      if ["ExtensionRuntime", "Publishing"].contains(where: { file.hasPrefix("Sources/SDK/\($0)/") }) { continue }
      let text = try Repository.text(file)
      for line in text.split(separator: "\n") where line.contains(ways) {
        let words = line.trimmingPrefix { $0 == " " }
        #expect(words.hasPrefix("//") || words.contains("func print("), "\(file): \(line)")
      }
      let isPlace = places.contains { file.hasSuffix($0) } || file.hasSuffix("SallyportCommands/Sallyport.swift")
      #expect(isPlace || !text.contains("StandardStream."), "\(file) does not write through Terminal")
    }
  }

  /// `scripts/test` runs the tests that Swift Testing lists, so it would not run XCTest cases.
  @Test func `uses Swift Testing only`() throws {
    for file in Self.sources where file.hasPrefix("Tests/") && file.hasSuffix(".swift") {
      #expect(!Repository.imports(in: try Repository.text(file)).contains("XCTest"), "\(file)")
    }
  }
}
