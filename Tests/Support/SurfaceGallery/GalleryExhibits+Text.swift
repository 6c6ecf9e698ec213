// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

internal import ExtensionProtocol
internal import Surfaces

extension GalleryExhibits {
  static let type = GalleryExhibit(
    "type", "Type", "Text styles at their published sizes, weights, designs and decorations.", height: 470_000
  ) { parts in
    let ladder = TextStyle.Font.allCases.map { font -> WireValue in
      let name: WireValue = parts.direction == .leftToRight ? .string(Self.spoken(font)) : "זמן מסך"
      return parts.text(name, ["font": .string(font.rawValue)])
    }
    let weights = TextStyle.Weight.allCases.map { weight in
      parts.text(parts.say("Aa", "אב"), ["size": 19_000, "weight": .string(weight.rawValue)])
    }
    let designs = TextStyle.Design.allCases.map { design in
      parts.text(.string(design.rawValue), ["font": "footnote", "design": .string(design.rawValue)])
    }
    let marks: [WireValue] = [
      parts.text("italic", ["font": "footnote", "italic": true]),
      parts.text("under", ["font": "footnote", "underline": true]),
      parts.text("strike", ["font": "footnote", "strike": true]),
      parts.text("kern", ["font": "footnote", "kern": 3_000]),
      parts.text("upper", ["font": "footnote", "case": "upper"]),
      parts.text("Lower", ["font": "footnote", "case": "lower"]),
    ]
    return parts.vstack(
      [
        parts.vstack(ladder, spacing: 6_000), parts.hstack(weights, spacing: 9_000),
        parts.hstack(designs, spacing: 14_000),
        parts.hstack(marks, spacing: 12_000),
      ], spacing: 16_000)
  }

  static func spoken(_ font: TextStyle.Font) -> String {
    font.rawValue.reduce(into: "") { name, letter in
      if letter.isUppercase || letter.isNumber { name += " " }
      name += name.isEmpty ? letter.uppercased() : letter.lowercased()
    }
  }

  static let longText = GalleryExhibit(
    "long-text", "Long text", "Wrapping, line limits, shrinking, alignment, other scripts and mixed directions.",
    height: 400_000
  ) { parts in
    let story = parts.say(
      "A well-known story: the quick brown fox jumps over the lazy dog and, because nobody stops it, over everything else.",
      "סיפור ידוע: השועל החום המהיר קופץ מעל הכלב העצלן, וכיוון שאיש אינו עוצר אותו, גם מעל כל השאר.")
    let runs: WireValue = [
      "kind": "text",
      "runs": [
        ["text": parts.say("Runs keep ", "קטעים שומרים ")],
        ["text": parts.say("their weight", "משקל"), "style": ["weight": "bold"]], ["text": ", "],
        ["text": parts.say("their colour", "צבע"), "style": ["paint": "purple", "weight": "medium"]],
        ["break": true], ["text": parts.say("and their line breaks.", "ושורות.")],
      ],
    ]
    let rule: WireValue = ["kind": "divider"]
    return parts.vstack(
      [
        parts.text(story, ["font": "callout"]),
        parts.text(story, ["font": "callout", "weight": "semibold"], lines: 1),
        [
          "kind": "text",
          "text": parts.say("Shrinks before it is cut off, but only so far", "מתכווץ לפני שנחתך, אך רק עד גבול מסוים"),
          "lines": 1, "minimumScale": 500, "style": ["size": 26_000],
        ],
        rule, runs, rule, parts.text("蒹葭苍苍，白露为霜。所谓伊人，在水一方。溯洄从之，道阻且长。", ["font": "callout"]),
        parts.text("Ελληνικά, кириллица, עברית, العربية", ["font": "footnote", "paint": "secondary"]),
        parts.text("english then עברית then 123", ["font": "footnote", "paint": "secondary"]),
        parts.text(
          parts.say("centred,\nline by line", "ממורכז,\nשורה אחר שורה"), ["font": "footnote"], align: "center"),
      ], spacing: 12_000)
  }

  static let liveText = GalleryExhibit(
    "live-text", "Live text", "Dates and timers that the host formats when it draws, so no program runs for a clock.",
    height: 210_000
  ) { parts in
    func row(_ name: String, _ run: WireValue) -> WireValue {
      parts.hstack([
        parts.text(name, ["paint": "secondary"]), ["kind": "spacer"],
        ["kind": "text", "runs": [run], "style": ["weight": "medium", "monospacedDigit": true]],
      ])
    }
    let date = WireValue.integer(Gallery.now + 5_400_000)
    let styles = TextContent.DateStyle.allCases.map { style in
      row(style.rawValue, ["date": date, "style": .string(style.rawValue)])
    }
    let timer = row("counts down", ["from": .integer(Gallery.now - 60_000), "to": date, "countsDown": true])
    return parts.vstack(styles + [timer])
  }
}
