// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

internal import ExtensionProtocol
internal import Surfaces

extension GalleryExhibits {
  static let stacks = GalleryExhibit(
    "stacks", "Stacks", "Rows, columns and layers with spacers, dividers, baselines and priorities.", height: 300_000
  ) { parts in
    let baseline = parts.hstack(
      [
        parts.text("2", ["size": 44_000, "weight": "bold", "design": "rounded"]),
        parts.text(parts.say("hours", "שעות"), ["font": "title3", "paint": "secondary"]),
        parts.text("14", ["size": 44_000, "weight": "bold", "design": "rounded"]),
        parts.text(parts.say("minutes", "דקות"), ["font": "title3", "paint": "secondary"]),
      ], align: "firstBaseline", spacing: 5_000)
    let ends = parts.hstack([
      parts.text(parts.say("Leading", "תחילה")), ["kind": "spacer"],
      parts.text(parts.say("Trailing", "סוף"), ["paint": "secondary"]),
    ])
    let layers = parts.with(
      parts.zstack(
        [
          parts.with(parts.rounded(14_000, "indigo"), [parts.high(70_000)]),
          parts.with(
            parts.text(parts.say("On top", "מעל"), ["font": "headline", "paint": "white"]), [parts.padding(12_000)]),
        ], align: "bottomTrailing"), [parts.wide()])
    let fits: WireValue = [
      "kind": "fits", "axes": ["horizontal"],
      "children": [
        parts.text("This wide alternative has no room and is passed over in favour of the next"),
        parts.text(parts.say("The first that fits", "הראשון שנכנס"), ["font": "callout"]),
      ],
    ]
    let priority = parts.hstack([
      parts.text(.string("This one gives way where there is too little room"), ["font": "footnote"], lines: 1),
      parts.with(
        parts.text("this one keeps its room", ["font": "footnote", "weight": "semibold"]),
        [["apply": "priority", "value": 1_000]]),
    ])
    return parts.vstack(
      [baseline, ["kind": "divider"], ends, ["kind": "divider"], layers, fits, priority], spacing: 12_000)
  }

  static let grids = GalleryExhibit(
    "grids", "Grids", "Rows with spans, flexible and adaptive columns.", height: 300_000
  ) { parts in
    func cell(_ text: WireValue, _ paint: String) -> WireValue {
      parts.with(
        parts.text(text, ["font": "footnote", "weight": "semibold", "paint": "white"]),
        [
          ["apply": "frame", "maxWidth": "fill", "height": 40_000],
          parts.background(parts.rounded(10_000, .string(paint))),
        ])
    }
    let rows: WireValue = [
      "kind": "grid", "spacing": 8_000, "rowSpacing": 8_000,
      "rows": [
        ["children": [cell("1", "blue"), cell("2", "teal"), cell("3", "green")]],
        ["children": [cell(parts.say("spans two", "שתיים"), "indigo"), cell("5", "purple")], "span": [2, 1]],
      ],
    ]
    let adaptive: WireValue = [
      "kind": "grid", "columns": [["adaptive": ["minimum": 44_000]]], "spacing": 8_000, "rowSpacing": 8_000,
      "children": .array((1...12).map { cell(.string("\($0)"), "orange") }),
    ]
    let fixed: WireValue = [
      "kind": "grid", "columns": [["fixed": 90_000], ["flexible": ["minimum": 20_000]]], "spacing": 8_000,
      "children": [cell("90", "pink"), cell(parts.say("the rest", "השאר"), "red")],
    ]
    return parts.vstack([rows, adaptive, fixed], spacing: 18_000)
  }

  static let list = GalleryExhibit(
    "list", "List", "Sections with headers and footers; the host writes the names behind tokens.", height: 480_000
  ) { parts in
    func row(_ token: String, _ use: String, _ share: Int64, _ paint: String) -> WireValue {
      parts.vstack(
        [
          parts.hstack([
            ["kind": "token", "token": .string(token), "part": "label", "style": ["weight": "medium"]],
            ["kind": "spacer"],
            parts.text(use, ["font": "subheadline", "paint": "secondary", "monospacedDigit": true]),
          ]),
          ["kind": "progress", "value": .integer(share), "style": "linear"],
        ], spacing: 7_000)
    }
    func head(_ english: String, _ hebrew: String) -> WireValue {
      parts.text(parts.say(english, hebrew), ["font": "footnote", "paint": "secondary", "case": "upper"])
    }
    let arrow = parts.symbol("chevron.forward", 11_000, "tertiary")
    func link(_ name: String, _ english: String, _ hebrew: String, _ paint: String) -> WireValue {
      parts.hstack(
        [
          parts.with(
            parts.symbol(name, 14_000, "white"),
            [parts.frame(28_000, 28_000), parts.background(parts.rounded(7_000, .string(paint)))]),
          parts.text(parts.say(english, hebrew)), ["kind": "spacer"], arrow,
        ], spacing: 12_000)
    }
    return [
      "kind": "list", "style": "insetGrouped",
      "sections": [
        [
          "header": head("Most used", "בשימוש רב"),
          "rows": [
            row(Gallery.tokens[0].token, "1 h 05 min", 780, "blue"),
            row(Gallery.tokens[1].token, "38 min", 450, "blue"),
            row(Gallery.tokens[2].token, "12 min", 140, "blue"),
          ],
          "footer": parts.text(
            parts.say("Counted on this device only.", "נספר במכשיר זה בלבד."),
            ["font": "footnote", "paint": "secondary"]),
        ],
        [
          "header": head("More", "עוד"),
          "rows": [
            link("hourglass", "App limits", "מגבלות", "orange"), link("moon.fill", "Downtime", "זמן מנוחה", "indigo"),
            link("checkmark.shield.fill", "Always allowed", "מותר תמיד", "green"),
          ],
        ],
      ],
    ]
  }

