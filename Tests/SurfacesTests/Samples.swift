// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ExtensionProtocol
import Foundation
import Surfaces

/// Trees that several tests draw, and the fixed environment they are drawn in.
enum Samples {
  /// 2026-11-21 15:00 UTC.
  static let now: Int64 = 1_795_273_200_000
  static let token = "AQEAAQ1ubelPGDNhSMN2Uch20gV_HOn0"
  static let frame = Extent(360_000, 420_000)
  static let chrome = SurfaceChrome(
    familyName: "Homework", title: "Today", subtitle: "Nov 21, 2026", footer: "Drawn on this device from sealed data.")

  static func environment() -> DrawEnvironment {
    DrawEnvironment(now: now) { token in token == Samples.token ? .init(name: "Block World") : nil }
  }

  static func text(_ text: String, _ style: WireValue? = nil) -> WireValue {
    ["kind": "text", "text": .string(text), "style": style]
  }

  static func stack(_ kind: String, _ children: [WireValue], align: String? = nil, spacing: Int64? = nil) -> WireValue {
    [
      "kind": .string(kind), "children": .array(children), "align": align.map { .string($0) },
      "spacing": spacing.map { .integer($0) },
    ]
  }

  static func padded(_ node: WireValue, _ by: Int64 = 16_000) -> WireValue {
    guard case .object(var object) = node else { return node }
    object["modifiers"] = [["apply": "padding", "edges": [.integer(by), .integer(by), .integer(by), .integer(by)]]]
    return .object(object)
  }

  /// A pie of path sectors as a report could draw it, with its own legend.
  static var pie: WireValue {
    let shares: [(String, String, Double)] = [
      ("Education", "blue", 0.5), ("Games", "orange", 0.3), ("Social", "pink", 0.2),
    ]
    var angle = 0.0
    var sectors: [WireValue] = []
    var legend: [WireValue] = []
    for (name, color, share) in shares {
      let end = angle + share * 2 * Double.pi
      var commands: [WireValue] = [["M", 90_000, 90_000]]
      for step in 0...24 {
        let at = angle + (end - angle) * Double(step) / 24
        let x = Int64((90_000 + 90_000 * sin(at)).rounded())
        let y = Int64((90_000 - 90_000 * cos(at)).rounded())
        commands.append(["L", .integer(x), .integer(y)])
      }
      commands.append(["Z"])
      sectors.append(["kind": "shape", "shape": "path", "commands": .array(commands), "fill": .string(color)])
      let dot: WireValue = [
        "kind": "shape", "shape": "circle", "fill": .string(color),
        "modifiers": [["apply": "frame", "width": 10_000, "height": 10_000]],
      ]
      let percent = "\(Int(share * 100)) %"
      legend.append(
        stack(
          "hstack",
          [
            dot, text(name, ["font": "callout"]), ["kind": "spacer"],
            text(percent, ["font": "callout", "paint": "secondary"]),
          ]
        ))
      angle = end
    }
    guard case .object(var disc) = stack("zstack", sectors) else { return .null }
    disc["modifiers"] = [["apply": "frame", "width": 180_000, "height": 180_000]]
    disc["label"] = "Time by category"
    let title = text("Screen time", ["font": "title2", "weight": "bold"])
    return padded(stack("vstack", [title, .object(disc), stack("vstack", legend, spacing: 10_000)], spacing: 20_000))
  }

  static var list: WireValue {
    let rows = (1...12).map { number in
      stack(
        "hstack",
        [
          ["kind": "token", "token": .string(token)], ["kind": "spacer"],
          text("\(number * 7) min", ["paint": "secondary"]),
        ])
    }
    return [
      "kind": "list", "style": "insetGrouped",
      "sections": [
        ["header": text("Apps", ["font": "footnote", "paint": "secondary", "case": "upper"]), "rows": .array(rows)]
      ],
    ]
  }

  static var wrapping: WireValue {
    padded(
      stack(
        "vstack",
        [
          text(
            "A well-known story: the quick brown fox jumps over the lazy dog and then, because nobody stops it, over "
              + "everything else."),
          [
            "kind": "text", "text": "Only one line of this long sentence fits, the rest is cut.", "lines": 1,
            "style": ["font": "headline"],
          ],
          [
            "kind": "text", "text": "This shrinks before it is cut off", "lines": 1, "minimumScale": 500,
            "style": ["size": 30_000],
          ],
          [
            "kind": "text",
            "runs": [
              ["text": "Next break at "], ["date": .integer(now + 3_600_000), "style": "time"], ["break": true],
              ["text": "bold", "style": ["weight": "bold"]], ["text": " and "],
              ["text": "struck", "style": ["strike": true, "italic": true]],
            ],
          ],
        ], align: "leading", spacing: 12_000))
  }

  static var chinese: WireValue {
    padded(
      stack(
        "vstack",
        [
          text("蒹葭苍苍,白露为霜。所谓伊人,在水一方。溯洄从之,道阻且长。溯游从之,宛在水中央。", ["font": "title3"]),
          text("Mixed 汉字 and Latin: 屏幕使用时间 5 h"),
        ], align: "leading", spacing: 16_000))
  }

  static var charts: WireValue {
    func bar(_ day: String, _ series: String, _ value: Int64) -> WireValue {
      ["mark": "bar", "x": ["category": .string(day)], "y": .integer(value), "series": .string(series)]
    }
    let marks = [
      bar("Mon", "Games", 40_000), bar("Mon", "Social", 20_000), bar("Tue", "Games", 10_000),
      bar("Tue", "Social", 55_000),
      bar("Wed", "Games", 75_000), bar("Thu", "Social", 30_000), bar("Fri", "Games", 90_000),
    ]
    let bars: WireValue = [
      "kind": "chart", "marks": .array(marks),
      "modifiers": [["apply": "frame", "height": 180_000, "maxWidth": "fill"]],
    ]
    let sectors: WireValue = [
      "kind": "chart",
      "marks": [
        ["mark": "sector", "angle": 50_000, "series": "Education"],
        ["mark": "sector", "angle": 30_000, "series": "Games"],
        ["mark": "sector", "angle": 17_000, "series": "Social"],
      ],
      "modifiers": [["apply": "frame", "height": 120_000]],
    ]
    let meter: WireValue = ["kind": "progress", "value": 620, "label": "Daily goal", "current": "62 %"]
    return padded(stack("vstack", [bars, sectors, meter], spacing: 16_000))
  }

  static let all: [(name: String, tree: WireValue)] = [
    ("pie", pie), ("list", list), ("wrapping", wrapping), ("chinese", chinese), ("charts", charts),
  ]
}
