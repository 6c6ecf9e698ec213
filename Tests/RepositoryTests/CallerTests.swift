// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

/// A function that nothing calls promises what the product does not do. So each function and each property outside the
/// SDK, whose callers are other people's programs, is named a second time in the product.
@Suite struct CallerTests {
  /// Names that only one place of the product has, with the reason.
  private static let allowed = [
    "allNames": "tests compare the filter's lists with the kernel's calls",
    "endSupervision": "rule A8 names it, but a device has one child's family, whose removal ends it",
    "falseFlags": "the trials of the checker, a program of the tests",
    "hostFindings": "the trials of the checker, a program of the tests",
    "isAvailable": "tests of pictures skip where there are none",
    "makePair": "a pipe for embedders' tests",
    "ofLadders": "the bits a day in the table of profiles, which a test compares",
    "rowsWritten": "tests count what a transaction writes",
    "sallyportDeclareAssets": "the source of a generated file",
    "smallestEffects": "the trials of the checker, a program of the tests",
    "tracked": "tests ask which filters are followed",
  ]

  private static var declaration: Regex<(Substring, Substring)> {
    /^ *(?:@\w+(?:\([^)]*\))? )*(?:(?:public|package|fileprivate|private|static|final|mutating|nonisolated|override)(?:\(set\))? )*(?:func|var|let) `?(\w+)/
  }

  /// The functions and properties of types, by their places. Sources are formatted, so indentation shows nesting.
  private static func declarations(in file: String) throws -> [(name: String, place: String)] {
    let declaration = declaration
    return try Repository.text(file).split(separator: "\n", omittingEmptySubsequences: false).enumerated().compactMap {
      guard $1.prefix(5).count(where: { $0 == " " }) < 5, let match = $1.firstMatch(of: declaration) else { return nil }
      return (String(match.output.1), "\(file):\($0 + 1)")
    }
  }

  private static let wordBytes = Set("_0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ".utf8)

  /// The words of a source outside its comments.
  private static func words(of file: String) throws -> [String] {
    try Repository.text(file).utf8.split(separator: UInt8(ascii: "\n")).flatMap { line in
      line.drop { $0 == UInt8(ascii: " ") }.starts(with: "//".utf8)
        ? [] : line.split { !wordBytes.contains($0) }.map { String(Substring($0)) }
    }
  }

  @Test func `each function has a caller`() throws {
    let product = ["Sources", "Console/Sources", "Extensions", "Benchmarks/Sources"].flatMap {
      Repository.files(in: $0, endings: ["swift"])
    }
    var counts: [String: Int] = [:]
    for file in product { for word in try Self.words(of: file) { counts[word, default: 0] += 1 } }
    let own = product.filter { file in
      ["Host", "Wall", "Wire", "Proofs", "Tools"].contains { file.hasPrefix("Sources/\($0)/") }
    }
    #expect(own.count > 400)
    var unused = Set(Self.allowed.keys)
    for file in own {
      for (name, place) in try Self.declarations(in: file) where counts[name] == 1 {
        if unused.remove(name) == nil { Issue.record("\(place): nothing calls “\(name)”") }
      }
    }
    #expect(unused.isEmpty, "named a second time, or gone: \(unused.sorted())")
  }
}
