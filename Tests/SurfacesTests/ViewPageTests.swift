// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ExtensionProtocol
import ExtensionTransport
import Foundation
import Surfaces
import Testing

/// Checks that the host accepts the trees in `docs/views.md`: each line of its JSON blocks is a node or a modifier.
@Suite struct ViewPageTests {
  struct Example: Sendable, CustomTestStringConvertible {
    /// `report`, `window` or `modifier`.
    var place: String
    var line: String

    var testDescription: String { "\(place) \(line.prefix(60))" }
  }

  static let page: String = {
    let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    return (try? String(contentsOf: root.appending(path: "docs/views.md"), encoding: .utf8)) ?? ""
  }()

  static let examples: [Example] = page.components(separatedBy: "```json ").dropFirst().flatMap { block in
    let lines = block.components(separatedBy: "```")[0].split(separator: "\n").map(String.init)
    return lines.dropFirst().map { Example(place: lines[0], line: $0) }
  }

  private func node(_ example: Example) throws -> WireValue {
    let limits = LineLimits(lineBytes: 262_144, depth: 64)
    let value = try JSONCodec(limits: limits).decode(Array(example.line.utf8))
    return example.place == "modifier" ? ["kind": "empty", "modifiers": [value]] : value
  }

  @Test(arguments: examples) func `shows nodes and modifiers that the decoder accepts`(_ example: Example) throws {
    var assets = AssetCatalog()
    try assets.addImage(RasterImageTests.png(width: 8, height: 8), named: "book")
    let context = ViewContext(
      point: example.place == "window" ? .window : .report, assets: assets, urlSchemes: ["garden"])
    #expect(throws: Never.self) { try ViewTree(try node(example), in: context) }
  }

  @Test func `refuses the nodes of a window in a report`() throws {
    let windows = Self.examples.filter { $0.place == "window" && !$0.line.contains("\"toggle\"") }
    #expect(windows.count >= 4)
    for example in windows {
      #expect(throws: ViewFault.self, "\(example)") {
        try ViewTree(try node(example), in: ViewContext(point: .report, urlSchemes: ["garden"]))
      }
    }
  }
}
