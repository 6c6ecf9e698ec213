// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@testable import ScreenTimeRules

@Suite struct DeliveryGridTests {
  private static let app = Item.application("org.example.game")
  private static let other = Item.application("org.example.chat")
  private static let quarter = DeliveryGrid(stepMilliseconds: 15 * 60_000, phaseMilliseconds: 236_000)

  private func bench(mode: DeliveryMode = .faithful, _ thresholds: [(String, Item, Int)]) throws -> Bench {
    var bench = Bench(mode: mode, at: "2026-08-13 06:00")
    bench.rules.grids = [Bench.family: try #require(Self.quarter)]
    try bench.apply([
      .startMonitoring(
        activity: "day", schedule: .daily(.at(8), .at(20)),
        events: thresholds.map { name, item, minutes in
          ActivityEvent(
            name: name, selection: ItemSelection(applications: [item]), threshold: .minutes(minutes),
            includesPastActivity: false)
        })
    ])
    return bench
  }

  @Test(arguments: [
    ("2026-08-13 00:03:56", "13 00:03:56"), ("2026-08-13 00:03:57", "13 00:18:56"), ("2026-08-13 00:01", "13 00:03:56"),
    ("2026-08-13 18:07", "13 18:18:56"), ("2026-08-13 23:50", "14 00:03:56"),
    // On days of a clock change and the day after, the first slot is at its usual local time.
    ("2026-03-08 23:50", "09 00:03:56"), ("2026-11-01 23:50", "02 00:03:56"), ("2026-11-01 01:10", "01 01:18:56"),
  ])
  func `a slot begins every quarter hour from the phase after midnight (E9)`(_ at: String, _ expected: String) throws {
    let bench = Bench(at: "2026-08-13 06:00")
    let grid = try #require(Self.quarter)
    let slot = grid.slot(atOrAfter: Bench.time(at), in: Bench.losAngeles)
    #expect(bench.local(slot) == expected)
    #expect(grid.slot(atOrBefore: slot, in: Bench.losAngeles) == slot)
    #expect(grid.slot(atOrBefore: slot.advanced(by: 899_999), in: Bench.losAngeles) == slot)
    #expect(grid.slot(atOrAfter: slot.advanced(by: -1), in: Bench.losAngeles) == slot)
  }

  @Test func `there is no grid without a step`() {
    #expect(DeliveryGrid(stepMilliseconds: 0, phaseMilliseconds: 0) == nil)
    for (phase, kept): (Int64, Int64) in [(99, 9), (10, 9), (9, 9), (1, 1), (0, 0), (-1, 0)] {
      #expect(DeliveryGrid(stepMilliseconds: 10, phaseMilliseconds: phase)?.phaseMilliseconds == kept)
    }
    #expect(DeliveryGrid(stepMilliseconds: 1, phaseMilliseconds: 5)?.phaseMilliseconds == 0)
  }

  /// The slots of some days, by walking from the start of each local day to that of the next.
  private static func slots(_ step: Int64, _ phase: Int64, around noon: Timestamp, in place: CalendarPlace)
    -> [Timestamp]
  {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = TimeZone(identifier: place.timeZone) ?? .gmt
    let hours = (-72...72).map { noon.advanced(by: Int64($0) * 3_600_000) }
    let days = Set(hours.map { Timestamp(calendar.startOfDay(for: $0.date)).advanced(by: phase) }).sorted()
    return zip(days, days.dropFirst()).flatMap { first, next in
      Array(stride(from: first.milliseconds, to: next.milliseconds, by: Int64.Stride(step)))
    }.map { Timestamp(milliseconds: $0) }
  }

  /// Days of 23 to 25 hours, one that begins at 1 o'clock, one after which a whole day is left out, and an offset of
  /// three quarters of an hour.
  @Test(arguments: [
    ("UTC", "2026-08-13 12:00"), ("Asia/Kathmandu", "2026-08-13 12:00"), ("America/Los_Angeles", "2026-03-08 12:00"),
    ("America/Los_Angeles", "2026-11-01 12:00"), ("America/Sao_Paulo", "2018-11-04 12:00"),
    ("Pacific/Apia", "2011-12-29 12:00"), ("Australia/Lord_Howe", "2026-04-05 12:00"),
  ])
  func `every slot is found from both sides, for any step and phase (E9)`(_ zone: String, _ noon: String) throws {
    let place = CalendarPlace(timeZone: zone)
    let noon = Bench.time(noon, place)
    for step: Int64 in [15 * 60_000, 50 * 60_000, 7 * 3_600_000, 30 * 3_600_000] {
      for phase: Int64 in [0, 236_000, step - 1] where phase < 20 * 3_600_000 {
        let grid = try #require(DeliveryGrid(stepMilliseconds: step, phaseMilliseconds: phase))
        let slots = Self.slots(step, phase, around: noon, in: place)
        let near = slots.filter { abs($0.milliseconds - noon.milliseconds) < 40 * 3_600_000 }
        for (before, slot) in zip(near, near.dropFirst()) {
          for (after, at): (Timestamp, Timestamp) in [
            (slot, slot), (slot, slot.advanced(by: -1)), (slot, before.advanced(by: 1)),
          ] {
            let found = grid.slot(atOrAfter: at, in: place)
            #expect(found == after, "\(zone), step \(step), phase \(phase), at \(at.date)")
          }
          #expect(grid.slot(atOrBefore: slot, in: place) == slot)
          #expect(grid.slot(atOrBefore: slot.advanced(by: -1), in: place) == before)
        }
      }
    }
  }

  @Test func `callbacks about use are due and delivered at their slot (C7)`() throws {
    var bench = try bench([("b", Self.app, 2), ("a", Self.other, 3)])
    bench.use(Self.app, "2026-08-13 09:06", "2026-08-13 09:09")
    bench.use(Self.other, "2026-08-13 09:09", "2026-08-13 09:13")
    #expect(bench.deliveries.map(\.callback) == [])
    bench.idle(until: "2026-08-13 10:00")
    // The start leads; events follow by name, not in the order they were reached, and the numbers reveal no order.
    #expect(bench.transcript() == ["intervalDidStart 13 09:18:56", "a 13 09:18:56", "b 13 09:18:56"])
    #expect(bench.deliveries.map(\.sequence) == [1, 2, 3])
    #expect(bench.deliveries.allSatisfy { $0.dueAt == $0.decidedAt })
  }

  @Test func `the order of crossings within a slot does not change any delivery (C7)`() throws {
    func told(_ first: Item, _ second: Item) throws -> [Delivery] {
      var bench = try bench([("x", Self.app, 2), ("y", Self.other, 2)])
      bench.use(first, "2026-08-13 09:05", "2026-08-13 09:08:11")
      bench.use(second, "2026-08-13 09:10", "2026-08-13 09:14:59")
      bench.idle(until: "2026-08-13 10:00")
      return bench.deliveries
    }
    #expect(try told(Self.app, Self.other) == told(Self.other, Self.app))
  }

  @Test func `in exact mode intervals come at once, and an event before its interval's end (C7)`() throws {
    var bench = try bench(mode: .exact, [("e", Self.app, 2)])
    bench.use(Self.app, "2026-08-13 19:50", "2026-08-13 19:59")
    bench.idle(until: "2026-08-13 21:00")
    #expect(bench.transcript() == ["intervalDidStart 13 08:00", "e 13 20:00", "intervalDidEnd 13 20:00"])
  }

  @Test func `in faithful mode an event waits for its slot also beyond its interval's end (C7)`() throws {
    var bench = try bench([("e", Self.app, 2)])
    bench.use(Self.app, "2026-08-13 19:50", "2026-08-13 19:59")
    bench.idle(until: "2026-08-13 21:00")
    #expect(bench.transcript().filter { $0.hasPrefix("e ") } == ["e 13 20:03:56"])
  }

  @Test func `a slot releases only its own callbacks, not those held for a later slot (C7)`() throws {
    var bench = try bench(mode: .exact, [("e", Self.app, 2)])
    try bench.apply([
      .startMonitoring(
        activity: "evening", schedule: .daily(.at(9), .at(22)),
        events: [
          ActivityEvent(
            name: "f", selection: ItemSelection(applications: [Self.app]), threshold: .minutes(2),
            includesPastActivity: false)
        ])
    ])
    bench.use(Self.app, "2026-08-13 19:50", "2026-08-13 19:59")
    bench.idle(until: "2026-08-13 21:00")
    #expect(
      bench.transcript() == [
        "intervalDidStart 13 08:00", "intervalDidStart 13 09:00", "e 13 20:00", "intervalDidEnd 13 20:00",
        "f 13 20:03:56",
      ])
  }

