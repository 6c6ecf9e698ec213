// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import ScreenTimeRules

/// How far a filter was told, when deliveries end out of order, and what a schedule leaves to the person.
@Suite struct FilterProgressTests {
  private static let chat = FocusRulesTests.chat
  private let rules = FocusRulesTests()

  /// The delivery that is owed to the chat's filter after a change.
  private func owed(_ change: FocusChange, _ state: inout FocusState) throws -> FilterDelivery {
    let owed = try state.make(change).owed
    return try #require(owed.first { $0.key == Self.chat })
  }

  /// A state in which the chat's filter is on.
  private func on() throws -> FocusState {
    var state = try rules.two()
    rules.deliver(try state.make(.activate("work")), &state)
    return state
  }

  @Test func `a change supersedes only deliveries that are owed`() throws {
    var state = try rules.two()
    #expect(try state.make(.activate("work")).superseded.isEmpty)
    #expect(try state.make(.activate("sleep")).superseded == [Self.chat, FocusRulesTests.mail])
  }

  @Test func `a mode that was turned off before anything was sent leaves no trace`() throws {
    let before = try rules.two()
    var state = before
    _ = try state.make(.activate("work"))
    _ = try state.make(.activate(nil))
    #expect(state == before && state.tracked.isEmpty)
  }

  @Test func `removing a family without filters and permission changes nothing`() throws {
    let before = try rules.two()
    var state = before
    state.remove(FamilyID("gone"))
    #expect(state == before)
  }

  @Test func `an accepted on does not settle the off that is owed by then`() throws {
    var state = try rules.two()
    let first = try owed(.activate("work"), &state)
    state.started(first)
    _ = try owed(.activate(nil), &state)
    let supersedes = state.accepted(first, FilterContext(title: "Work"), isNewest: false)
    #expect(!supersedes)
    #expect(state.progress(of: Self.chat) == FocusState.Progress(lastStarted: .on, owed: .off))
  }

  @Test func `an accepted off does not settle the on that is owed by then`() throws {
    var state = try on()
    let off = try owed(.activate(nil), &state)
    state.started(off)
    _ = try owed(.activate("work"), &state)
    let supersedes = state.accepted(off, FilterContext(), isNewest: false)
    #expect(!supersedes)
    #expect(state.progress(of: Self.chat) == FocusState.Progress(lastStarted: .off, owed: .on))
  }

  @Test func `an accepted off that is the newest supersedes nothing`() throws {
    var state = try on()
    let off = try owed(.activate(nil), &state)
    state.started(off)
    let supersedes = state.accepted(off, FilterContext(), isNewest: true)
    #expect(!supersedes && !state.tracked.contains(Self.chat))
  }

  @Test func `sending an off does not turn on a filter whose earlier off was given up`() throws {
    var state = try on()
    let first = try owed(.activate(nil), &state)
    state.started(first)
    _ = try owed(.activate("work"), &state)
    let second = try owed(.activate(nil), &state)
    state.gaveUp(first, isNewest: false)
    let before = state
    state.started(second)
    #expect(state == before)
    #expect(state.progress(of: Self.chat) == FocusState.Progress(lastStarted: .off, owed: .off))
  }

  // MARK: Schedules

  private func at(_ hour: Int) -> Timestamp { Bench.time("2026-10-19 \(hour):00Z") }

  /// A state whose mode `work` is scheduled from 9 to 12.
  private func scheduled() throws -> FocusState {
    var state = try rules.two()
    let schedule = Schedule(start: ScheduleComponents(hour: 9), end: ScheduleComponents(hour: 12), repeats: true)
    _ = try state.make(.define(FocusMode(id: "work", name: "Work", schedule: schedule)))
    return state
  }

  @Test func `a mode that the person turned off stays off until the next edge of a schedule`() throws {
    var state = try scheduled()
    _ = try state.make(.activate("work"), isScheduled: true)
    _ = try state.make(.activate(nil))
    #expect(state.scheduledChange(from: at(10), to: at(11), in: CalendarPlace(timeZone: "UTC")) == nil)
  }

  @Test func `the end of a schedule does not turn off another mode, even one that a schedule turned on`() throws {
    var state = try scheduled()
    _ = try state.make(.activate("sleep"), isScheduled: true)
    #expect(state.scheduledChange(from: at(10), to: at(12), in: CalendarPlace(timeZone: "UTC")) == nil)
  }
}
