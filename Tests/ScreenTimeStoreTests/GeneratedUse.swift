// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import ScreenTimeRules

/// Counted use over the clock changes of autumn 2026, generated from a seed, and a simple way to sum it.
struct GeneratedUse {
  private var state: UInt64
  /// Saturday, 3 October 2026, 06:00 UTC: Lord Howe's clock change is that night, Berlin's and America's follow.
  private var now = Timestamp(milliseconds: 1_791_007_200_000)

  init(seed: UInt64) { state = seed }

  mutating func number(_ range: ClosedRange<Int>) -> Int {
    // Knuth's MMIX generator.
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return range.lowerBound + Int((state >> 33) % UInt64(range.count))
  }

  mutating func setBack(by milliseconds: Int64) { now = now.advanced(by: -milliseconds) }

  mutating func instant(in spans: [UseSpan]) -> Timestamp {
    let span = spans[number(0...spans.count - 1)]
    return span.start.advanced(by: Int64(number(0...Int(span.end.milliseconds(since: span.start)))))
  }

  /// Spans of seconds to hours: a third without a person, some of a browser and its page, and items whose category
  /// changes.
  mutating func spans(_ count: Int) -> [UseSpan] {
    (0..<count).map { _ in
      let start = now
      // A tenth of the spans end on a quarter hour, to the millisecond.
      let length =
        number(0...9) == 0 ? 900_000 - now.milliseconds % 900_000 : Int64(number(1...9_000_000) / number(1...20) + 1)
      now = now.advanced(by: length)
      guard number(0...2) > 0 else { return UseSpan(start: start, end: now, isPresent: false) }
      let presenceKnown = number(0...5) > 0
      let app = number(0...5) > 0 ? Item.application("app \(number(0...5))") : nil
      let appCategory = app.map { _ in Item.category("\(number(1...2))") }
      let web = app == .application("app 0") ? Item.webDomain("site\(number(0...3)).example") : nil
      let webCategory = web.map { _ in Item.category("\(number(2...3))") }
      return UseSpan(
        start: start, end: now,
        front: RecordedForeground(
          app: app, appCategory: appCategory, web: web, webCategory: webCategory, isPresent: true,
          presenceKnown: presenceKnown))
    }
  }

  static func calendar(_ zone: String) -> Calendar {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = TimeZone(identifier: zone) ?? .gmt
    return calendar
  }

  static func units(
    _ unit: Calendar.Component, from start: Timestamp, to end: Timestamp, _ calendar: Calendar
  ) -> [TimeSpan] {
    var units: [TimeSpan] = []
    var next = calendar.dateInterval(of: unit, for: start.date)?.start ?? start.date
    while Timestamp(next) < end, let interval = calendar.dateInterval(of: unit, for: next) {
      // Foundation leaves out the rest of an hour that is cut in half by a clock change.
      let unitEnd = next < interval.start ? interval.start : interval.end
      units.append(TimeSpan(start: Timestamp(next), end: Timestamp(unitEnd)))
      next = unitEnd
    }
    return units
  }

  static func name(_ span: UseSpan) -> String {
    [span.app, span.appCategory, span.web, span.webCategory].map { $0?.id ?? "–" }.joined(separator: " ")
      + " \(span.isPresent) \(span.presenceKnown)"
  }

  /// Merges adjacent spans of use into runs.
  static func runs(of use: [UseSpan]) -> [TimeSpan] {
    use.reduce(into: []) { runs, span in
      if runs.last?.end == span.start {
        runs[runs.count - 1].end = span.end
      } else {
        runs.append(TimeSpan(start: span.start, end: span.end))
      }
    }
  }
}
