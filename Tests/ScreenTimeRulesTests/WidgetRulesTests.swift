// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import ScreenTimeRules

/// Reloads, credit and timelines of placed widgets.
@Suite struct WidgetRulesTests {
  private let now = Bench.time("2026-10-19 08:00Z")
  private static let hour: Int64 = 3_600_000

  private func entries(_ offsets: Int64...) -> [WidgetArchive.Entry] {
    offsets.enumerated().map { WidgetArchive.Entry(date: now.advanced(by: $1), number: $0) }
  }

  private func content(_ offsets: Int64..., policy: ReloadPolicy = .atEnd) -> WidgetContent {
    var content = WidgetContent()
    let all = offsets.enumerated().map { WidgetArchive.Entry(date: now.advanced(by: $1), number: $0) }
    _ = content.accept(all, policy, digest: "a", at: now)
    return content
  }

  // MARK: - Stored

  @Test func `an entry that comes up changes nothing that is stored, also before it is shown`() {
    let content = content(0, Self.hour, 2 * Self.hour)
    for due in (0...4).map({ now.advanced(by: $0 * Self.hour / 2) }) {
      var shown = content
      _ = shown.advance(to: due)
      #expect(content.stored(at: due) == content.stored(at: now))
      #expect(shown.stored(at: due) == content.stored(at: now))
      for later in [due, due.advanced(by: Self.hour)] {
        var (kept, read) = (shown, content.stored(at: due))
        #expect(read.shown == nil)
        _ = (kept.advance(to: later), read.advance(to: later))
        #expect(read == kept)
      }
    }
  }

  @Test func `an entry that no reader finds by the clock is stored`() {
    var content = content(0)
    let isStranded = content.clockWasSet(from: now, to: now.advanced(by: -Self.hour))
    let stored = content.stored(at: now.advanced(by: -Self.hour))
    #expect(isStranded && stored.shown != nil && stored == content)
  }

  // MARK: - Credit

  @Test func `a burst has 22 reloads, a day at most 70, and 48 go on steadily (WIDGET-W21)`() {
    var reloads = WidgetReloads(at: now)
    var starts: [Timestamp] = []
    var time = now
    while time < now.advanced(by: 72 * Self.hour) {
      _ = reloads.ask(.effect, at: time)
      guard let start = reloads.start(from: time), reloads.begin(at: start) != nil else { break }
      starts.append(start)
      reloads.end(isSuccess: true, at: start)
      time = start
    }
    func count(from: Int64, to: Int64) -> Int {
      starts.count { now.advanced(by: from * Self.hour) <= $0 && $0 < now.advanced(by: to * Self.hour) }
    }
    // Five minutes apart, the credit of 22 lasts a little longer, because it grows between requests.
    #expect(starts.prefix(22).last == now.advanced(by: 21 * WidgetReloads.countedGap))
    #expect((60...70).contains(count(from: 0, to: 24)))
    #expect(count(from: 24, to: 48) == 48)
    for start in starts {
      #expect(starts.count { start <= $0 && $0.milliseconds(since: start) < 24 * Self.hour } <= 70)
    }
    #expect(zip(starts, starts.dropFirst()).allSatisfy { $1.milliseconds(since: $0) >= WidgetReloads.countedGap })
  }

  @Test func `setting the clock neither earns nor costs credit (WIDGET-W17)`() {
    var reloads = WidgetReloads(at: now)
    _ = reloads.ask(.effect, at: now)
    _ = reloads.begin(at: now)
    let left = reloads.credit.amount(at: now)
    let later = now.advanced(by: 100 * Self.hour)
    reloads.clockWasSet(from: now, to: later)
    #expect(reloads.credit.amount(at: later) == left)
    reloads.clockWasSet(from: later, to: now)
    #expect(reloads.credit.amount(at: now) == left)
  }

