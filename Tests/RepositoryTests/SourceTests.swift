// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@Suite struct SourceTests {
  static let sources = ["Sources", "Extensions", "Tests", "Benchmarks"]
    .flatMap { Repository.files(in: $0, endings: ["swift", "c", "h"]) }

  @Test func `starts every file with the two lines of the header`() throws {
    for file in Self.sources where !file.contains("/Fixtures/") && !file.hasSuffix("Package.swift") {
      let header = "// Copyright the Sallyport authors.\n// SPDX-License-Identifier: Apache-2.0\n"
      #expect(try Repository.text(file).hasPrefix(header), "\(file)")
    }
  }

  @Test func `keeps every file within 350 lines`() throws {
    for file in Self.sources {
      let lines = try Repository.text(file).split(separator: "\n", omittingEmptySubsequences: false).count
      #expect(
        lines <= (file.hasPrefix("Sources/") && file.hasSuffix(".swift") ? 350 : 400), "\(file) has \(lines) lines")
    }
  }

  @Test func `leaves no loose ends in the product`() throws {
    let loose = /\b(TODO|FIXME|XXX|HACK)\b|fatalError\(|try!|as!/
    for file in Self.sources where file.hasPrefix("Sources/") || file.hasPrefix("Extensions/") {
      #expect(try Repository.text(file).firstMatch(of: loose) == nil, "\(file)")
    }
  }

  @Test func `explains every place where the compiler's checks are switched off`() throws {
    let escape = /@unchecked Sendable|nonisolated\(unsafe\)|assumeIsolated/
    for file in Self.sources where file.hasPrefix("Sources/") && file.hasSuffix(".swift") {
      let text = try Repository.text(file)
      guard text.contains(escape) else { continue }
      #expect(text.contains("// SAFETY:") || text.contains("/// SAFETY:"), "\(file)")
    }
  }

  /// `Terminal` takes escaped text only, so a command that prints by itself could show a reader what an extension wrote.
  @Test func `writes to the standard streams in one place`() throws {
    let ways =
      /(^|[^.\w])(Swift\.)?(print|debugPrint|dump|f?puts)\(|FileHandle\.standard(Output|Error)|fileDescriptor: [12]\)/
    let places = ["Output/StandardStream.swift", "Output/Terminal.swift", "Output/ProgressBar.swift"]
    for file in Self.sources where file.hasPrefix("Sources/") && file.hasSuffix(".swift") {
      // Inside an extension standard error is a pipe to the host, which escapes what comes through it.
      if ["ExtensionRuntime", "Publishing"].contains(where: { file.hasPrefix("Sources/SDK/\($0)/") }) { continue }
      let text = try Repository.text(file)
      for line in text.split(separator: "\n") where line.contains(ways) {
        let words = line.trimmingPrefix { $0 == " " }
        #expect(words.hasPrefix("//") || words.contains("func print("), "\(file): \(line)")
      }
      let isPlace = places.contains { file.hasSuffix($0) } || file.hasSuffix("SallyportCommands/Sallyport.swift")
      #expect(isPlace || !text.contains("StandardStream."), "\(file) writes past Terminal")
    }
  }

  /// `scripts/test` runs what Swift Testing lists, and would not miss another kind.
  @Test func `has tests of one kind`() throws {
    for file in Self.sources where file.hasPrefix("Tests/") && file.hasSuffix(".swift") {
      #expect(!Repository.imports(in: try Repository.text(file)).contains("XCTest"), "\(file)")
    }
  }
}
