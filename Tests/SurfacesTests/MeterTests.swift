// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ExtensionProtocol
import Surfaces
import Testing

/// Labels of progress views and gauges.
@Suite struct MeterTests {
  private static let now: Int64 = 1_793_970_000_000

  private func terminal(_ node: WireValue, at now: Int64 = Self.now) throws -> String {
    try TreeSurface(
      ViewTree(node, in: ViewContext(point: .report)), frame: Extent(300_000, 60_000),
      chrome: SurfaceChrome(familyName: "F"),
      environment: DrawEnvironment(now: now)
    ).terminal(columns: 60, color: false)
  }

  private func code(_ label: WireValue) -> String {
    do {
      _ = try ViewTree(["kind": "progress", "value": 1, "label": label], in: ViewContext(point: .report))
      return "accepted"
    } catch { return error.code }
  }

  @Test func `a date in a label is formatted when it is drawn (VIEW-17)`() throws {
    let timer: WireValue = [
      "from": .integer(Self.now - 60_000), "to": .integer(Self.now + 90_000), "countsDown": true,
    ]
    let node: WireValue = [
      "kind": "progress", "from": .integer(Self.now - 60_000), "to": .integer(Self.now + 90_000),
      "label": [["text": "Ends at "], ["date": .integer(Self.now + 90_000), "style": "time"]], "current": [timer],
    ]
    let early = try terminal(node)
    #expect(early.contains("Ends at ") && early.contains("1:30"), "\(early)")
    #expect(try terminal(node, at: Self.now + 30_000).contains("1:00"))
    #expect(try ViewTree(node, in: ViewContext(point: .report)).wire == node)
  }

  @Test func `a label has neither styles nor lines of its own, and is bounded (VIEW-20)`() {
    #expect(code([["text": "a"]]) == "accepted")
    #expect(code([["text": "a", "style": ["weight": "bold"]]]) == "schema")
    #expect(code([["break": true]]) == "schema")
    #expect(code([["date": 1]]) == "schema")
    #expect(code(5) == "schema")
    let half: WireValue = ["text": .string(String(repeating: "a", count: 300))]
    #expect(code([half]) == "accepted")
    #expect(code([half, half]) == "view.label")
    #expect(code(.array([WireValue](repeating: ["text": ""], count: 1_000))) == "view.label")
  }
}
