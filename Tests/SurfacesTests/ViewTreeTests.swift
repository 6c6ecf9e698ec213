// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ExtensionProtocol
import Foundation
import Surfaces
import Testing

/// Each limit of `views.md#checking` and each hostile variant of §8, refused with its code (VIEW-35).
@Suite struct ViewTreeTests {
  private func code(_ node: WireValue, _ point: ViewContext.Point = .report, assets: AssetCatalog = AssetCatalog())
    -> String
  {
    let context = ViewContext(point: point, assets: assets, urlSchemes: ["smile", "https"], urlHosts: ["example.org"])
    do {
      _ = try ViewTree(node, in: context)
      return "accepted"
    } catch {
      return error.code
    }
  }

  private func many(_ count: Int, _ node: WireValue = ["kind": "empty"]) -> WireValue {
    Samples.stack("vstack", [WireValue](repeating: node, count: count))
  }

  private func nested(_ depth: Int) -> WireValue {
    (1..<depth).reduce(Samples.text("x")) { node, _ in Samples.stack("vstack", [node]) }
  }

  @Test func `counts nodes, including those of modifiers`() {
    let leaf: WireValue = ["kind": "empty"]
    let group = Samples.stack("vstack", [WireValue](repeating: leaf, count: 499))
    #expect(code(Samples.stack("vstack", [group, group, group, many(498)])) == "accepted")
    #expect(code(Samples.stack("vstack", [group, group, group, group])) == "view.nodes")
    let backed: WireValue = ["kind": "empty", "modifiers": [["apply": "background", "node": leaf]]]
    #expect(code(Samples.stack("vstack", [many(500, backed), many(499, backed)])) == "view.nodes")
  }

  @Test func `refuses nesting deeper than the limit, however deep`() {
    #expect(code(nested(24)) == "accepted")
    #expect(code(nested(25)) == "view.depth")
    #expect(code(nested(5_000)) == "view.depth")
  }

  @Test func `bounds children, rows, columns and modifiers`() {
    #expect(code(many(512)) == "accepted")
    #expect(code(many(513)) == "view.children")
    let rows = WireValue.array([WireValue](repeating: ["kind": "empty"], count: 300))
    #expect(code(["kind": "list", "sections": [["rows": rows], ["rows": rows]]]) == "view.children")
    let wide: WireValue = ["children": .array([WireValue](repeating: ["kind": "empty"], count: 33))]
    #expect(code(["kind": "grid", "rows": [wide]]) == "view.children")
    let fade: WireValue = ["apply": "opacity", "value": 500]
    let faded = { (count: Int) -> WireValue in
      ["kind": "empty", "modifiers": .array([WireValue](repeating: fade, count: count))]
    }
    #expect(code(faded(32)) == "accepted")
    #expect(code(faded(33)) == "view.modifiers")
  }

  @Test func `bounds text, labels and the canonical bytes`() {
    #expect(code(Samples.text(String(repeating: "a", count: 4_096))) == "accepted")
    #expect(code(Samples.text(String(repeating: "a", count: 4_097))) == "view.text")
    let runs = [WireValue](repeating: ["text": "a"], count: 65)
    #expect(code(["kind": "text", "runs": .array(runs)]) == "view.text")
    #expect(code(["kind": "empty", "label": .string(String(repeating: "a", count: 513))]) == "view.label")
    #expect(code(many(70, Samples.text(String(repeating: "a", count: 4_000)))) == "view.bytes")
  }

  @Test(arguments: ["a\u{0}", "\u{1B}[2J", "a\u{7F}", "\u{85}", "\u{202E}evil", "\u{2066}", "e\u{301}", "\u{2028}"])
  func `refuses controls, bidi overrides and text that is not NFC`(text: String) {
    #expect(code(Samples.text(text)) == "text")
  }

  @Test func `bounds numbers`() {
    func frame(_ width: Int64) -> WireValue {
      ["kind": "empty", "modifiers": [["apply": "frame", "width": .integer(width)]]]
    }
    #expect(code(frame(10_000_000)) == "accepted")
    #expect(code(frame(10_000_001)) == "view.number")
    #expect(code(frame(9_007_199_254_740_991)) == "view.number")
    #expect(code(frame(-1)) == "view.number")
    #expect(code(Samples.text("a", ["size": 400_001])) == "view.number")
    #expect(code(["kind": "empty", "modifiers": [["apply": "blur", "radius": 50_001]]]) == "view.number")
    #expect(code(["kind": "empty", "modifiers": [["apply": "scale", "x": 10_001, "y": 0]]]) == "view.number")
  }

  @Test func `bounds path commands of a shape and of a tree`() {
    func path(_ count: Int, _ command: WireValue = ["L", 1, 1]) -> WireValue {
      [
        "kind": "shape", "shape": "path",
        "commands": .array([["M", 0, 0]] + [WireValue](repeating: command, count: count - 1)),
      ]
    }
    #expect(code(path(1_000)) == "accepted")
    #expect(code(path(1_001)) == "view.path")
    #expect(code(many(5, path(900))) == "view.path")
    #expect(code(many(4, path(900, ["C", 1, 1, 2, 2, 3, 3]))) == "view.layout")
    #expect(code(["kind": "shape", "shape": "path", "commands": [["L", 1, 1]]]) == "schema")
    #expect(code(path(2, ["A", 1, 1])) == "schema")
  }

  @Test(arguments: ["#fff", "#FF0000FF", "#ff0000", "red;}", "rebeccapurple", "url(x)"])
  func `refuses a colour that is not in the wire's notation`(color: String) {
    #expect(code(["kind": "shape", "shape": "circle", "fill": .string(color)]) == "schema")
  }

