// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ExtensionProtocol
import Surfaces
import Testing

@Suite struct GoldenTests {
  @Test(arguments: Samples.all.map(\.name))
  func `tree, draw list, SVG and terminal text match the golden files`(name: String) throws {
    let sample = try #require(Samples.all.first { $0.name == name })
    let tree = try ViewTree(sample.tree, in: ViewContext(point: .report))
    let surface = try ReportSurface(
      tree, frame: Samples.frame, chrome: Samples.chrome, environment: Samples.environment())
    try Golden.expect(Golden.json(tree.wire) + "\n", "\(name).tree.json")
    try Golden.expect(Golden.drawList(surface.drawing.items), "\(name).draw.txt")
    try Golden.expect(surface.svg(.light) + "\n", "\(name).svg")
    try Golden.expect(surface.terminal(columns: 48), "\(name).terminal.txt")
  }

  @Test(arguments: Samples.all.map(\.name))
  func `decodes its own canonical form to the same tree`(name: String) throws {
    let sample = try #require(Samples.all.first { $0.name == name })
    let tree = try ViewTree(sample.tree, in: ViewContext(point: .report))
    let again = try ViewTree(tree.wire, in: ViewContext(point: .report))
    #expect(tree == again)
    #expect(tree.wire == again.wire)
  }

  @Test func `the default shield matches the golden files`() throws {
    let shield = ShieldSurface(
      ShieldContent(), itemName: "Block World", familyName: "Homework", environment: Samples.environment())
    try Golden.expect(shield.html(), "shield-default.html")
    try Golden.expect(shield.terminal(columns: 80), "shield-default.terminal.txt")
  }
}
