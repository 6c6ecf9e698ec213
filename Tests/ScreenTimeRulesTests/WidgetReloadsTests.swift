// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import ScreenTimeRules

/// The reloads of one widget when its process is not reached, the host dies or the clock is set.
@Suite struct WidgetReloadsTests {
  private let now = Bench.time("2026-10-19 08:00Z")

  private func later(_ milliseconds: Int64) -> Timestamp { now.advanced(by: milliseconds) }

  /// A widget whose request for this reason is running.
  private func running(_ reason: ReloadReason) -> WidgetReloads {
    var reloads = WidgetReloads(at: now)
    _ = reloads.ask(reason, source: "app activate", at: now)
    _ = reloads.begin(at: now)
    return reloads
  }

  @Test func `a request keeps its source and the instant at which it was first asked for`() {
    var reloads = running(.effect)
    #expect(reloads.running == ReloadRequest(reason: .effect, source: "app activate", askedAt: now))
    _ = reloads.ask(.policy, at: later(5))
    _ = reloads.ask(.person, source: "console", at: later(9))
    #expect(reloads.waiting == ReloadRequest(reason: .person, source: "console", askedAt: later(5)))
    // An exempt one that waits is not replaced by a second exempt one, and a counted one never replaces any.
    _ = reloads.ask(.configured, at: later(10))
    _ = reloads.ask(.push, at: later(11))
    #expect(reloads.waiting == ReloadRequest(reason: .person, source: "console", askedAt: later(5)))
  }

  @Test func `counted and exempt starts keep their own distances (WIDGET-W22)`() {
    var reloads = running(.effect)
    reloads.end(isSuccess: true, at: now)
    #expect(reloads.lastCounted == now && reloads.lastExempt == nil)
    #expect(reloads.ask(.person, at: later(1)) == .granted)
    #expect(reloads.begin(at: later(1)) != nil)
    reloads.end(isSuccess: true, at: later(1))
    #expect(reloads.lastCounted == now && reloads.lastExempt == later(1))
    #expect(reloads.ask(.effect, at: later(2)) == .deferred(until: later(300_000)))
    #expect(reloads.start(from: later(2)) == later(300_000))
    #expect(reloads.begin(at: later(299_999)) == nil)
    #expect(reloads.begin(at: later(300_000))?.reason == .effect)
    reloads.end(isSuccess: true, at: later(300_000))
    #expect(reloads.ask(.person, at: later(1_000)) == .deferred(until: later(1_001)))
  }

  @Test func `an empty credit defers until the price is saved, to the millisecond (WIDGET-W21)`() {
    var credit = ReloadCredit(at: now)
    for _ in 0..<22 { credit.spend(at: now) }
    #expect(credit.amount(at: now) == 0)
    #expect(credit.affordable(from: now) == later(1_800_000))
    #expect(credit.affordable(from: later(1_799_999)) == later(1_800_000))
    #expect(credit.affordable(from: later(1_800_001)) == later(1_800_001))
    // A clock before the last look earns nothing, and the credit never exceeds what is full.
    #expect(credit.amount(at: later(-1)) == 0)
    #expect(credit.amount(at: later(39_599_999)) == ReloadCredit.full - 1)
    #expect(credit.amount(at: later(99_000_000)) == ReloadCredit.full)
    #expect(credit.amount(at: .distantFuture) == ReloadCredit.full)
  }

  @Test func `a request that was not sent waits again and gets its price back (WIDGET-W23)`() {
    var reloads = running(.effect)
    #expect(reloads.credit.amount(at: now) == ReloadCredit.full - ReloadCredit.price)
    reloads.wasNotSent()
    #expect(reloads.credit.amount(at: now) == ReloadCredit.full)
    #expect(reloads.running == nil && reloads.waiting?.reason == .effect)

    var exempt = running(.person)
    exempt.wasNotSent()
    #expect(exempt.credit.amount(at: now) == ReloadCredit.full)
    #expect(exempt.waiting?.reason == .person)
    var none = WidgetReloads(at: now)
    none.wasNotSent()
    none.wasInterrupted()
    #expect(none == WidgetReloads(at: now))
  }

  @Test(arguments: [
    (ReloadReason.effect, ReloadReason.policy, ReloadReason.policy), (.effect, .person, .person),
    (.person, .effect, .person), (.person, .configured, .person),
  ])
  func `an unfinished request and the one that waits become one, exempt if either is`(
    _ first: ReloadReason, _ second: ReloadReason, _ left: ReloadReason
  ) {
    for unfinished in [{ $0.wasInterrupted() }, { $0.wasNotSent() }] as [(inout WidgetReloads) -> Void] {
      var reloads = running(first)
      _ = reloads.ask(second, at: later(1))
      unfinished(&reloads)
      #expect(reloads.running == nil)
      #expect(reloads.waiting?.reason == left)
    }
  }

  @Test(arguments: ReloadReason.allCases)
  func `an unfinished request waits again as it was if no other waits`(_ reason: ReloadReason) {
    for unfinished in [{ $0.wasInterrupted() }, { $0.wasNotSent() }] as [(inout WidgetReloads) -> Void] {
      var reloads = running(reason)
      let request = reloads.running
      unfinished(&reloads)
      #expect(reloads.running == nil && reloads.waiting == request && request?.reason == reason)
    }
  }

  @Test func `an interrupted start was paid for`() {
    var reloads = running(.effect)
    reloads.wasInterrupted()
    #expect(reloads.credit.amount(at: now) == ReloadCredit.full - ReloadCredit.price)
  }

  @Test func `the host is needed at a start or a retry, and for neither while one runs`() {
    var reloads = WidgetReloads(at: now)
    #expect(reloads.nextDue(from: now) == nil)
    _ = reloads.ask(.effect, at: now)
    #expect(reloads.nextDue(from: later(7)) == later(7))
    _ = reloads.begin(at: now)
    #expect(reloads.nextDue(from: now) == nil)
    reloads.end(isSuccess: false, at: later(10))
    #expect(reloads.failures == 1)
    #expect(reloads.nextDue(from: later(11)) == later(300_010))
    // A request that waits takes the place of the retry.
    _ = reloads.ask(.person, at: later(12))
    #expect(reloads.nextDue(from: later(12)) == later(12))
    _ = reloads.begin(at: later(12))
    #expect(reloads.retryAt == nil && reloads.failures == 1)
  }

  @Test func `setting the clock moves waits with it (WIDGET-W17)`() {
    var reloads = running(.effect)
    reloads.end(isSuccess: false, at: now)
    _ = reloads.ask(.person, at: now)
    _ = reloads.begin(at: now)
    reloads.end(isSuccess: false, at: now)
    reloads.clockWasSet(from: now, to: later(-7_000))
    #expect(reloads.lastCounted == later(-7_000))
    #expect(reloads.lastExempt == later(-7_000))
    #expect(reloads.retryAt == later(893_000))
  }
}
