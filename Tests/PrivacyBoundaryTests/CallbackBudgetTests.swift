// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import PrivacyBoundary
import ScreenTimeRules
import Testing

/// The charges of a transaction to a family's budget of callbacks, and the schedules that recur every hour.
@Suite struct CallbackBudgetTests {
  /// An activity with one threshold that runs for half of each hour.
  private func hourly() throws -> Activity {
    var state = DeviceState(now: Timestamp(milliseconds: 0), place: CalendarPlace(timeZone: "UTC"))
    let family = FamilyID("homework")
    state.families[family] = FamilyState(authorization: .approved, member: .individual)
    let rules = DeviceRules()
    _ = try rules.apply(
      [
        .startMonitoring(
          activity: "a",
          schedule: Schedule(
            start: ScheduleComponents(minute: 0), end: ScheduleComponents(minute: 30), repeats: true, warning: nil),
          events: [
            ActivityEvent(
              name: "e", selection: ItemSelection(applications: [.application("x")]),
              threshold: ScheduleComponents(minute: 1))
          ])
      ], of: family, to: &state)
    return try #require(state.families[family]?.activities["a"])
  }

  /// A daily activity, which is charged three callbacks.
  private func daily(registration: Int64, at instant: Int64) throws -> Activity {
    var activity = try hourly()
    activity.schedule.start.hour = 8
    (activity.registration, activity.registeredAt) = (registration, Timestamp(milliseconds: instant))
    return activity
  }

  @Test func `an activity that a transaction leaves as it was is charged nothing`() throws {
    let old = try daily(registration: 1, at: 0)
    let new = try daily(registration: 2, at: 1)
    let both = ["old": old, "new": new]
    // An activity registered at instant 0 belongs to an earlier day.
    let isToday = { (instant: Timestamp) in instant > Timestamp(milliseconds: 0) }
    var budget = CallbackBudget()
    budget.charge(from: ["old": old], to: both, on: "2", isToday: isToday)
    #expect(budget.total([:], on: "2", isToday: isToday) == 3)
    #expect(budget.total(both, on: "2", isToday: isToday) == 6)
    budget.charge(from: both, to: both, on: "2", isToday: isToday)
    #expect(budget.total([:], on: "2", isToday: isToday) == 3)
    // Without the new one nothing is refunded; the old one may have been delivered before it was removed.
    budget.charge(from: both, to: ["old": old], on: "2", isToday: isToday)
    #expect(budget.total([:], on: "2", isToday: isToday) == 3)
    budget.charge(from: ["old": old], to: [:], on: "2", isToday: isToday)
    #expect(budget.total([:], on: "2", isToday: isToday) == 6)
  }

  @Test func `only a schedule that repeats, and fixes neither an hour nor a day, recurs every hour`() throws {
    let hourly = try hourly()
    #expect(CallbackBudget.charge(of: hourly) == 72)
    var once = hourly
    once.schedule.repeats = false
    #expect(CallbackBudget.charge(of: once) == 3)
    let fields: [WritableKeyPath<ScheduleComponents, Int?>] = [\.hour, \.day, \.weekday, \.month, \.year]
    for field in fields {
      var fixed = hourly
      fixed.schedule.start[keyPath: field] = 1
      #expect(CallbackBudget.charge(of: fixed) == 3, "\(field)")
    }
  }
}

/// The capacity where there is nothing to tell.
@Suite struct CallbackCapacityTests {
  @Test func `a ladder on no set, or without a slot in the day, releases nothing`() {
    #expect(CallbackCapacity.ofLadders(sets: 0, stepMinutes: 15, gridMinutes: 15) == 0)
    #expect(CallbackCapacity.ofLadders(sets: 0, stepMinutes: 15, gridMinutes: 15, cap: 24) == 0)
    #expect(CallbackCapacity.ofLadder(stepMinutes: 1_441, gridMinutes: 1_441) == 0)
  }
}

/// The time resolution of a profile, in words.
@Suite struct ResolutionWordsTests {
  @Test func `a profile without a grid resolves a second, and any other its grid`() {
    #expect(PrivacyProfile.allCases.map(\.resolution) == ["a second", "5 minutes", "15 minutes"])
  }
}
