// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

internal import ExtensionProtocol
internal import Surfaces

extension GalleryExhibits {
  private static let days = [
    ("Mon", "ב"), ("Tue", "ג"), ("Wed", "ד"), ("Thu", "ה"), ("Fri", "ו"), ("Sat", "ש"), ("Sun", "א"),
  ]
  private static let series = [("Education", "לימוד"), ("Games", "משחקים"), ("Social", "חברתי")]

  private static func titled(_ parts: GalleryParts, _ title: WireValue, _ chart: WireValue, _ height: Int64)
    -> WireValue
  {
    parts.vstack(
      [
        parts.text(title, ["font": "subheadline", "weight": "semibold"]), parts.with(chart, [parts.high(height)]),
      ], spacing: 8_000)
  }

  static let bars = GalleryExhibit(
    "bars", "Bar charts", "Stacked within a category, with axes, a legend and a rule.", height: 460_000
  ) { parts in
    let use: [[Int64]] = [
      [42, 30, 12], [55, 12, 20], [38, 44, 9], [61, 8, 25], [30, 52, 18], [12, 75, 30], [20, 58, 22],
    ]
    var marks: [WireValue] = []
    for (day, values) in zip(days, use) {
      for (name, value) in zip(series, values) {
        marks.append([
          "mark": "bar", "x": ["category": parts.say(day.0, day.1)], "y": .integer(value * 1_000),
          "series": parts.say(name.0, name.1),
        ])
      }
    }
    marks.append(["mark": "rule", "y": 100_000, "paint": "red"])
    let plain = zip(days, use).map { day, values -> WireValue in
      let isWeekend = day.0.hasPrefix("S")
      return [
        "mark": "bar", "x": ["category": parts.say(day.0, day.1)], "y": .integer(values[1] * 1_000),
        "paint": isWeekend ? "accent" : "gray3",
      ]
    }
    return parts.vstack(
      [
        titled(parts, parts.say("Minutes a day", "דקות ביום"), ["kind": "chart", "marks": .array(marks)], 240_000),
        titled(
          parts, parts.say("Weekends stand out", "סופי שבוע בולטים"),
          ["kind": "chart", "marks": .array(plain), "yAxis": false], 130_000),
      ], spacing: 18_000)
  }

  static let lines = GalleryExhibit(
    "lines", "Lines, areas and points", "Over values and over time.", height: 460_000
  ) { parts in
    let heights: [[Int64]] = [[20, 34, 28, 46, 40, 62, 55, 70, 64], [60, 52, 55, 43, 47, 36, 38, 30, 22]]
    var marks: [WireValue] = []
    for (place, values) in heights.enumerated() {
      for (number, value) in values.enumerated() {
        marks.append([
          "mark": "line", "x": ["value": .integer(Int64(number) * 1_000)], "y": .integer(value * 1_000),
          "series": parts.say(series[place].0, series[place].1),
        ])
      }
    }
    for (number, value) in heights[0].enumerated() {
      marks.append([
        "mark": "point", "x": ["value": .integer(Int64(number) * 1_000)], "y": .integer(value * 1_000),
        "series": parts.say(series[0].0, series[0].1),
      ])
    }
    let start = Gallery.now - 86_400_000
    let area = (0...24).map { hour -> WireValue in
      let wave: [Int64] = [4, 2, 1, 0, 0, 2, 8, 14, 22, 30, 26, 20, 24, 34, 30, 28, 36, 48, 52, 60, 54, 40, 22, 10, 5]
      return [
        "mark": "area", "x": ["time": .integer(start + Int64(hour) * 3_600_000)], "y": .integer(wave[hour] * 1_000),
        "paint": "purple",
      ]
    }
    return parts.vstack(
      [
        titled(parts, parts.say("Two series", "שתי סדרות"), ["kind": "chart", "marks": .array(marks)], 210_000),
        titled(
          parts, parts.say("A day, hour by hour", "יום, שעה אחר שעה"), ["kind": "chart", "marks": .array(area)], 150_000
        ),
      ], spacing: 18_000)
  }

  static let pies = GalleryExhibit(
    "pies", "Sectors and empty data", "Shares of a whole; a chart without data keeps its place.", height: 420_000
  ) { parts in
    let shares: [Int64] = [52, 31, 17]
    let marks = zip(series, shares).map { name, share -> WireValue in
      ["mark": "sector", "angle": .integer(share * 1_000), "series": parts.say(name.0, name.1)]
    }
    let none: WireValue = ["kind": "chart", "marks": [["mark": "sector", "angle": 0]]]
    return parts.vstack(
      [
        titled(parts, parts.say("This week", "השבוע"), ["kind": "chart", "marks": .array(marks)], 200_000),
        parts.hstack(
          [
            titled(parts, parts.say("No shares", "אין חלקים"), none, 110_000),
            titled(parts, parts.say("No marks", "אין סימנים"), ["kind": "chart", "marks": []], 110_000),
          ], spacing: 16_000),
      ], spacing: 18_000)
  }
}
