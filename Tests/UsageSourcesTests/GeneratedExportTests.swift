// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import ScreenTimeRules
import Testing

@testable import UsageSources

/// Exports of windows, presence and the tabs of two browsers with the flaws of real ones, compared with a count of
/// every half second that shares no code with the import.
@Suite struct GeneratedExportTests {
  @Test(arguments: 1...200 as ClosedRange<UInt64>)
  func `use equals a count of every half second (LIVE-AW4, LIVE-AW5, LIVE-AW7, LIVE-AW8, LIVE-USE1, LIVE-USE4)`(
    seed: UInt64
  ) throws {
    let export = GeneratedExport(seed: seed)
    let timeline = UsageTimeline(try ActivityWatchImport(contents: export.contents).samples)
    var found: [String: Int64] = [:]
    for span in timeline.spans where span.isInUse {
      for item in [span.app, span.web] {
        if let item { found[item.id, default: 0] += span.end.milliseconds(since: span.start) }
      }
    }
    #expect(found == export.countedMilliseconds, "seed \(seed): \(String(decoding: export.contents, as: UTF8.self))")
  }
}

/// Ten minutes of a device as its watchers report it, in whole seconds; counted in half seconds, where gaps are
/// divided.
private struct GeneratedExport {
  private struct Event {
    var start: Int
    var length: Int
    var label: String
    var isAudible = false

    var end: Int { start + length }
  }

  private static let seconds = 600
  private static let ticks = 0..<2 * (seconds + 60)
  /// ActivityWatch's names of the windows and the counted ids; an unreadable window has no id.
  private static let apps = ["Firefox": "wm:firefox", "Chromium": "wm:chromium", "Code": "wm:code", "unknown": ""]
  private static let hidden = "hidden.test"

  private var random: SyntheticRandom
  private var windows: [Event] = []
  private var presence: [Event]?
  private var tabs: [String: [Event]] = [:]

  init(seed: UInt64) {
    random = SyntheticRandom(seed: seed)
    windows = events(of: Self.apps.keys.sorted())
    // If no window belonged to a browser, its tabs would count for any browser; another test covers that.
    for name in ["Firefox", "Chromium"] { windows.append(Event(start: Self.seconds + 20, length: 1, label: name)) }
    windows[windows.count - 1].start += 10
    if random.chance(80) { presence = growing(events(of: ["not-afk", "afk"])) }
    for browser in ["firefox", "chromium"] where random.chance(80) {
      tabs[browser] = events(of: ["a.test", "b.test", "\(browser).test", Self.hidden])
    }
  }

  // MARK: - Making

  /// Events that mostly follow each other, but also overlap, leave gaps of all lengths, or have no length.
  private mutating func events(of labels: [String]) -> [Event] {
    var events: [Event] = []
    var starts: Set<Int> = []
    var cursor = Int(random.integer(in: 0...20))
    while cursor < Self.seconds {
      let length = random.chance(25) ? 0 : Int(random.integer(in: 1...60))
      let label = labels[Int(random.integer(in: 0...Int64(labels.count - 1)))]
      // Of two that start together neither is later, so avoid equal starts.
      if starts.insert(cursor).inserted {
        events.append(Event(start: cursor, length: length, label: label, isAudible: random.chance(30)))
      }
      let step = random.chance(20) ? Int(random.integer(in: 1...Int64(max(1, length)))) : length
      cursor += step + (random.chance(60) ? Int(random.integer(in: 0...9)) : 0) + (length == 0 ? 1 : 0)
    }
    return events
  }

  /// Repeats some starts with growing durations.
  private mutating func growing(_ events: [Event]) -> [Event] {
    var result: [Event] = []
    for event in events {
      result.append(event)
      while random.chance(30), let last = result.last {
        result.append(Event(start: last.start, length: last.length + 5, label: last.label))
      }
    }
    return result
  }

  var contents: Data {
    func text(_ events: [Event], _ data: (Event) -> String) -> [String] {
      events.reversed().map { SampleFixture.event(Double($0.start), Double($0.length), data($0)) }
    }
    var buckets = [
      ("aw-watcher-window_h", "currentwindow", text(windows) { #""app":"\#($0.label)","title":"t""# })
    ]
    if let presence {
      buckets.append(("aw-watcher-afk_h", "afkstatus", text(presence) { #""status":"\#($0.label)""# }))
    }
    for (browser, events) in tabs.sorted(by: { $0.key < $1.key }) {
      let data = text(events) {
        #""url":"https://\#($0.label)/p","audible":\#($0.isAudible),"incognito":\#($0.label == Self.hidden)"#
      }
      buckets.append(("aw-watcher-web-\(browser)", "web.tab.current", data))
    }
    return SampleFixture.export(buckets)
  }

  // MARK: - Counting

  var countedMilliseconds: [String: Int64] {
    let focus = Self.closed(windows)
    let hosts = tabs.mapValues(Self.closed)
    var sums: [String: Int64] = [:]
    for tick in Self.ticks {
      guard let app = focus[tick].flatMap({ Self.apps[$0] }), !app.isEmpty else { continue }
      let browser = app.split(separator: ":").last.map(String.init) ?? ""
      let tab = Self.winner(tabs[browser] ?? [], at: tick)
      let isPlaying = tab.map { $0.isAudible && $0.label != Self.hidden } ?? false
      let isActive = presence.map { $0.contains { $0.label == "not-afk" && Self.covers($0, tick) } } ?? true
      guard isActive || isPlaying else { continue }
      sums[app, default: 0] += 500
      if let host = hosts[browser]?[tick], host != Self.hidden { sums[host, default: 0] += 500 }
    }
    return sums
  }

  private static func covers(_ event: Event, _ tick: Int) -> Bool { 2 * event.start <= tick && tick < 2 * event.end }

  /// The event with the latest start among those that cover a tick.
  private static func winner(_ events: [Event], at tick: Int) -> Event? {
    events.filter { covers($0, tick) }.max { ($0.start, $0.length) < ($1.start, $1.length) }
  }

  /// The label of each tick, with gaps of at most five seconds given to the adjacent events: the whole gap if both have
  /// the same label, half to each otherwise. An event without a length is also adjacent.
  private static func closed(_ events: [Event]) -> [String?] {
    var labels = ticks.map { winner(events, at: $0)?.label }
    let covered = labels
    let points = Dictionary(uniqueKeysWithValues: events.filter { $0.length == 0 }.map { (2 * $0.start, $0.label) })
    var last: (end: Int, label: String)?
    for tick in ticks {
      let point = points[tick].flatMap { covered[tick] == nil ? $0 : nil }
      guard let label = point ?? covered[tick] else { continue }
      if let last, tick > last.end, tick - last.end <= 10 {
        let middle = last.label == label ? tick : (last.end + tick) / 2
        for filled in last.end..<tick { labels[filled] = filled < middle ? last.label : label }
      }
      last = (end: point == nil ? tick + 1 : tick, label: label)
    }
    return labels
  }
}
