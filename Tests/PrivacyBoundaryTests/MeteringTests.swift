// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import PrivacyBoundary
import ScreenTimeRules
import Testing

/// The information that callbacks may carry, charged at registration (`privacy.md#profiles`).
@Suite struct MeteringTests {
  // MARK: - Bits

  /// Rounds up as the specification does; logarithms of factorials are accurate to a millionth.
  private static func whole(_ bits: Double) -> Int { Int((bits - 1e-6).rounded(.up)) }

  @Test(arguments: [
    (1, 1, 1_440), (5, 1, 584), (5, 5, 288), (15, 1, 284), (15, 5, 159), (15, 15, 96), (30, 15, 67), (60, 1, 103),
    (60, 15, 44), (60, 60, 24),
  ])
  func `a ladder releases this many bits per day (PRIV-MT1)`(step: Int, grid: Int, bits: Int) {
    #expect(Self.whole(CallbackCapacity.ofLadder(stepMinutes: step, gridMinutes: grid)) == bits)
  }

  @Test(arguments: [
    (PrivacyProfile.standard, 184, 349), (.tight, 76, 159), (.open, 1_440, 6_748),
  ])
  func `a profile bounds the bits of one ladder and of ten`(profile: PrivacyProfile, one: Int, ten: Int) {
    let (step, grid) = (profile.stepMinutes, max(1, profile.gridMinutes))
    let cap = profile.callbacksPerDay
    let ladder = CallbackCapacity.ofLadder(stepMinutes: step, gridMinutes: grid, cap: cap)
    let ladders = CallbackCapacity.ofLadders(sets: 10, stepMinutes: step, gridMinutes: grid, cap: cap)
    #expect(Self.whole(ladder) == one)
    #expect(Self.whole(ladders) == ten)
  }

  @Test func `one threshold releases its slot or nothing`() {
    #expect((CallbackCapacity.ofThreshold(gridMinutes: 15) * 10).rounded() == 66)
  }

  @Test(arguments: [
    (PrivacyProfile.open, 1, 0, true), (.standard, 5, 5, true), (.tight, 15, 15, false),
  ])
  func `a profile has its step, its grid and its detail`(
    _ profile: PrivacyProfile, _ step: Int, _ grid: Int, _ expands: Bool
  ) {
    #expect(profile.stepMinutes == step && profile.gridMinutes == grid && profile.expandsCategories == expands)
  }

  /// A day has 1,440 minutes; a grid of none has the slots of one minute.
  @Test(arguments: [(0, 1_440), (1, 1_440), (2, 720), (7, 205), (15, 96), (60, 24), (720, 2), (1_440, 1)])
  func `a threshold tells one of the day's slots, or that it was not reached`(grid: Int, slots: Int) {
    #expect(abs(exp2(CallbackCapacity.ofThreshold(gridMinutes: grid)) - Double(slots + 1)) < 1e-6)
  }

  /// Enumerates all possible days, short enough to try each: before each crossing of a ladder comes a step of use, so
  /// crossings are at least step/grid slots apart and that far from midnight, and no more than the cap.
  @Test(arguments: [(6, 1, 6), (6, 2, 6), (8, 3, 8), (10, 2, 2), (9, 1, 3), (12, 3, 2)])
  func `the bound equals the number of possible days`(slots: Int, spacing: Int, cap: Int) {
    var days = 0
    for day in 0..<(1 << slots) {
      let crossings = (0..<slots).filter { day >> $0 & 1 == 1 }
      let areApart = zip([-1] + crossings, crossings).allSatisfy { $1 - $0 >= spacing }
      if areApart, crossings.count <= cap { days += 1 }
    }
    // A day of `slots` slots, scaled to the 1,440 minutes of the formula.
    let grid = 1_440 / slots
    let bits = CallbackCapacity.ofLadder(stepMinutes: spacing * grid, gridMinutes: grid, cap: cap)
    #expect(abs(bits - log2(Double(days))) < 1e-6)
  }

  // MARK: - Callbacks

  private func activity(
    events: Int, warning: Bool = false, hourly: Bool = false, registration: Int64 = 1, at: Int64 = 0
  ) throws -> Activity {
    var state = DeviceState(now: Timestamp(milliseconds: at), place: CalendarPlace(timeZone: "UTC"))
    let family = FamilyID("homework")
    state.families[family] = FamilyState(authorization: .approved, member: .individual)
    state.families[family]?.registrations = registration - 1
    let rules = DeviceRules()
    _ = try rules.apply(
      [
        .startMonitoring(
          activity: "a",
          schedule: Schedule(
            start: ScheduleComponents(hour: hourly ? nil : 8, minute: 0),
            end: ScheduleComponents(hour: hourly ? nil : 20, minute: 30), repeats: true,
            warning: warning ? ScheduleComponents(minute: 5) : nil),
          events: (0..<events).map { number in
            ActivityEvent(
              name: "e\(number)", selection: ItemSelection(applications: [.application("x")]),
              threshold: ScheduleComponents(minute: number + 1))
          })
      ], of: family, to: &state)
    return try #require(state.families[family]?.activities["a"])
  }

  @Test func `charges edges, events, warnings and each hour of an hourly schedule`() throws {
    #expect(CallbackBudget.charge(of: try activity(events: 0)) == 2)
    #expect(CallbackBudget.charge(of: try activity(events: 10)) == 12)
    #expect(CallbackBudget.charge(of: try activity(events: 10, warning: true)) == 24)
    #expect(CallbackBudget.charge(of: try activity(events: 1, hourly: true)) == 72)
  }

  @Test func `registering again charges again until the day is over`() throws {
    var budget = CallbackBudget()
    let (first, second) = (try activity(events: 3), try activity(events: 3, registration: 2))
    budget.charge(from: [:], to: ["a": first], on: "1") { _ in true }
    #expect(budget.total(["a": first], on: "1") { _ in true } == 5)
    budget.charge(from: ["a": first], to: ["a": second], on: "1") { _ in true }
    budget.charge(from: ["a": second], to: [:], on: "1") { _ in true }
    #expect(budget.total([:], on: "1") { _ in true } == 10)
    #expect(budget.total(["a": second], on: "2") { _ in false } == 5)
    // An activity registered yesterday and removed today may have sent its callbacks already.
    budget.charge(from: ["a": second], to: [:], on: "2") { _ in false }
    #expect(budget.total([:], on: "2") { _ in false } == 5)
    #expect(budget.total([:], on: "3") { _ in false } == 0)
  }

  @Test func `a profile with a finer resolution is wider`() {
    #expect(PrivacyProfile.isWider(.open, than: .standard) && PrivacyProfile.isWider(.standard, than: .tight))
    #expect(!PrivacyProfile.isWider(.tight, than: .tight))
    #expect(PrivacyProfile.allCases.map(\.callbacksPerDay) == [nil, 48, 24])
  }
}
