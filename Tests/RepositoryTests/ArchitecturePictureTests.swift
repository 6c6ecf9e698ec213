// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

/// docs/architecture.svg against the tables. With `SALLYPORT_UPDATE_RULES=1` (`make rules`) the test writes it.
@Suite struct ArchitecturePictureTests {
  private static let path = "docs/architecture.svg"

  @Test func `the picture matches the tables`() throws {
    let picture = ArchitecturePicture(markdown: try Repository.text("ARCHITECTURE.md")).svg
    if ProcessInfo.processInfo.environment["SALLYPORT_UPDATE_RULES"] == "1" {
      try Data(picture.utf8).write(to: Repository.root.appending(path: Self.path))
    }
    let isCurrent = try Repository.text(Self.path) == picture
    #expect(isCurrent, "\(Self.path) differs from the tables of ARCHITECTURE.md; update it with: make rules")
  }

  @Test func `the picture shows each module once, and each layer with its title`() throws {
    let table = ArchitectureTable(markdown: try Repository.text("ARCHITECTURE.md"))
    let picture = try Repository.text(Self.path)
    for module in table.rows.keys {
      #expect(picture.matches(of: try Regex(">\(module)</text>")).count == 1, "\(module)")
    }
    #expect(!picture.matches(of: /font-weight="600">\w+ · \w/).isEmpty)
    #expect(picture.matches(of: /font-weight="600">\w+ · </).isEmpty, "a layer has no title")
  }
}
