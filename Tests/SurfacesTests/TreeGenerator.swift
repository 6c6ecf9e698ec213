// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ExtensionProtocol

/// Unusual trees from a seed: every kind, any nesting, extreme numbers and hostile text.
struct TreeGenerator {
  private var state: UInt64

  init(seed: UInt64) { state = seed &* 0x9E37_79B9_7F4A_7C15 &+ 1 }

  /// SplitMix64.
  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ z >> 30) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ z >> 27) &* 0x94D0_49BB_1331_11EB
    return z ^ z >> 31
  }

  mutating func below(_ bound: Int) -> Int { Int(next() % UInt64(max(1, bound))) }
  mutating func pick<T>(_ list: [T]) -> T { list[below(list.count)] }
  mutating func chance(_ percent: Int) -> Bool { below(100) < percent }

  static let attacks = [
    "<script>alert(1)</script>", "]]>", "-->", "\" onload=\"x", "' style='x", "url(javascript:x)", "&amp;&#0;",
    "\u{1B}[31mred", "\u{1B}]0;title\u{07}", "\u{202E}desrever", "\u{2066}isolate", "a\u{0}b", "\u{9B}2J", "\r\n",
    "\u{200F}mark", "e\u{301}", "\u{FFFE}", "</text></svg><img src=x>", "%00", "{{7*7}}", "\u{2028}line", "𝕏", "👩‍👩‍👧",
    "עברית", "العربية", "漢字かな", "", " ", "plain words",
  ]

  private static let numbers: [Int64] = [
    0, 1, -1, 7, 500, 1_000, 16_000, 44_000, 200_000, 9_999_999, 10_000_000, -10_000_000, 10_000_001, .max, .min,
    1 << 53,
  ]

  mutating func number() -> WireValue {
    chance(85) ? .integer(Int64(below(300_000))) : .integer(pick(Self.numbers))
  }

  mutating func text() -> WireValue {
    // Most words are harmless, since otherwise no tree would pass the check and reach a renderer.
    let words = (0...below(6)).map { _ in chance(90) ? "word\(below(90))" : pick(Self.attacks) }
    return .string(words.joined(separator: " "))
  }

  mutating func paint() -> WireValue {
    switch below(10) {
    case 0: "#12345678"
    case 1: "#fff"
    case 2: ["material": "thin"]
    case 3:
      [
        "gradient": "angular", "center": [500, 500], "startAngle": 0, "endAngle": number(),
        "stops": [["paint": "red", "at": 0], ["paint": "blue", "at": 1_000]],
      ]
    case 4:
      [
        "gradient": "linear", "from": [0, 0], "to": [1_000, 1_000],
        "stops": [["paint": "red", "at": 0], ["paint": "clear", "at": 1_000]],
      ]
    default: .string(pick(["primary", "secondary", "accent", "red", "separator", "clear", "background"]))
    }
  }

  mutating func node(_ depth: Int) -> WireValue {
    let leaves = [
      "text", "text", "text", "symbol", "shape", "spacer", "divider", "progress", "gauge", "chart", "redacted",
      "unsupported", "empty", "token",
    ]
    let boxes = ["vstack", "hstack", "zstack", "fits", "grid", "list", "scroll"]
    let kind = depth > 0 && chance(60) ? pick(boxes) : pick(leaves)
    var object: WireObject = ["kind": .string(kind)]
    fill(&object, kind, depth)
    if chance(40) { object["modifiers"] = .array((0...below(4)).map { _ in modifier(depth) }) }
    if chance(5) { object["label"] = text() }
    if chance(2) { object["intruder"] = text() }
    return .object(object)
  }

  private mutating func nodes(_ depth: Int) -> WireValue {
    .array((0..<below(chance(3) ? 60 : 6)).map { _ in node(depth - 1) })
  }

  private mutating func fill(_ object: inout WireObject, _ kind: String, _ depth: Int) {
    switch kind {
    case "text":
      object["text"] = text()
      if chance(30) { object["lines"] = .integer(Int64(below(4))) }
      if chance(40) { object["style"] = ["size": number(), "paint": paint()] }
    case "symbol":
      object["name"] = chance(60) ? "hourglass" : text()
      if chance(50) { object["style"] = ["size": .integer(Int64(1_000 + below(90_000)))] }
    case "token": object["token"] = .string(Samples.token)
    case "shape":
      object["shape"] = .string(pick(["rectangle", "circle", "capsule", "ellipse", "container", "rounded"]))
      object["fill"] = paint()
      if chance(40) { object["stroke"] = ["paint": paint(), "width": number(), "dash": [number(), number()]] }
      if chance(20) { object["trim"] = [0, .integer(Int64(below(1_100)))] }
    case "progress", "gauge":
      object["value"] = number()
      object["maximum"] = number()
      if chance(50) { object["label"] = text() }
      if chance(30) { object["style"] = "circular" }
    case "chart": object["marks"] = .array((0..<below(12)).map { _ in mark() })
    case "redacted": if chance(50) { (object["lines"], object["width"]) = (.integer(Int64(below(6))), 50) }
    case "unsupported": object["type"] = text()
    case "grid":
      object["columns"] = [["flexible": ["minimum": number()]], ["adaptive": ["minimum": number()]]]
      object["children"] = nodes(depth)
    case "list":
      object["sections"] = [["header": node(0), "rows": nodes(depth)], ["rows": nodes(0), "footer": node(0)]]
    case "scroll": object["child"] = node(depth - 1)
    case "spacer": if chance(30) { object["minimum"] = number() }
    case "vstack", "hstack", "zstack", "fits":
      object["children"] = nodes(depth)
      if kind != "fits", kind != "zstack", chance(40) { object["spacing"] = number() }
    default: break
    }
  }

  private mutating func mark() -> WireValue {
    let kind = pick(["bar", "bar", "line", "area", "point", "rule", "sector"])
    if kind == "sector" { return ["mark": "sector", "angle": number(), "series": text()] }
    let x: WireValue = chance(50) ? ["category": text()] : chance(50) ? ["value": number()] : ["time": number()]
    return ["mark": .string(kind), "x": x, "y": number(), "series": chance(50) ? text() : nil]
  }

  private mutating func modifier(_ depth: Int) -> WireValue {
    switch below(13) {
    case 0: ["apply": "padding", "edges": [number(), number(), number(), number()]]
    case 1: ["apply": "frame", "width": number(), "height": number()]
    case 2: ["apply": "frame", "maxWidth": "fill", "minHeight": number()]
    case 3: ["apply": "fixed", "axes": ["horizontal"]]
    case 4: ["apply": "background", "node": node(min(depth - 1, 1))]
    case 5: ["apply": "clip", "shape": "circle"]
    case 6: ["apply": "opacity", "value": .integer(Int64(below(1_000)))]
    case 7: ["apply": "offset", "x": number(), "y": number()]
    case 8: ["apply": "rotate", "angle": number()]
    case 9: ["apply": "scale", "x": .integer(Int64(below(4_000)) - 2_000), "y": 1_000]
    case 10: ["apply": "shadow", "radius": .integer(Int64(below(40_000))), "y": number()]
    case 11: ["apply": "blur", "radius": .integer(Int64(below(40_000)))]
    default: ["apply": "aspect", "ratio": .integer(Int64(1 + below(4_000)))]
    }
  }
}
