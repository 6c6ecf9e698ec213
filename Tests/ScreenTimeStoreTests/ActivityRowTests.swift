// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ScreenTimeRules
import ScreenTimeStore
import Testing

/// Which rows a change of one activity writes, and what is left in the rows of the state.
@Suite struct ActivityRowTests {
  private static let family = FamilyID("homework")
  private let directory = StateDirectory()
  private let rules = DeviceRules(mode: .exact)

  /// A device on which one family monitors the whole day, in the middle of which it is.
  private func device(events: Int) throws -> DeviceState {
    var state = DeviceState(
      now: Timestamp(milliseconds: 1_795_188_300_000), place: CalendarPlace(timeZone: "Europe/Berlin"))
    state.families[Self.family] = FamilyState(authorization: .approved, member: .individual)
    try register(events: events, in: &state)
    return state.withoutHistory
  }

  private func register(events: Int, in state: inout DeviceState) throws {
    let selections = [
      ItemSelection(), ItemSelection(applications: [.application("chess")]),
      ItemSelection(webDomains: [.webDomain("site.example")]),
    ]
    let effect = RuleEffect.startMonitoring(
      activity: "day",
      schedule: Schedule(
        start: ScheduleComponents(hour: 0, minute: 0), end: ScheduleComponents(hour: 0, minute: 0), repeats: true,
        warning: ScheduleComponents(minute: 5)),
      events: (0..<events).map {
        ActivityEvent(name: "event \($0)", selection: selections[$0], threshold: ScheduleComponents(minute: 20 + $0))
      })
    for delivery in try rules.apply([effect], of: Self.family, to: &state).deliveries {
      rules.settle(delivery.sequence, of: Self.family, in: &state)
    }
  }

  @Test func `a change of one meter, or of the interval alone, writes one row`() throws {
    let store = try directory.open()
    var saved = try device(events: 3)
    try store.transaction { try $0.save(saved, replacing: nil) }
    let changes: [(inout Activity) -> Void] = [
      { $0.meters[1].counted += 60_000 }, { $0.meters[2].nextLevel += 1 },
      { $0.meters[0].countsFrom = Timestamp(milliseconds: 7) }, { $0.warnedStart = Timestamp(milliseconds: 9) },
      { $0.isFinished = true },
    ]
    for (number, change) in changes.enumerated() {
      var new = saved
      var day = try #require(new.families[Self.family]?.activities["day"])
      change(&day)
      new.families[Self.family]?.activities["day"] = day
      let written = try store.transaction { transaction in
        let before = transaction.rowsWritten
        try transaction.save(new, replacing: saved)
        return transaction.rowsWritten - before
      }
      #expect(written == 1, "change \(number)")
      #expect(try store.read { try $0.loadState() } == new, "change \(number)")
      saved = new
    }
  }

  @Test func `registering an activity with more events adds their counters`() throws {
    let store = try directory.open()
    var state = try device(events: 1)
    let saved = state
    try store.transaction { try $0.save(saved, replacing: nil) }
    try register(events: 3, in: &state)
    let new = state.withoutHistory
    #expect(new.families[Self.family]?.activities["day"]?.meters.count == 3)
    try store.transaction { try $0.save(new, replacing: saved) }
    #expect(try store.read { try $0.loadState() } == new)
  }

  /// Otherwise two stores with the same state could differ in their bytes.
  @Test func `the rows of the state hold first values in place of those that have a column`() throws {
    let store = try directory.open()
    var state = try device(events: 3)
    var day = try #require(state.families[Self.family]?.activities["day"])
    day.isFinished = true
    day.meters[0].counted = 5
    day.meters[0].nextLevel = 1
    state.families[Self.family]?.activities["day"] = day
    state.families[Self.family]?.sequence = 41
    let saved = state
    try store.transaction { try $0.save(saved, replacing: nil) }
    #expect(try store.read { try $0.loadState() } == saved)
    let numbers = [
      ("device", "body ->> '$.now'", "0"), ("family", "body ->> '$.sequence'", "0"),
      (
        "activity",
        "(body ->> '$.isFinished') || ' ' || (body ->> '$.meters[0].counted') || ' ' || "
          + "(body ->> '$.meters[0].nextLevel')", "0 0 0"
      ),
    ]
    for (kind, values, first) in numbers {
      let rows = "(SELECT CAST(body AS TEXT) AS body FROM state WHERE kind = '\(kind)')"
      #expect(try execute("SELECT \(values) FROM \(rows)", on: directory.database) == first, "\(kind)")
    }
  }
}