  @Test func `a callback that is due at a slot is delivered then (C7)`() throws {
    var bench = try bench([("e", Self.app, 2)])
    bench.use(Self.app, "2026-08-13 09:16:56", "2026-08-13 09:18:56")
    #expect(bench.transcript() == ["intervalDidStart 13 09:18:56", "e 13 09:18:56"])
    // The slot is over, so the next instant is the interval's end.
    #expect(bench.rules.nextDue(in: bench.state) == Bench.time("2026-08-13 20:00"))
  }

  @Test func `use that is replayed after downtime also waits for its slot (C7, D17)`() throws {
    var bench = try bench([("e", Self.app, 2)])
    bench.idle(until: "2026-08-13 09:06")
    let missed = UseSpan(
      start: Bench.time("2026-08-13 09:06"), end: Bench.time("2026-08-13 09:12"), app: Self.app, isPresent: true)
    var step: Step
    repeat {
      step = bench.rules.advance(&bench.state, through: missed, cause: .catchUp)
      #expect(step.deliveries == [])
    } while !step.isFinished
    bench.idle(until: "2026-08-13 10:00")
    #expect(bench.transcript() == ["intervalDidStart 13 09:18:56", "e 13 09:18:56"])
  }

  @Test(arguments: [
    (DeliveryMode.exact, ["intervalDidStart 13 08:00", "e 13 20:00", "intervalDidEnd 13 20:00"]),
    (.faithful, ["intervalDidStart 13 20:03:56", "e 13 20:03:56", "intervalDidEnd 13 20:03:56"]),
  ])
  func `an event that is reached at the end of its interval comes before that end (C7)`(
    _ mode: DeliveryMode, _ expected: [String]
  ) throws {
    var bench = try bench(mode: mode, [("e", Self.app, 2)])
    bench.use(Self.app, "2026-08-13 19:50", "2026-08-13 19:50:30")
    bench.use(Self.app, "2026-08-13 19:58:30", "2026-08-13 20:00")
    // In faithful mode the end waits until the device is used again.
    bench.use(nil, "2026-08-13 20:00", "2026-08-13 20:01")
    bench.idle(until: "2026-08-13 21:00")
    #expect(bench.transcript() == expected)
  }

