// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import ScreenTimeRules
import Testing
import UsageSources

/// The real export beside the repository, compared with ActivityWatch's own result and with an independent sum.
@Suite(
  .enabled(
    if: FileManager.default.fileExists(atPath: SharedData.activityWatch),
    "needs ../shared/data/activitywatch beside the repository"))
struct ActivityWatchDataTests {
  /// The result of ActivityWatch's `flood` on the same file (`data/README.md`).
  static let closed: [String: Int64] = [
    "Firefox Developer Edition": 46_937_870, "Code - Insiders": 16_330_920, "zoom": 1_958_529, "pcmanfm-qt": 970_466,
    "qterminal": 503_426, "libreoffice-writer": 205_854, "Inkscape": 134_598, "FeatherPad": 34_165, "Soffice": 13_105,
    "Firefox": 8_539, "aw-qt": 7_029, "calibre": 6_118, "lximage-qt": 3_009, "Code-insiders": 5_041, "albert": 1_003,
  ]

  @Test func `totals agree with ActivityWatch's own within 20 ms per app`() throws {
    let summary = try ActivityWatchImport(path: SharedData.activityWatch).summary
    #expect(summary.events == 3_512)
    #expect(summary.zeroLengthEvents == 668)
    #expect(summary.closedGaps == 3_507)
    #expect(summary.holes == 4)
    #expect(summary.presenceUnknown)
    #expect(summary.appMilliseconds.count == Self.closed.count)
    for (name, expected) in Self.closed {
      let total = try #require(summary.appMilliseconds["wm:\(name.lowercased())"])
      #expect(abs(total - expected) <= 20, "\(name): \(total)")
    }
    #expect(abs(summary.unreadableMilliseconds - 13_150) <= 20)
    let all = summary.appMilliseconds.values.reduce(summary.unreadableMilliseconds, +)
    #expect(abs(all - 67_132_822) <= 200)
  }

  /// Half a gap to each side (or the whole to one app), summed in doubles with `JSONSerialization`, without the
  /// import's code.
  @Test func `totals agree with an independent sum to the second`() throws {
    let root = try JSONSerialization.jsonObject(with: Data(contentsOf: URL(fileURLWithPath: SharedData.activityWatch)))
    let buckets = try #require((root as? [String: Any])?["buckets"] as? [String: [String: Any]])
    let events = try #require(buckets.values.first?["events"] as? [[String: Any]])
    let formatter = ISO8601DateFormatter()
    formatter.formatOptions = [.withInternetDateTime, .withFractionalSeconds]
    var sum: [String: Double] = [:]
    var earlier: (end: Double, app: String)?
    for event in events.reversed() {
      let text = try #require(event["timestamp"] as? String)
      // Foundation reads three digits; the file's other three are zeros.
      let parts = text.split(separator: ".")
      let time =
        parts.count == 2 ? "\(parts[0]).\(parts[1].prefix(3))Z" : text.replacingOccurrences(of: "+00:00", with: ".000Z")
      let start = try #require(formatter.date(from: time)).timeIntervalSince1970
      let duration = try #require(event["duration"] as? Double)
      let app = try #require((event["data"] as? [String: Any])?["app"] as? String)
      sum[app, default: 0] += duration
      if let earlier, start - earlier.end > 0, start - earlier.end <= 5.000_01 {
        sum[earlier.app, default: 0] += (start - earlier.end) / 2
        sum[app, default: 0] += (start - earlier.end) / 2
      }
      earlier = (start + duration, app)
    }
    let timeline = UsageTimeline(try ActivityWatchImport(path: SharedData.activityWatch).samples)
    let ledger = UseLedger(timeline.spans)
    let everything = TimeSpan(start: .distantPast, end: .distantFuture)
    #expect(!timeline.presenceKnown)
    for (app, seconds) in sum where app != "unknown" {
      let item = Item.application("wm:\(app.lowercased())")
      let total = ledger.total(
        of: ItemSelection(applications: [item]), within: everything, registry: ItemRegistry())
      #expect(abs(Double(total) / 1_000 - seconds) < 1, "\(app)")
    }
  }

  @Test func `each of the two days gets its share`() throws {
    let timeline = UsageTimeline(try ActivityWatchImport(path: SharedData.activityWatch).samples)
    let midnight = SampleFixture.midnight + 86_400_000
    let first = timeline.spans.filter { $0.start.milliseconds < midnight }
      .reduce(0) { $0 + $1.end.milliseconds(since: $1.start) }
    let second = timeline.spans.filter { $0.start.milliseconds >= midnight }
      .reduce(0) { $0 + $1.end.milliseconds(since: $1.start) }
    #expect(abs(first - 11_672_102) <= 13_200)
    #expect(abs(second - 55_460_720) <= 13_200)
  }

  @Test func `every imported record passes the decoder`() throws {
    let samples = try ActivityWatchImport(path: SharedData.activityWatch).samples
    let file = try UsageFile(contents: UsageFile.contents(of: samples))
    #expect(file.badLines.isEmpty)
    #expect(file.samples == samples)
  }
}
