// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import ScreenTimeRules

/// The scores that are remembered of replaced timelines, and the instants at which relevance changes.
@Suite struct RelevanceRecordTests {
  private typealias Peak = RelevanceRecord.Peak

  private let now = Bench.time("2026-10-19 08:00Z")
  private static let minute: Int64 = 60_000
  private static let hour: Int64 = 60 * minute

  private func later(_ milliseconds: Int64) -> Timestamp { now.advanced(by: milliseconds) }
  private func after(minutes: Int64) -> Timestamp { later(minutes * Self.minute) }

  private func window(_ score: Int64, _ start: Int64, _ end: Int64?) -> RelevanceWindow {
    RelevanceWindow(score: score, start: later(start), end: end.map { later($0) })
  }

  /// A record of windows, each of a timeline that was replaced at the end of its window.
  private func record(_ windows: RelevanceWindow...) -> RelevanceRecord {
    var record = RelevanceRecord()
    for window in windows { record.take([window], until: window.end ?? now) }
    return record
  }

  private func accept(
    _ entries: [(minute: Int64, score: Int64?, seconds: Int64)], into content: inout WidgetContent, at minute: Int64
  ) {
    _ = content.accept(
      entries.enumerated().map { number, entry in
        WidgetArchive.Entry(
          date: after(minutes: entry.minute), score: entry.score, durationS: entry.seconds, number: number)
      }, .never, digest: "\(minute)", at: after(minutes: minute))
  }

  // MARK: Peaks

  @Test func `a window that would have begun after its timeline was replaced is not remembered`() {
    let (begun, coming) = (window(5, 0, nil), window(9, 2_000, nil))
    for windows in [[begun], [begun, coming]] {
      var record = RelevanceRecord()
      record.take(windows, until: later(1_000))
      #expect(record.peaks == [Peak(score: 5, until: later(1_000))] && record.last == begun)
    }
    // One that begins at the instant of the replacement was never shown.
    for instant in [1_999, 2_000] as [Int64] {
      var record = RelevanceRecord()
      record.take([coming], until: later(instant))
      #expect(record == RelevanceRecord())
      record.take([begun, coming], until: later(instant))
      #expect(record.peaks == [Peak(score: 5, until: later(instant))] && record.last == begun)
    }
  }

  @Test func `only a positive score is remembered`() {
    for score in [-1, 0, 1, 2] as [Int64] {
      #expect(record(window(score, 0, 1_000)).peaks.map(\.score) == (score > 0 ? [score] : []))
    }
  }

  @Test func `falling scores of one hour are one peak until the last of them, and those of the next hour another`() {
    let first = window(9, -1_000, 0)
    #expect(record(first).peaks == [Peak(score: 9, until: now)])
    let second = window(5, 0, Self.hour - 1)
    #expect(record(first, second).peaks == [Peak(score: 9, until: later(Self.hour - 1))])
    let third = window(4, Self.hour - 1, Self.hour)
    #expect(
      record(first, second, third).peaks == [
        Peak(score: 9, until: later(Self.hour - 1)), Peak(score: 4, until: later(Self.hour)),
      ])
  }

  @Test func `a score that is not higher and did not last longer than another is not kept`() {
    // Of the same length, of the same score, and lower as well as shorter.
    #expect(record(window(1, 0, 1_000), window(9, 0, 1_000)).peaks == [Peak(score: 9, until: later(1_000))])
    let long = 2 * Self.hour
    #expect(record(window(9, 0, 1_000), window(9, 1_000, long)).peaks == [Peak(score: 9, until: later(long))])
    #expect(record(window(1, 0, 1_000), window(9, 1_000, long)).peaks == [Peak(score: 9, until: later(long))])
  }

  @Test func `a lower score that lasted longer is kept beside a higher one`() {
    let peaks = record(window(5, 0, 3 * Self.hour), window(9, 0, Self.hour)).peaks
    #expect(peaks == [Peak(score: 9, until: later(Self.hour)), Peak(score: 5, until: later(3 * Self.hour))])
    // The clock was set back within the hour.
    let (short, long) = (20 * Self.minute, 50 * Self.minute)
    #expect(record(window(5, 0, long), window(9, 0, short)).peaks == [Peak(score: 9, until: later(long))])
  }

  // MARK: Replaced timelines

  @Test func `scores of a timeline count until the next one takes over, which is not before it was accepted`() {
    // The entries of the new timeline begin at minute 30, or began at minute 5.
    for (entry, takesOver) in [(30, 30), (5, 10)] as [(Int64, Int64)] {
      var content = WidgetContent()
      accept([(0, 9_000, 0)], into: &content, at: 0)
      accept([(entry, 1_000, 0)], into: &content, at: 10)
      _ = content.advance(to: after(minutes: 30))
      #expect(content.record?.peaks == [Peak(score: 9_000, until: after(minutes: takesOver))])
      #expect(content.record?.last == window(9_000, 0, nil))
    }
  }

  @Test func `timelines that state no relevance leave no record, and old scores go with them`() {
    let week: Int64 = 7 * 24 * 60
    var silent = WidgetContent()
    for minute in [0, 10, 20] as [Int64] { accept([(minute, nil, 0)], into: &silent, at: minute) }
    #expect(silent.record == nil && silent.largestScore(at: after(minutes: 30)) == 0)

    var content = WidgetContent()
    accept([(0, 9_000, 600)], into: &content, at: 0)
    accept([(60, nil, 0)], into: &content, at: 60)
    #expect(content.record?.peaks == [Peak(score: 9_000, until: after(minutes: 10))])
    accept([(11 + week, nil, 0)], into: &content, at: 11 + week)
    #expect(content.record?.peaks == [])
  }

  @Test func `an entry that comes up when the next timeline takes over says nothing any more`() {
    var content = WidgetContent()
    accept([(0, 5_000, 0), (30, 7_000, 0)], into: &content, at: 0)
    accept([(30, nil, 0)], into: &content, at: 10)
    #expect([29, 30, 31].map { content.relevance(at: after(minutes: $0))?.score } == [5_000, 5_000, 5_000])
  }

  // MARK: Now

  @Test func `a score counts as the largest from its start on, and without any the largest is zero`() {
    #expect(WidgetContent().largestScore(at: now) == 0)
    var content = WidgetContent()
    accept([(60, 9_000, 0), (90, 10_000, 0)], into: &content, at: 0)
    let start = after(minutes: 60)
    #expect([-1, 0, 1].map { content.largestScore(at: start.advanced(by: $0)) } == [0, 9_000, 9_000])
  }

  @Test func `relevance changes at each start and end of a window`() {
    var content = WidgetContent()
    accept([(0, 5_000, 600), (60, 3_000, 0)], into: &content, at: 0)
    let changes: [(past: Int64, next: Int64?)] = [(-1, 0), (0, 10), (9, 10), (10, 60), (59, 60), (60, nil)]
    for (past, next) in changes {
      let found = content.nextRelevanceChange(after: after(minutes: past))
      #expect(found == next.map { after(minutes: $0) }, "after \(past)")
    }
    let cases: [(past: Int64, now: Int64, change: Int64?)] = [
      (-2, -1, nil), (-1, 0, 0), (0, 0, nil), (-1, 9, 0), (0, 9, nil), (0, 10, 10), (0, 59, 10), (0, 60, 60),
      (10, 59, nil), (10, 60, 60), (59, 99, 60), (60, 99, nil),
    ]
    for (past, now, change) in cases {
      let found = content.lastRelevanceChange(after: after(minutes: past), until: after(minutes: now))
      #expect(found == change.map { after(minutes: $0) }, "after \(past) until \(now)")
    }
  }
}
