// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ExtensionProtocol
import Foundation
import Surfaces
import Testing

@Suite struct LayoutTests {
  private func drawing(_ node: WireValue, _ frame: Extent = Samples.frame) throws -> Drawing {
    try Drawing(ViewTree(node, in: ViewContext(point: .window)), frame: frame, in: Samples.environment())
  }

  private func color(_ name: String, _ modifiers: [WireValue] = []) -> WireValue {
    [
      "kind": "shape", "shape": "rectangle", "fill": .string(name),
      "modifiers": modifiers.isEmpty ? nil : .array(modifiers),
    ]
  }

  private func boxes(_ drawing: Drawing) -> [Box] {
    drawing.items.compactMap { if case .fill(let outline, _, _) = $0 { outline.box } else { nil } }
  }

  @Test func `divides a stack among flexible children after fixed ones`() throws {
    let fixed = color("red", [["apply": "frame", "width": 100_000]])
    let drawing = try drawing(
      Samples.stack("hstack", [color("blue"), fixed, color("green")], spacing: 10_000), Extent(320_000, 50_000))
    #expect(
      boxes(drawing) == [
        Box(0, 0, 100_000, 50_000), Box(110_000, 0, 100_000, 50_000), Box(220_000, 0, 100_000, 50_000),
      ])
  }

  @Test func `a trimmed circle starts at three o'clock and runs clockwise`() throws {
    let ring: WireValue = [
      "kind": "shape", "shape": "circle", "trim": [0, 250], "stroke": ["paint": "red", "width": 2_000],
    ]
    let commands = try drawing(ring, Extent(100_000, 100_000)).items.compactMap { item -> [PathCommand]? in
      if case .stroke(.path(let commands, _), _, _) = item { commands } else { nil }
    }.first
    guard case .move(let start)? = commands?.first, case .line(let end)? = commands?.last else {
      Issue.record("no line")
      return
    }
    #expect((start.x, start.y) == (100_000, 50_000))
    #expect(abs(end.x - 50_000) < 1_000 && abs(end.y - 100_000) < 1_000)
  }

  @Test func `pushes apart with a spacer`() throws {
    let small: WireValue = color("red", [["apply": "frame", "width": 20_000, "height": 20_000]])
    let drawing = try drawing(Samples.stack("hstack", [small, ["kind": "spacer"], small]), Extent(200_000, 20_000))
    #expect(boxes(drawing).map(\.x) == [0, 180_000])
  }

  @Test func `centres in the frame, fills on request and pads`() throws {
    let small = color("red", [["apply": "frame", "width": 20_000, "height": 20_000]])
    #expect(try boxes(drawing(small, Extent(100_000, 60_000))) == [Box(40_000, 20_000, 20_000, 20_000)])
    let corner = color(
      "red",
      [
        ["apply": "frame", "width": 20_000, "height": 20_000],
        ["apply": "frame", "maxWidth": "fill", "maxHeight": "fill", "align": "bottomTrailing"],
        ["apply": "padding", "edges": [5_000, 5_000, 5_000, 5_000]],
      ])
    #expect(try boxes(drawing(corner, Extent(100_000, 60_000))) == [Box(75_000, 35_000, 20_000, 20_000)])
  }

  @Test func `keeps the given aspect ratio`() throws {
    let wide = color("red", [["apply": "aspect", "ratio": 2_000]])
    #expect(try boxes(drawing(wide, Extent(100_000, 100_000))) == [Box(0, 25_000, 100_000, 50_000)])
  }

  @Test func `gives rows with the higher priority their space first`() throws {
    let long = "a rather long sentence that would like a whole line for itself"
    let first: WireValue = [
      "kind": "text", "text": .string(long), "lines": 1, "modifiers": [["apply": "priority", "value": 1_000]],
    ]
    let second: WireValue = ["kind": "text", "text": .string(long), "lines": 1]
    let drawing = try drawing(Samples.stack("hstack", [first, second]), Extent(400_000, 40_000))
    let widths = drawing.items.compactMap { if case .text(let line) = $0 { line.width } else { nil } }
    #expect(widths.count == 2)
    #expect(widths[0] > widths[1])
  }

  @Test func `lays grids out in columns that fit their cells`() throws {
    let cell = { (width: Int64) in self.color("red", [["apply": "frame", "width": .integer(width), "height": 10_000]]) }
    let grid: WireValue = [
      "kind": "grid", "align": "topLeading", "spacing": 5_000, "rowSpacing": 5_000,
      "rows": [["children": [cell(30_000), cell(10_000)]], ["children": [cell(10_000), cell(40_000)]]],
    ]
    #expect(try boxes(drawing(grid, Extent(75_000, 25_000))).map(\.x) == [0, 35_000, 0, 35_000])
  }

  @Test func `stops unbounded layout by a count, not by time`() throws {
    // Each level asks its child for sizes that depend on its parent, so the number of distinct proposals multiplies.
    var node: WireValue = Samples.text("x")
    for level in 0..<22 {
      let pad: WireValue = ["apply": "padding", "edges": [1, .integer(Int64(level) + 1), 3, 5]]
      let grid: WireValue = [
        "kind": "grid", "rows": [["children": [node]], ["children": [["kind": "spacer"], ["kind": "divider"]]]],
        "modifiers": [pad],
      ]
      node = level % 2 == 0 ? grid : Samples.stack(level % 4 == 1 ? "hstack" : "vstack", [grid])
    }
    let tree = try? ViewTree(node, in: ViewContext(point: .report))
    guard let tree else { return }
    let started = ContinuousClock.now
    let fault = (try? Drawing(tree, frame: Samples.frame, in: Samples.environment())) == nil
    #expect(fault || ContinuousClock.now - started < .seconds(20))
  }

  @Test func `handles extreme but legal numbers`() throws {
    let big: Int64 = 10_000_000
    for kind in ["hstack", "vstack", "zstack"] {
      var node = color("red", [["apply": "frame", "width": .integer(big), "height": .integer(big)]])
      for _ in 0..<10 {
        guard case .object(var stack) = Samples.stack(kind, [node, node == .null ? node : ["kind": "spacer"]]) else {
          continue
        }
        stack["modifiers"] = [
          ["apply": "aspect", "ratio": 1_000_000],
          ["apply": "padding", "edges": [.integer(big), .integer(-big), .integer(big), 0]],
          ["apply": "scale", "x": -10_000, "y": 10_000], ["apply": "offset", "x": .integer(-big), "y": .integer(big)],
          ["apply": "fixed"], ["apply": "aspect", "fit": "fill"],
        ]
        node = .object(stack)
      }
      let tree = try ViewTree(node, in: ViewContext(point: .report))
      let surface = try ReportSurface(
        tree, frame: Samples.frame, chrome: Samples.chrome, environment: Samples.environment())
      #expect(!surface.html().isEmpty)
      #expect(try !surface.terminal(columns: 40).isEmpty)
    }
  }

  @Test func `draws every kind of node`() throws {
    let leaves: [WireValue] = [
      ["kind": "symbol", "name": "star.fill"], ["kind": "symbol", "name": "no.such.symbol"],
      ["kind": "token", "token": .string(Samples.token), "part": "icon"], ["kind": "divider"], ["kind": "redacted"],
      ["kind": "redacted", "lines": 2, "width": 75], ["kind": "unsupported", "type": "Canvas"], ["kind": "progress"],
      ["kind": "gauge", "value": 400, "style": "circular", "current": "40"],
      ["kind": "progress", "from": .integer(Samples.now - 1_000), "to": .integer(Samples.now + 1_000)],
      ["kind": "control", "form": "toggle", "on": true, "action": 1, "child": Samples.text("On")],
      ["kind": "report", "surface": "s1", "frame": ["width": 100_000, "height": 50_000]],
      ["kind": "picker", "frame": ["width": 100_000, "height": 50_000], "title": "Apps"],
      ["kind": "fits", "children": [Samples.text("too long for any width that is left here"), Samples.text("ok")]],
      [
        "kind": "grid", "columns": [["adaptive": ["minimum": 40_000]]],
        "children": [Samples.text("1"), Samples.text("2")],
      ],
      ["kind": "grid", "columns": [["fixed": 20_000]], "axis": "horizontal", "children": [Samples.text("1")]],
      ["kind": "scroll", "axis": "horizontal", "child": Samples.text("wide")],
      ["kind": "shape", "shape": "capsule", "trim": [0, 500], "stroke": ["paint": "red", "width": 2_000]],
      [
        "kind": "shape", "shape": "ellipse",
        "fill": [
          "gradient": "angular", "stops": [["paint": "red", "at": 0], ["paint": "blue", "at": 1_000]],
          "center": [500, 500],
        ],
      ],
      ["kind": "shape", "shape": "container", "fill": ["material": "thin"]],
      [
        "kind": "chart",
        "marks": [
          ["mark": "line", "x": ["time": .integer(Samples.now)], "y": 1_000],
          ["mark": "line", "x": ["time": .integer(Samples.now + 3_600_000)], "y": -2_000],
          ["mark": "area", "x": ["time": .integer(Samples.now)], "y": 500], ["mark": "rule", "y": 700],
          ["mark": "point", "x": ["time": .integer(Samples.now + 60_000)], "y": 800],
        ],
      ],
      ["kind": "chart", "marks": [["mark": "sector", "angle": 0]]], ["kind": "chart", "marks": []],
    ]
    let modifiers: [WireValue] = [
      ["apply": "clip", "shape": "rounded", "radius": 4_000], ["apply": "mask", "shape": "circle"],
      ["apply": "rotate", "angle": 45_000], ["apply": "shadow", "radius": 4_000], ["apply": "blur", "radius": 1_000],
      ["apply": "overlay", "node": Samples.text("!"), "align": "topTrailing"],
      ["apply": "position", "x": 1_000, "y": 1_000],
    ]
    for leaf in leaves {
      guard case .object(var object) = leaf else { continue }
      let plain = try ViewTree(leaf, in: ViewContext(point: .window))
      #expect(try ViewTree(plain.wire, in: ViewContext(point: .window)) == plain)
      object["modifiers"] = .array(modifiers)
      let tree = try ViewTree(.object(object), in: ViewContext(point: .window))
      #expect(try ViewTree(tree.wire, in: ViewContext(point: .window)) == tree)
      for one in [plain, tree] {
        let window = try WindowSurface(
          one, frame: Samples.frame, chrome: Samples.chrome, environment: Samples.environment())
        #expect(window.html().contains("<svg"))
        #expect(try window.terminal(columns: 60, color: true).contains("Homework"))
      }
    }
  }
}