  @Test func `setting the clock forward past a slot delivers its callbacks at once (C7)`() throws {
    var bench = try bench([("e", Self.app, 2)])
    bench.use(Self.app, "2026-08-13 09:06", "2026-08-13 09:12")
    bench.rules.jump(to: Bench.time("2026-08-13 09:25"), in: &bench.state)
    bench.idle(until: "2026-08-13 09:26")
    #expect(bench.deliveries.map(\.event) == [nil, "e"])
    #expect(bench.deliveries.allSatisfy { bench.local($0.dueAt) == "13 09:18:56" })
  }

  /// With a step of seven hours the slots of another zone are other instants.
  @Test(arguments: ["America/Los_Angeles", "America/New_York", "Asia/Kathmandu", "Pacific/Honolulu"], [1, 60, 120])
  func `setting the clock forward before a slot moves no waiting callback, in any zone (C7)`(
    _ zone: String, _ minutes: Int64
  ) throws {
    for mode in [DeliveryMode.faithful, .exact] {
      var bench = try bench(mode: mode, [("e", Self.app, 2)])
      bench.rules.grids[Bench.family] = DeliveryGrid(stepMilliseconds: 7 * 3_600_000, phaseMilliseconds: 3_600_000)
      bench.use(Self.app, "2026-08-13 09:06", "2026-08-13 09:12")
      let held = try #require(bench.state.families[Bench.family]?.held)
      #expect(held.contains { $0.event == "e" && $0.slot == Bench.time("2026-08-13 15:00") })
      bench.rules.setPlace(CalendarPlace(timeZone: zone), in: &bench.state)
      bench.rules.jump(to: bench.state.now.advanced(by: minutes * 60_000), in: &bench.state)
      #expect(bench.state.families[Bench.family]?.held == held)
    }
  }

  @Test func `stopping drops waiting callbacks, and an interval whose start waited gets no end (D10, D12)`() throws {
    var bench = try bench([("e", Self.app, 2)])
    bench.use(Self.app, "2026-08-13 09:06", "2026-08-13 09:12")
    #expect(bench.state.families[Bench.family]?.held?.count == 2)
    try bench.apply([.stopMonitoring([])])
    bench.idle(until: "2026-08-13 21:00")
    #expect(bench.deliveries == [])
    #expect(bench.state.families[Bench.family]?.activities.isEmpty == true)
  }

  @Test func `stopping after an interval keeps its end, which waits for a slot`() throws {
    var bench = try bench([("e", Self.app, 300)])
    bench.use(Self.app, "2026-08-13 09:00", "2026-08-13 09:10")
    bench.idle(until: "2026-08-13 20:00")
    bench.use(nil, "2026-08-13 20:00", "2026-08-13 20:01")
    try bench.apply([.stopMonitoring(["day"])])
    bench.idle(until: "2026-08-13 21:00")
    #expect(bench.transcript() == ["intervalDidStart 13 09:03:56", "intervalDidEnd 13 20:03:56"])
  }

