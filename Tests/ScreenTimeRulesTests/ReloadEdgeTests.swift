// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import ScreenTimeRules

/// Requests of widgets that wait while another runs, while credit is short or while a policy is due.
@Suite struct ReloadEdgeTests {
  private let now = Bench.time("2026-10-19 08:00Z")

  private func later(_ milliseconds: Int64) -> Timestamp { now.advanced(by: milliseconds) }

  /// Asks for a reload, and starts it as soon as it may.
  private func start(_ reason: ReloadReason, of reloads: inout WidgetReloads, from time: Timestamp) -> Timestamp {
    _ = reloads.ask(reason, at: time)
    let start = reloads.start(from: time) ?? time
    _ = reloads.begin(at: start)
    return start
  }

  @Test func `a request that comes while another runs is never granted at once`() {
    for reason in ReloadReason.allCases {
      var reloads = WidgetReloads(at: now)
      _ = start(reason.isCounted ? .person : .effect, of: &reloads, from: now)
      #expect(reloads.ask(reason, at: later(5)) == .deferred(until: later(5)))
      #expect(reloads.waiting?.reason == reason && reloads.start(from: later(5)) == nil)
    }
  }

  @Test func `a request that was not sent gives back its own price alone`() {
    var reloads = WidgetReloads(at: now)
    _ = start(.effect, of: &reloads, from: now)
    reloads.end(isSuccess: true, at: now)
    let second = start(.effect, of: &reloads, from: now)
    #expect(second == later(300_000))
    let left = ReloadCredit.full - ReloadCredit.price + 300_000
    #expect(reloads.credit.amount(at: second) == left - ReloadCredit.price)
    reloads.wasNotSent()
    #expect(reloads.credit.amount(at: second) == left)
    // An exempt one has no price.
    var exempt = WidgetReloads(at: now)
    _ = start(.effect, of: &exempt, from: now)
    exempt.end(isSuccess: true, at: now)
    _ = start(.person, of: &exempt, from: later(1))
    exempt.wasNotSent()
    #expect(exempt.credit.amount(at: later(1)) == ReloadCredit.full - ReloadCredit.price + 1)
  }

  @Test func `a request that waits for credit takes the place of a retry, also if that would come first`() {
    var (reloads, time) = (WidgetReloads(at: now), now)
    for _ in 0..<40 {
      time = start(.effect, of: &reloads, from: time)
      reloads.end(isSuccess: true, at: time)
    }
    #expect(reloads.credit.amount(at: time) == 0)
    time = start(.effect, of: &reloads, from: time)
    reloads.end(isSuccess: false, at: time)
    #expect(reloads.nextDue(from: time) == time.advanced(by: 300_000))
    let decision = reloads.ask(.effect, at: time)
    #expect(decision == .deferred(until: time.advanced(by: 1_800_000)))
    #expect(reloads.retryAt == time.advanced(by: 300_000))
    #expect(reloads.nextDue(from: time) == time.advanced(by: 1_800_000))
  }

  @Test func `a policy that comes due is not asked for while a request waits or runs, and is not forgotten`() {
    var widget = WidgetInstance(
      id: "i", family: Bench.family, kind: "k", size: "systemSmall", parameters: [], place: 0, at: now)
    let entry = WidgetArchive.Entry(date: now, number: 0)
    _ = widget.content.accept([entry], .after(later(5_000)), digest: "a", at: now)
    _ = start(.effect, of: &widget.reloads, from: now)
    let whileRunning = widget.askDue(at: later(6_000)).map(\.0)
    #expect(widget.nextDue(from: later(6_000)) == nil)
    widget.reloads.end(isSuccess: true, at: later(6_000))
    // The next counted request waits until five minutes after the first.
    _ = widget.reloads.ask(.effect, at: later(6_000))
    let whileWaiting = widget.askDue(at: later(7_000)).map(\.0)
    #expect(widget.nextDue(from: later(7_000)) == later(300_000))
    #expect(!widget.needsStore(at: later(7_000)) && widget.needsStore(at: later(300_000)))
    #expect(whileRunning == [] && whileWaiting == [] && widget.content.due == later(5_000))
  }
}
