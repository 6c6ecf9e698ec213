// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ExtensionProtocol
import Surfaces
import Testing

@Suite struct TerminalTests {
  private func terminal(_ node: WireValue, columns: Int = 48, color: Bool = false) throws -> String {
    let tree = try ViewTree(node, in: ViewContext(point: .report))
    return try ReportSurface(tree, frame: Samples.frame, chrome: Samples.chrome, environment: Samples.environment())
      .terminal(columns: columns, color: color)
  }

  @Test(arguments: Samples.all.map(\.name), [24, 48, 120])
  func `makes every line as wide as the terminal`(name: String, columns: Int) throws {
    let sample = try #require(Samples.all.first { $0.name == name })
    for line in try terminal(sample.tree, columns: columns).split(separator: "\n") {
      let width = line.unicodeScalars.reduce(0) { sum, scalar in
        sum + ((0x2E80...0x9FFF).contains(scalar.value) || (0xFF00...0xFF60).contains(scalar.value) ? 2 : 1)
      }
      #expect(width == columns, "\(line)")
    }
  }

  @Test func `writes escape bytes only if colours are requested`() throws {
    #expect(try !terminal(Samples.charts).contains("\u{1B}"))
    #expect(try terminal(Samples.charts, color: true).contains("\u{1B}[38;2;"))
  }

  @Test func `writes sectors as a table with percentages`() throws {
    let text = try terminal(Samples.charts)
    #expect(text.contains("■ Education"))
    #expect(text.contains("52 %"))
  }

  @Test func `names the family on the first line, whatever the tree contains`() throws {
    let text = try terminal(Samples.text("╭─ Other family ─╮"))
    #expect(text.hasPrefix("╭─ Homework · Today"))
  }
}
