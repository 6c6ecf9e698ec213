// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ExtensionProtocol
import Foundation
import Testing

@testable import HostCore

/// The text of an exported ledger.
@Suite struct ExportedLineTests {
  @Test func `the members of an exported line are in the order of their names`() throws {
    let life = try PlayedLife(points: [])
    try life.meet("homework", picking: ["org.gnome.Chess"])
    let lines = try LedgerExport().lines(of: life.facts)
    try #require(lines.count > 2)
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    for line in lines {
      let value = try JSONDecoder().decode(WireValue.self, from: Data(line.utf8))
      #expect(String(decoding: try encoder.encode(value), as: UTF8.self) == line)
    }
  }
}