  @Test func `whenever an activity is stopped, all that still comes is the end of a started interval`() throws {
    // The start is delivered at 09:03:56, and the event waits for the slot at 09:18:56.
    for second in stride(from: 0, through: 25 * 60, by: 47) {
      var bench = try bench([("e", Self.app, 5)])
      bench.idle(until: "2026-08-13 09:00")
      let stop = bench.state.now.advanced(by: Int64(second) * 1_000)
      bench.use(UseSpan(start: bench.state.now, end: stop, app: Self.app, isPresent: true))
      let told = bench.deliveries.map(\.callback)
      try bench.apply([.stopMonitoring(["day"])])
      #expect(bench.state.families[Bench.family]?.held == nil)
      bench.idle(until: "2026-08-13 21:00")
      #expect(bench.deliveries.map(\.callback) == told + (told.isEmpty ? [] : [.intervalDidEnd]), "after \(second) s")
    }
  }

  @Test func `registering again drops the waiting events and keeps the start (D8, E6)`() throws {
    var bench = try bench([("e", Self.app, 2)])
    bench.use(Self.app, "2026-08-13 09:06", "2026-08-13 09:12")
    let activity = try #require(bench.state.families[Bench.family]?.activities["day"])
    try bench.apply([.startMonitoring(activity: "day", schedule: activity.schedule, events: activity.events)])
    bench.idle(until: "2026-08-13 10:00")
    #expect(bench.transcript() == ["intervalDidStart 13 09:18:56"])
    #expect(bench.deliveries.first?.registration == 2)
  }

  @Test func `an event over past use also waits for its slot (E5)`() throws {
    var bench = Bench(at: "2026-08-13 06:00")
    bench.rules.grids = [Bench.family: try #require(Self.quarter)]
    bench.use(Self.app, "2026-08-13 09:00", "2026-08-13 09:30")
    try bench.apply([
      .startMonitoring(
        activity: "day", schedule: .daily(.at(8), .at(20)),
        events: [
          ActivityEvent(
            name: "e", selection: ItemSelection(applications: [Self.app]), threshold: .minutes(2),
            includesPastActivity: true)
        ])
    ])
    // D9: a registration inside an interval delivers its start at once, since that reveals only the family's own act.
    #expect(bench.transcript() == ["intervalDidStart 13 09:30"])
    bench.idle(until: "2026-08-13 10:00")
    #expect(bench.transcript() == ["intervalDidStart 13 09:30", "e 13 09:33:56"])
  }

  @Test func `a clock set back delays no waiting callback, and waiting callbacks survive storage (D17)`() throws {
    var bench = try bench([("e", Self.app, 2)])
    bench.use(Self.app, "2026-08-13 12:06", "2026-08-13 12:12")
    bench.state = try JSONCopy.of(bench.state)
    bench.rules.jump(to: Bench.time("2026-08-13 09:00"), in: &bench.state)
    bench.idle(until: "2026-08-13 09:30")
    #expect(bench.transcript() == ["intervalDidStart 13 09:03:56", "e 13 09:03:56"])
  }

  @Test func `a clock set back moves no waiting callback to the end of an interval that is over`() throws {
    var bench = try bench([("e", Self.app, 2)])
    bench.use(Self.app, "2026-08-13 19:50", "2026-08-13 19:59")
    bench.idle(until: "2026-08-13 20:01")
    // As a narrower profile does while a callback waits.
    bench.rules.mode = .exact
    bench.rules.jump(to: Bench.time("2026-08-13 20:00:30"), in: &bench.state)
    bench.idle(until: "2026-08-13 21:00")
    #expect(bench.transcript { $0.event != nil } == ["e 13 20:03:56"])
  }

  @Test func `another family has its own slots, and one without a grid gets callbacks at once`() throws {
    var bench = try bench([("e", Self.app, 2)])
    let other = FamilyID("worklog")
    bench.state.families[other] = FamilyState(authorization: .approved, member: .individual)
    let activity = try #require(bench.state.families[Bench.family]?.activities["day"])
    try bench.apply(
      [.startMonitoring(activity: "day", schedule: activity.schedule, events: activity.events)], of: other)
    bench.use(Self.app, "2026-08-13 09:06", "2026-08-13 09:20")
    let lines = bench.deliveries.map { "\($0.family.rawValue) \($0.event ?? "start") \(bench.local($0.decidedAt))" }
    #expect(
      lines == [
        "worklog start 13 09:06", "worklog e 13 09:08", "homework start 13 09:18:56", "homework e 13 09:18:56",
      ])
  }
}
