// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import ScreenTimeRules

/// Changes of modes, families and schedules, and deliveries that end without a context.
extension FocusRulesTests {
  @Test func `an unknown mode is refused by its name, and nothing has changed`() throws {
    let before = try two()
    let changes: [FocusChange] = [
      .activate("gone"), .remove(mode: "gone"), .set(FocusFilter(Self.chat, parameters: []), in: "gone"),
      .unset(Self.chat, in: "gone"),
    ]
    for change in changes {
      var state = before
      #expect(throws: FocusState.Refusal.unknownMode("gone")) { _ = try state.make(change) }
      #expect(state == before)
    }
  }

  @Test func `removing the mode that is on turns its filters off, and another one changes nothing (FOCUS-F1)`() throws {
    var state = try two()
    deliver(try state.make(.activate("work")), &state)
    #expect(try state.make(.remove(mode: "sleep")).owed.isEmpty)
    #expect(state.activeID == "work")
    let outcome = try state.make(.remove(mode: "work"))
    #expect(outcome.owed == [.init(Self.chat, .off, []), .init(Self.mail, .off, [])])
    #expect(state.activeID == nil && state.modes.isEmpty)
  }

  @Test func `defining a mode again keeps its filters and its place`() throws {
    var state = try two()
    _ = try state.make(.activate("work"))
    let outcome = try state.make(.define(FocusMode(id: "work", name: "Office", symbol: "lamp", allowed: [])))
    #expect(outcome.owed.isEmpty)
    #expect(state.modes.map(\.name) == ["Office", "sleep"])
    #expect(state.mode("work")?.filters.map(\.key) == [Self.chat, Self.mail])
  }

  @Test func `a filter whose delivery was given up has no context and no pending delivery (FOCUS-F14)`() throws {
    var state = try two()
    let on = try state.make(.activate("work")).owed
    state.started(on[0])
    // A newer delivery is pending, so giving up the older one changes nothing.
    state.gaveUp(on[0], isNewest: false)
    #expect(state.progress(of: Self.chat).owed == .on)
    state.gaveUp(on[0], isNewest: true)
    #expect(state.progress(of: Self.chat).owed == nil && state.progress(of: Self.chat).context == nil)
    // The `on` was sent, so the filter may be on and needs an `off`.
    let off = try state.make(.activate(nil)).owed
    #expect(off == [.init(Self.chat, .off, [])])
    state.started(off[0])
    state.gaveUp(off[0], isNewest: true)
    #expect(!state.tracked.contains(Self.chat))
  }

  @Test func `a new context counts only while the filter is in force and owes nothing (FOCUS-F12)`() throws {
    var state = try two()
    let context = FilterContext(title: "Work")
    state.resolved(Self.chat, context)
    #expect(state.progress(of: Self.chat).context == nil)
    let on = try state.make(.activate("work"))
    state.resolved(Self.chat, context)
    #expect(state.progress(of: Self.chat).context == nil)
    deliver(on, &state)
    state.resolved(Self.chat, context)
    #expect(state.progress(of: Self.chat).context == context)
  }

  @Test func `removing a family forgets its filters, what it was told and its permission, and no other's`() throws {
    var state = try two()
    deliver(try state.make(.activate("work")), &state)
    for family in [Self.chat.family, Self.mail.family] { _ = try state.make(.allowCritical(family, true)) }
    state.remove(Self.chat.family)
    #expect(state.tracked == [Self.mail])
    #expect(state.modes.map { $0.filters.map(\.key) } == [[Self.mail], []])
    #expect(state.settings.critical == [Self.mail.family])
    _ = try state.make(.allowCritical(Self.mail.family, false))
    #expect(state.settings.critical.isEmpty)
  }

  @Test func `of two schedules the first mode in the list wins, and edges are those of both (FOCUS-F17)`() throws {
    func schedule(_ from: Int, _ to: Int) -> Schedule {
      Schedule(start: ScheduleComponents(hour: from), end: ScheduleComponents(hour: to), repeats: true)
    }
    func at(_ hour: Int) -> Timestamp { Bench.time("2026-10-19 \(hour < 10 ? "0" : "")\(hour):00Z") }
    var state = try two()
    _ = try state.make(.define(FocusMode(id: "work", name: "Work", schedule: schedule(9, 12))))
    _ = try state.make(.define(FocusMode(id: "sleep", name: "Sleep", schedule: schedule(11, 14))))
    let place = CalendarPlace(timeZone: "UTC")
    #expect(state.nextEdge(after: at(9).advanced(by: -1), in: place) == at(9))
    #expect(state.nextEdge(after: at(9), in: place) == at(11))
    #expect(state.nextEdge(after: at(11), in: place) == at(12))
    #expect(state.nextEdge(after: at(12), in: place) == at(14))
    _ = try state.make(.activate("work"), isScheduled: true)
    // Both want the device; the first keeps it until its own end, and then the second has it.
    #expect(state.scheduledChange(from: at(10), to: at(11), in: place) == nil)
    #expect(state.scheduledChange(from: at(11), to: at(12), in: place) == .activate("sleep"))
    _ = try state.make(.activate("sleep"))
    // The person turned it on by hand, so the schedule's end leaves it on.
    #expect(state.scheduledChange(from: at(13), to: at(14), in: place) == nil)
    // What a schedule wants and the person has on already is no change.
    #expect(state.scheduledChange(from: at(11), to: at(12), in: place) == nil)
  }

  @Test func `a mode that is on already stays as it was turned on, by hand or by its schedule (FOCUS-F17)`() throws {
    let modes = [nil, "work", "sleep"]
    for (before, wasScheduled) in [(nil, false), ("work", false), ("work", true)] as [(String?, Bool)] {
      for after in modes {
        for isScheduled in [false, true] {
          var state = try two()
          _ = try state.make(.activate(before), isScheduled: wasScheduled)
          #expect(state.isScheduled == wasScheduled)
          _ = try state.make(.activate(after), isScheduled: isScheduled)
          let expected = before == after ? wasScheduled : isScheduled && after != nil
          #expect(state.activeID == after && state.isScheduled == expected, "\(before ?? "-") \(after ?? "-")")
        }
      }
    }
  }
}