  @Test func `exempt reloads cost nothing and start a second apart (WIDGET-W19, WIDGET-W22)`() {
    var reloads = WidgetReloads(at: now)
    for reason in ReloadReason.allCases where !reason.isCounted {
      _ = reloads.ask(reason, at: now)
      let start = reloads.start(from: now) ?? .distantFuture
      #expect(start <= now.advanced(by: 8 * WidgetReloads.exemptGap))
      #expect(reloads.begin(at: start)?.reason == reason)
      reloads.end(isSuccess: true, at: start)
    }
    #expect(reloads.credit.amount(at: now) == ReloadCredit.full)
    #expect(ReloadReason.allCases.filter(\.isCounted) == [.policy, .effect, .push, .retry])
  }

  // MARK: - One runs, one waits

  @Test func `later requests fold into the waiting one, and an exempt one makes it exempt (WIDGET-W8)`() {
    var reloads = WidgetReloads(at: now)
    #expect(reloads.ask(.effect, at: now) == .granted)
    #expect(reloads.begin(at: now)?.reason == .effect)
    #expect(reloads.ask(.effect, at: now) == .deferred(until: now.advanced(by: WidgetReloads.countedGap)))
    #expect(reloads.ask(.policy, at: now) == .coalesced(into: .effect))
    #expect(reloads.ask(.person, at: now) == .coalesced(into: .person))
    #expect(reloads.start(from: now) == nil)
    #expect(reloads.begin(at: now) == nil)
    reloads.end(isSuccess: true, at: now)
    #expect(reloads.start(from: now) == now)
    #expect(reloads.begin(at: now)?.reason == .person)
    #expect(reloads.waiting == nil)
  }

  @Test func `asks again 5, 15 and then 60 minutes after a failure (WIDGET-W16)`() {
    var reloads = WidgetReloads(at: now)
    for minutes in [5, 15, 60, 60] as [Int64] {
      _ = reloads.ask(.person, at: now)
      _ = reloads.begin(at: reloads.start(from: now) ?? now)
      reloads.end(isSuccess: false, at: now)
      #expect(reloads.retryAt == now.advanced(by: minutes * 60_000))
    }
    _ = reloads.ask(.person, at: now)
    _ = reloads.begin(at: now.advanced(by: Self.hour))
    reloads.end(isSuccess: true, at: now)
    #expect(reloads.retryAt == nil)
    #expect(reloads.failures == 0)
  }

  @Test func `a request that a killed host was carrying out waits again (WIDGET-W23)`() {
    var reloads = WidgetReloads(at: now)
    _ = reloads.ask(.placed, at: now)
    _ = reloads.begin(at: now)
    reloads.wasInterrupted()
    #expect(reloads.waiting?.reason == .placed)
    #expect(reloads.running == nil)
  }

  // MARK: - Timelines

  @Test func `the current entry is the last whose date has come, never an early one (WIDGET-W11)`() {
    let content = content(0, Self.hour, 2 * Self.hour)
    #expect(content.shown?.number == 0)
    #expect(content.nextChange(after: now) == now.advanced(by: Self.hour))
    var later = content
    let changesEarly = later.advance(to: now.advanced(by: Self.hour - 1))
    #expect(!changesEarly)
    let changesOnTime = later.advance(to: now.advanced(by: Self.hour))
    #expect(changesOnTime)
    #expect(later.shown?.number == 1)
    let changesLater = later.advance(to: now.advanced(by: 9 * Self.hour))
    #expect(changesLater)
    #expect(later.shown?.number == 2)
    #expect(later.nextChange(after: now.advanced(by: 9 * Self.hour)) == nil)
  }

  @Test func `entries are sorted, and of equal dates the later element wins (WIDGET-W10)`() {
    let archive = WidgetArchive(
      generation: 1, entries: entries(Self.hour, 0, Self.hour), policy: .never, digest: "", at: now)
    #expect(archive.entries.map(\.number) == [1, 2])
    #expect(archive.remarks == [.duplicateDate])
    let dense = WidgetArchive(generation: 1, entries: entries(0, 3_000, 6_000), policy: .never, digest: "", at: now)
    #expect(dense.remarks == [.dense])
    #expect(dense.entries.count == 3)
  }

