// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import ScreenTimeRules

/// What a widget remembers of a policy that it asked for, a credit that it saved and timelines that were replaced.
@Suite struct WidgetUpkeepTests {
  private let now = Bench.time("2026-10-19 08:00Z")

  private func later(_ milliseconds: Int64) -> Timestamp { now.advanced(by: milliseconds) }
  private func after(minutes: Int64) -> Timestamp { later(minutes * 60_000) }

  @Test func `credit that was saved since the last reload survives a clock that is set`() {
    var credit = ReloadCredit(at: now)
    credit.spend(at: now)
    let new = later(-3_600_000)
    credit.clockWasSet(from: later(600_000), to: new)
    #expect(credit.amount(at: new) == ReloadCredit.full - ReloadCredit.price + 600_000)
    #expect(credit.amount(at: new.advanced(by: 5)) == ReloadCredit.full - ReloadCredit.price + 600_005)
  }

  @Test func `a policy that was asked for is not due any more, and after a failure the widget waits for the retry`() {
    var widget = WidgetInstance(
      id: "i", family: Bench.family, kind: "k", size: "systemSmall", parameters: [], place: 0, at: now)
    let entry = WidgetArchive.Entry(date: now, number: 0)
    _ = widget.content.accept([entry], .after(later(5_000)), digest: "a", at: now)
    let asked = widget.askDue(at: later(5_000)).map(\.0)
    #expect(asked == [.policy] && widget.content.due == nil)
    _ = widget.reloads.begin(at: later(5_000))
    widget.reloads.end(isSuccess: false, at: later(6_000))
    #expect(widget.nextDue(from: later(6_000)) == later(306_000))
    #expect(!widget.needsStore(at: later(6_000)) && widget.needsStore(at: later(306_000)))
  }

  @Test func `the wait after a first timeline without entries moves with a clock that is set`() {
    var content = WidgetContent()
    _ = content.accept([], .atEnd, digest: "a", at: now)
    #expect(content.due == later(900_000))
    let isStranded = content.clockWasSet(from: now, to: later(-3_600_000))
    #expect(!isStranded && content.due == later(-2_700_000))
  }

  @Test func `the relevance of a timeline counts until the next took over, also if nobody looked in between`() {
    var content = WidgetContent()
    for (entry, score, accepted) in [(0, 9_000, 0), (30, 1_000, 10), (60, 500, 40)] as [(Int64, Int64, Int64)] {
      _ = content.accept(
        [WidgetArchive.Entry(date: after(minutes: entry), score: score, number: 0)], .never, digest: "\(entry)",
        at: after(minutes: accepted))
    }
    #expect(content.generations == [3, 2] && content.shown == WidgetContent.Shown(generation: 2, number: 0))
    #expect(content.record?.peaks == [RelevanceRecord.Peak(score: 9_000, until: after(minutes: 30))])
    #expect(content.record?.last == RelevanceWindow(score: 9_000, start: now, end: nil))
    #expect(content.relevance(at: after(minutes: 40))?.score == 1_000)
    #expect(content.largestScore(at: after(minutes: 40)) == 9_000)
  }
}
