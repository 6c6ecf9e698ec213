// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import ScreenTimeRules

/// The order of a meter's levels, the events that share it, and the use that is missing until its next level.
@Suite struct MeterLevelTests {
  private let selection = ItemSelection(applications: [.application("a")])

  private func event(_ name: String, _ minutes: Int, past: Bool = false) -> ActivityEvent {
    ActivityEvent(name: name, selection: selection, threshold: .minutes(minutes), includesPastActivity: past)
  }

  private func level(_ minutes: Int64, _ event: String, isWarning: Bool) -> Meter.Level {
    Meter.Level(amount: minutes * 60_000, event: event, isWarning: isWarning)
  }

  @Test func `levels of the same amount are ordered by kind, warnings first, and then by name`() {
    let events = [event("c", 15), event("b", 15), event("a", 10)]
    let meters = Meter.meters(for: events, warning: 300_000, limits: RuleLimits())
    #expect(
      meters.map(\.levels) == [
        [
          level(5, "a", isWarning: true), level(10, "b", isWarning: true), level(10, "c", isWarning: true),
          level(10, "a", isWarning: false), level(15, "b", isWarning: false), level(15, "c", isWarning: false),
        ]
      ])
  }

  @Test func `events share a meter if both their items and their treatment of past use are the same`() {
    var other = event("d", 10)
    other.selection = ItemSelection(applications: [.application("b")])
    let events = [event("a", 10), event("b", 20, past: true), event("c", 30), other]
    let meters = Meter.meters(for: events, warning: nil, limits: RuleLimits())
    #expect(meters.map { $0.levels.map(\.event) } == [["a", "c"], ["b"], ["d"]])
    #expect(meters.map(\.includesPastActivity) == [false, true, false])
    #expect(Meter.selections(of: events) == [selection, selection, other.selection])
  }

  @Test func `an event counts no past use unless it says so`() {
    #expect(!ActivityEvent(name: "e", selection: selection, threshold: .minutes(1)).includesPastActivity)
  }

  @Test func `the use missing until the next level is never negative, and nil after the last one`() {
    var meter = Meter(
      selection: selection, includesPastActivity: false, countsFrom: .distantPast,
      levels: [level(1, "e", isWarning: false)])
    #expect(meter.missing == 60_000)
    for (counted, missing) in [(59_999, 1), (60_000, 0), (60_001, 0)] as [(Int64, Int64)] {
      meter.counted = counted
      #expect(meter.missing == missing)
    }
    meter.nextLevel = 1
    #expect(meter.missing == nil)
  }
}