  @Test func `bounds gradients and dashes`() {
    let stop: WireValue = ["paint": "red", "at": 0]
    func gradient(_ count: Int) -> WireValue {
      [
        "kind": "shape", "shape": "circle",
        "fill": [
          "gradient": "linear", "stops": .array([WireValue](repeating: stop, count: count)), "from": [0, 0],
          "to": [1_000, 0],
        ],
      ]
    }
    #expect(code(gradient(16)) == "accepted")
    #expect(code(gradient(17)) == "view.paint")
    let dash = WireValue.array([WireValue](repeating: 1, count: 9))
    #expect(code(["kind": "shape", "shape": "circle", "stroke": ["width": 1, "dash": dash]]) == "view.paint")
  }

  @Test func `bounds charts and refuses negative angles`() {
    func points(_ count: Int64, _ name: (Int64) -> WireValue) -> WireValue {
      ["kind": "chart", "marks": .array((0..<count).map { ["mark": "point", "x": name($0), "y": 1, "series": "a"] })]
    }
    #expect(code(points(1_000) { ["value": .integer($0)] }) == "accepted")
    #expect(code(points(1_001) { ["value": .integer($0)] }) == "view.chart")
    #expect(code(points(201) { ["category": .string("\($0)")] }) == "view.chart")
    let series = (0..<33).map { WireValue.object(["mark": "sector", "angle": 1, "series": .string("\($0)")]) }
    #expect(code(["kind": "chart", "marks": .array(series)]) == "view.chart")
    #expect(code(["kind": "chart", "marks": [["mark": "sector", "angle": -1]]]) == "chart.angle")
  }

  @Test func `refuses unknown kinds, members, words and missing members`() {
    #expect(code(["kind": "script"]) == "schema")
    #expect(code(["kind": "empty", "onclick": "x"]) == "schema")
    #expect(code(["kind": "vstack", "align": "middle", "children": []]) == "schema")
    #expect(code(["kind": "vstack", "align": "top", "children": []]) == "schema")
    #expect(code(["kind": "vstack"]) == "schema")
    #expect(code(["kind": "text", "text": 5]) == "schema")
    #expect(code("text") == "schema")
    #expect(code(["kind": "token", "token": "short"]) == "schema")
    #expect(code(["kind": "widget", "child": ["kind": "empty"]]) == "schema")
  }

  @Test func `looks names of assets up, never opens them, and draws nothing for one that is missing (VIEW-15)`()
    throws
  {
    for name in ["../../etc/passwd", "http://example.org/a.png", "missing"] {
      let image: WireValue = ["kind": "image", "asset": .string(name), "resizable": true, "fit": "fill"]
      let tree = try ViewTree(image, in: ViewContext(point: .report))
      #expect(tree.wire == ["kind": "empty"] && tree.missingAssets == [name])
      let shape: WireValue = ["kind": "shape", "shape": "circle", "fill": ["asset": .string(name)]]
      let clear = try ViewTree(shape, in: ViewContext(point: .report))
      #expect(clear.wire == ["kind": "shape", "shape": "circle", "fill": "clear"] && clear.missingAssets == [name])
    }
  }

  @Test func `refuses links, controls and inline images in reports`() {
    let link: WireValue = ["kind": "link", "url": "smile://x", "child": ["kind": "empty"]]
    let control: WireValue = ["kind": "control", "form": "button", "child": ["kind": "empty"]]
    #expect(code(link) == "interaction.sealed")
    #expect(code(control) == "interaction.sealed")
    #expect(code(["kind": "image", "png": "AAAA"]) == "interaction.sealed")
    #expect(code(link, .window) == "accepted")
    #expect(code(control, .window) == "accepted")
    let report: WireValue = ["kind": "report", "surface": "s1", "frame": ["width": 1_000, "height": 1_000]]
    #expect(code(report) == "schema")
    #expect(code(report, .window) == "accepted")
    #expect(code(["kind": "widget", "child": report], .widget) == "schema")
  }

  @Test(arguments: [
    "javascript:alert(1)", "JaVaScRiPt:alert(1)", "java%73cript:x", "data:text/html,x", "file:///etc/passwd",
    "about:blank",
    "https://a@example.org/", "https://example.org@evil.example/", "https://evil.example/", "//example.org/x",
    "relative",
    "https://exämple.org/", "smile:// x", "https:example.org", "https:/\\example.org/", "http://example.org/",
  ])
  func `refuses an address that the manifest does not list`(url: String) {
    #expect(code(["kind": "link", "url": .string(url), "child": ["kind": "empty"]], .window) == "view.url")
  }

  @Test func `accepts listed addresses and counts tap areas`() {
    func link(_ url: String) -> WireValue { ["kind": "link", "url": .string(url), "child": ["kind": "empty"]] }
    #expect(code(link("https://example.org/a?b#c"), .window) == "accepted")
    #expect(code(link("HTTPS://EXAMPLE.ORG:443/"), .window) == "accepted")
    #expect(code(many(64, link("smile://x")), .window) == "accepted")
    #expect(code(many(65, link("smile://x")), .window) == "view.taps")
  }

  @Test func `reports where a fault is and what to expect`() throws {
    let node = Samples.stack("vstack", [Samples.text("a"), Samples.text("b", ["font": "huge"])])
    let fault = #expect(throws: ViewFault.self) { try ViewTree(node, in: ViewContext(point: .report)) }
    #expect(fault?.pointer == "/children/1/style/font")
    #expect(fault?.description == "/children/1/style/font is not one of its words (schema)")
  }
}
