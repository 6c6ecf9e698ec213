// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import ScreenTimeRules

/// When an activity without a further interval is removed, for every kind of delivery that could still need it.
@Suite struct FinishedActivityTests {
  /// A callback that is not settled: whose it is, and where it waits.
  struct Open: Sendable, CustomTestStringConvertible {
    var activity: String
    var registration: Int64
    var isHeld: Bool
    var testDescription: String { "\(activity) \(registration) \(isHeld ? "held" : "outstanding")" }
  }

  static let opens = ["a", "b"].flatMap { activity in
    [Int64(1), 2].flatMap { number in
      [false, true].map { Open(activity: activity, registration: number, isHeld: $0) }
    }
  }

  private static let span = TimeSpan(start: Bench.time("2026-08-13 09:00"), end: Bench.time("2026-08-13 10:00"))

  private static func due(_ open: Open) -> PendingCallback {
    PendingCallback(
      family: Bench.family, activity: open.activity, event: nil, callback: .intervalDidEnd, cause: .natural,
      dueAt: span.end, span: span, registration: open.registration)
  }

  /// A family whose activities `a` and `b`, each registered for the second time, have no further interval.
  private static func finished(waiting open: [Open]) throws -> FamilyState {
    var bench = Bench(mode: .exact, at: "2026-08-13 08:00")
    for _ in 0..<2 {
      for name in ["a", "b"] {
        try bench.apply([
          .startMonitoring(activity: name, schedule: .daily(.at(9), .at(10), repeats: false), events: [])
        ])
      }
    }
    var family = try #require(bench.state.families[Bench.family])
    for name in family.activities.keys {
      family.activities[name]?.registration = 2
      family.activities[name]?.isFinished = true
      family.activities[name]?.next = nil
    }
    for open in open where open.isHeld { family.held = (family.held ?? []) + [due(open)] }
    for open in open where !open.isHeld {
      family.outstanding.append(
        Delivery(
          family: Bench.family, sequence: Int64(family.outstanding.count) + 1, callback: .intervalDidEnd,
          activity: open.activity, event: nil, cause: .natural, dueAt: span.end, decidedAt: span.end,
          interval: DeliveryInterval(id: "x", start: span.start, end: span.end), registration: open.registration))
    }
    return family
  }

  @Test(arguments: opens, opens)
  func `a finished activity stays while a callback of its own registration is open (D13)`(
    _ one: Open, _ other: Open
  ) throws {
    var family = try Self.finished(waiting: [one, other])
    family.removeFinishedActivities()
    let kept = Set([one, other].filter { $0.registration == 2 }.map(\.activity))
    #expect(Set(family.activities.keys) == kept)
  }

  @Test func `without an open callback every finished activity goes, and no other one (D13)`() throws {
    for running in [nil, "a", "b"] {
      var family = try Self.finished(waiting: [])
      if let running { family.activities[running]?.isFinished = false }
      family.removeFinishedActivities()
      #expect(family.activities.keys.map(\.self) == [running].compactMap(\.self))
    }
    for part in [\Activity.current, \.ending] {
      var family = try Self.finished(waiting: [])
      family.activities["b"]?[keyPath: part] = RunningInterval(span: Self.span, isOpen: true)
      family.removeFinishedActivities()
      #expect(family.activities.keys.map(\.self) == ["b"])
    }
  }

  /// The activity is removed while the device is in use, with limits that count this use.
  @Test(arguments: [DeliveryMode.faithful, .exact], [false, true])
  func `a one-shot that the clock jumped over is removed, and other limits count on (D13, D17)`(
    _ mode: DeliveryMode, _ isShielded: Bool
  ) throws {
    let item = Item.application("game")
    var bench = Bench(mode: mode, at: "2026-08-13 08:00")
    let limit = [
      ActivityEvent(name: "e", selection: ItemSelection(applications: [item]), threshold: .minutes(30))
    ]
    try bench.apply([
      .startMonitoring(activity: "once", schedule: .daily(.at(9), .at(10), repeats: false), events: limit),
      .startMonitoring(activity: "day", schedule: .wholeDay, events: limit),
    ])
    if isShielded {
      let other: SettingValue = .items([.application("other")])
      try bench.apply([.setSetting(store: "s", key: .shieldApplications, value: other)])
    }
    bench.use(item, "2026-08-13 08:00", "2026-08-13 08:20")
    bench.rules.jump(to: Bench.time("2026-08-13 11:00"), in: &bench.state)
    bench.use(item, "2026-08-13 11:00", "2026-08-13 11:15")
    #expect(bench.state.families[Bench.family]?.activityNames == ["day"])
    #expect(bench.transcript { $0.event != nil } == ["e 13 11:10"])
  }

  /// The clock jumps over a boundary, so nothing happened at it.
  @Test(arguments: [DeliveryMode.faithful, .exact], [(59, true), (60, false), (61, false)])
  func `an interval is begun late while it lasts, and not at its end (D10, D17)`(
    _ mode: DeliveryMode, _ late: (minutes: Int64, begins: Bool)
  ) throws {
    for repeats in [false, true] {
      var bench = Bench(mode: mode, at: "2026-08-13 08:00")
      try bench.apply([.startMonitoring(activity: "a", schedule: .daily(.at(9), .at(10), repeats: repeats), events: [])]
      )
      let start = Bench.time("2026-08-13 09:00")
      bench.rules.jump(to: start.advanced(by: late.minutes * 60_000), in: &bench.state)
      let activity = bench.state.families[Bench.family]?.activities["a"]
      #expect((activity?.current != nil) == late.begins && activity?.ending == nil)
      let next = repeats ? Bench.time("2026-08-14 09:00") : nil
      #expect(activity?.next?.span.start == next)
      let now = bench.state.now
      bench.use(UseSpan(start: now, end: now.advanced(by: 30_000), app: .application("x"), isPresent: true))
      #expect(bench.deliveries.isEmpty == !late.begins, "\(bench.transcript())")
    }
  }

  @Test func `a schedule is over once its last interval has ended, and not while its end waits for use (D13)`() throws {
    var bench = Bench(mode: .faithful, at: "2026-08-13 08:00")
    try bench.apply([.startMonitoring(activity: "a", schedule: .daily(.at(9), .at(10), repeats: false), events: [])])
    func isOver() -> Bool {
      let window = TimeSpan(start: bench.state.now, end: bench.state.now)
      return bench.rules.explainCallbacks(
        of: "a", family: Bench.family, in: bench.state,
        record: CallbackRecord(deliveries: bench.deliveries, use: bench.state.history, window: window)
      ).contains { $0.reason == .scheduleOver }
    }
    #expect(!isOver())
    bench.use(.application("x"), "2026-08-13 09:10", "2026-08-13 09:20")
    #expect(bench.state.families[Bench.family]?.activities["a"]?.current != nil && !isOver())
    bench.idle(until: "2026-08-13 10:30")
    // The end stays pending until somebody uses the device.
    let ended = bench.state.families[Bench.family]?.activities["a"]
    #expect(ended?.current == nil && ended?.ending != nil && ended?.next == nil && !isOver())
  }
}