  @Test func `the old timeline goes on until the first entry of the new one (WIDGET-W12, WIDGET-W39)`() {
    var content = content(0)
    _ = content.accept(entries(Self.hour), .never, digest: "b", at: now)
    #expect(content.shown == WidgetContent.Shown(generation: 1, number: 0))
    #expect(content.generations == [2, 1])
    _ = content.advance(to: now.advanced(by: Self.hour))
    #expect(content.shown == WidgetContent.Shown(generation: 2, number: 0))
    #expect(content.generations == [2])
    var fresh = WidgetContent()
    _ = fresh.accept(entries(Self.hour), .never, digest: "b", at: now)
    #expect(fresh.shown == nil)
  }

  @Test func `policies are due at the last entry, at their date but not before now, or never (WIDGET-W13)`() {
    #expect(content(0, Self.hour).due == now.advanced(by: Self.hour))
    #expect(content(0, policy: .never).due == nil)
    #expect(content(0, policy: .after(now.advanced(by: -5))).due == now)
    #expect(content(0, policy: .after(now.advanced(by: 5))).due == now.advanced(by: 5))
  }

  @Test func `an empty timeline keeps the content and is asked for again in 15 minutes (WIDGET-W14)`() {
    var content = content(0)
    let (_, remarks) = content.accept([], .atEnd, digest: "", at: now)
    #expect(remarks == [.empty])
    #expect(content.shown == WidgetContent.Shown(generation: 1, number: 0))
    #expect(content.due == now.advanced(by: 900_000))
  }

  @Test func `a clock set back keeps what is drawn and asks for a new timeline (WIDGET-W17)`() {
    var content = content(0, Self.hour)
    let before = now.advanced(by: -5 * Self.hour)
    let shown = content.shown
    let isStranded = content.clockWasSet(from: now, to: before)
    #expect(isStranded)
    #expect(content.shown == shown)
    let isStrandedAgain = content.clockWasSet(from: before, to: now)
    #expect(!isStrandedAgain)
  }

  @Test func `the same trees are unchanged (WIDGET-W18)`() {
    var content = content(0)
    #expect(content.accept(entries(0), .atEnd, digest: "a", at: now).isUnchanged)
    #expect(!content.accept(entries(0), .atEnd, digest: "b", at: now).isUnchanged)
  }

  @Test(arguments: 1...20 as ClosedRange<UInt64>)
  func `whatever happens, an instance has one running and one waiting request and pays for each counted start`(
    seed: UInt64
  ) {
    var random = SeededGenerator(seed: seed)
    var instance = WidgetInstance(
      id: "w", family: Bench.family, kind: "k", size: "systemSmall", parameters: [], place: 0, at: now)
    var time = now
    var starts = 0
    for _ in 0..<400 {
      time = time.advanced(by: Int64.random(in: 0...1_800_000, using: &random))
      _ = instance.content.advance(to: time)
      _ = instance.askDue(at: time)
      if Bool.random(using: &random), let reason = ReloadReason.allCases.randomElement(using: &random) {
        _ = instance.reloads.ask(reason, at: time)
      }
      let start = instance.reloads.start(from: time)
      if let request = instance.reloads.begin(at: time) {
        #expect(start == time)
        if request.reason.isCounted { starts += 1 }
        let isSuccess = Int.random(in: 0..<4, using: &random) > 0
        instance.reloads.end(isSuccess: isSuccess, at: time)
        if isSuccess {
          _ = instance.content.accept(
            [WidgetArchive.Entry(date: time, number: 0)], .atEnd, digest: "\(starts)", at: time)
        }
      } else {
        #expect(start.map { time < $0 } ?? (instance.reloads.waiting == nil))
      }
      #expect(instance.reloads.credit.amount(at: time) >= 0)
    }
    let elapsed = time.milliseconds(since: now)
    #expect(Int64(starts) <= 22 + elapsed / ReloadCredit.price)
  }
}