  static let meters = GalleryExhibit(
    "meters", "Progress and gauges", "Bars, rings, an unknown value, and spans of time that run by themselves.",
    height: 320_000
  ) { parts in
    func gauge(_ value: Int64, _ current: String) -> WireValue {
      ["kind": "gauge", "style": "circular", "value": .integer(value), "current": .string(current)]
    }
    let live: WireValue = [
      "kind": "progress", "from": .integer(Gallery.now - 1_800_000), "to": .integer(Gallery.now + 5_400_000),
      "label": parts.say("Until dinner", "עד ארוחת ערב"),
    ]
    return parts.vstack(
      [
        ["kind": "progress", "value": 620, "label": parts.say("Daily goal", "יעד יומי"), "current": "62 %"],
        live, ["kind": "progress", "value": 0, "label": parts.say("Nothing yet", "עדיין כלום"), "current": "0 %"],
        [
          "kind": "gauge", "value": 45_000, "minimum": 0, "maximum": 60_000,
          "label": parts.say("Minutes left", "דקות שנותרו"),
          "current": "45",
        ],
        parts.with(
          parts.hstack(
            [
              gauge(250, "25"), gauge(680, "68"), gauge(1_000, "100"),
              ["kind": "progress", "style": "circular", "value": 350],
              ["kind": "progress"],
            ], spacing: 20_000), [parts.wide("center")]),
      ], spacing: 20_000)
  }

  static let controls = GalleryExhibit(
    "controls", "Controls", "In an app's window a tap comes back as a number; in a report only the labels are drawn.",
    height: 300_000, point: .window
  ) { parts in
    func button(_ label: WireValue, _ action: Int64, role: String? = nil) -> WireValue {
      [
        "kind": "control", "form": "button", "action": .integer(action), "role": role.map { .string($0) },
        "child": label,
      ]
    }
    let filled = parts.with(
      parts.text(parts.say("Start focus", "התחל מיקוד"), ["font": "headline", "paint": "white"]),
      [["apply": "frame", "maxWidth": "fill", "height": 50_000], parts.background(parts.rounded(14_000, "accent"))])
    let link: WireValue = [
      "kind": "link", "url": "homework://more",
      "child": parts.text(parts.say("Learn more", "מידע נוסף"), ["paint": "accent"]),
    ]
    func toggle(_ english: String, _ hebrew: String, _ isOn: Bool) -> WireValue {
      ["kind": "control", "form": "toggle", "on": .bool(isOn), "child": parts.text(parts.say(english, hebrew))]
    }
    return parts.vstack(
      [
        button(filled, 1), toggle("Block games", "חסום משחקים", true),
        toggle("Allow at weekends", "אפשר בסופי שבוע", false),
        [
          "kind": "picker", "frame": ["width": 312_000, "height": 60_000],
          "title": parts.say("Choose apps", "בחר אפליקציות"),
        ],
        parts.hstack([
          button(parts.text(parts.say("Reset", "איפוס"), ["paint": "red"]), 2, role: "destructive"), ["kind": "spacer"],
          link,
        ]),
      ], spacing: 14_000)
  }

  static let notices = GalleryExhibit(
    "notices", "Redacted and unsupported", "What must not be read, and what can’t be drawn, is shown as such.",
    height: 246_000
  ) { parts in
    let hidden: WireValue = ["kind": "redacted", "lines": 2, "width": 75]
    return parts.vstack(
      [
        parts.hstack([
          parts.with(["kind": "redacted"], [parts.frame(46_000, 46_000)]),
          parts.vstack([["kind": "redacted", "lines": 1, "width": 50], hidden], spacing: 4_000),
        ]),
        parts.with(["kind": "unsupported", "type": "Canvas"], [parts.high(70_000)]),
        parts.with(
          [
            "kind": "scroll", "axis": "horizontal",
            "child": parts.hstack(
              (1...6).map { number in
                parts.with(
                  parts.text("\(number)", ["paint": "white", "weight": "bold"]),
                  [parts.frame(70_000, 44_000), parts.background(parts.rounded(10_000, "teal"))])
              }),
          ], [["apply": "frame", "maxWidth": "fill"]]),
      ], spacing: 16_000)
  }
}
