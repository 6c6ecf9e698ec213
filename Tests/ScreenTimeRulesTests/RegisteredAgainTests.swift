// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import ScreenTimeRules

/// Every kind of open callback when an activity is registered again or stopped: only the activity's own change, and of
/// these only the ones that the new registration replaces (D8, D10, D12).
@Suite struct RegisteredAgainTests {
  /// An open callback: of an activity, of its registration now or before, of an event or the interval.
  struct Open: Hashable, Sendable {
    var activity: String
    var registration: Int64
    var event: String?

    var line: String { "\(activity) \(registration) \(event ?? "interval")" }
  }

  private static let span = TimeSpan(start: Bench.time("2026-08-13 09:00"), end: Bench.time("2026-08-13 17:00"))
  private static let schedule = Schedule.daily(.at(9), .at(17))
  private static let opens = ["a", "b"].flatMap { activity in
    [Int64(1), 2].flatMap { number in
      [nil, "e", "other"].map { Open(activity: activity, registration: number, event: $0) }
    }
  }

  private static func event(_ name: String, _ minutes: Int) -> ActivityEvent {
    ActivityEvent(name: name, selection: ItemSelection(), threshold: .minutes(minutes))
  }

  /// A family with the activities `a` and `b`, each registered twice, within their interval. Everything is open, and held for a
  /// slot too.
  private static func bench() throws -> Bench {
    var bench = Bench(mode: .exact, at: "2026-08-13 08:00")
    for name in ["a", "b"] {
      try bench.apply([.startMonitoring(activity: name, schedule: schedule, events: [event("e", 300)])])
    }
    bench.idle(until: "2026-08-13 09:30")
    var family = try #require(bench.state.families[Bench.family])
    for name in ["a", "b"] { family.activities[name]?.registration = 2 }
    family.registrations = 2
    family.held = opens.map {
      PendingCallback(
        family: Bench.family, activity: $0.activity, event: $0.event,
        callback: $0.event == nil ? .intervalDidStart : .eventDidReachThreshold, cause: .natural, dueAt: span.start,
        span: span, registration: $0.registration, slot: Bench.time("2026-08-13 12:00"))
    }
    family.outstanding = opens.enumerated().map { index, open in
      Delivery(
        family: Bench.family, sequence: 100 + Int64(index),
        callback: open.event == nil ? .intervalDidStart : .eventDidReachThreshold, activity: open.activity,
        event: open.event, cause: .natural, dueAt: span.start, decidedAt: span.start,
        interval: DeliveryInterval(id: "x", start: span.start, end: span.end), registration: open.registration)
    }
    bench.state.families[Bench.family] = family
    bench.deliveries = []
    return bench
  }

  private static func open(_ bench: Bench) throws -> (held: [String], outstanding: [String]) {
    let family = try #require(bench.state.families[Bench.family])
    return (
      (family.held ?? []).map { Open(activity: $0.activity, registration: $0.registration, event: $0.event).line },
      family.outstanding.map { Open(activity: $0.activity, registration: $0.registration, event: $0.event).line }
    )
  }

  @Test(arguments: ["a", "b"])
  func `registering other events drops the event callbacks and keeps the interval's under the new number`(
    _ name: String
  ) throws {
    var bench = try Self.bench()
    try bench.apply([.startMonitoring(activity: name, schedule: Self.schedule, events: [Self.event("new", 300)])])
    let number = try #require(bench.state.families[Bench.family]?.activities[name]?.registration)
    #expect(number == 3)
    func kept(_ isKept: (Open) -> Bool) -> [String] {
      Self.opens.filter(isKept).map { open in
        var open = open
        if open.activity == name, open.registration == 2 { open.registration = number }
        return open.line
      }
    }
    let open = try Self.open(bench)
    // A held event callback counts for nothing once its count is gone, whichever registration it was of.
    #expect(open.held == kept { $0.activity != name || $0.event == nil })
    #expect(open.outstanding == kept { $0.activity != name || $0.registration != 2 || $0.event == nil })
    let gone = Self.opens.indices.filter {
      Self.opens[$0].activity == name && Self.opens[$0].registration == 2 && Self.opens[$0].event != nil
    }
    #expect(bench.dropped == gone.map { 100 + Int64($0) })
  }

  @Test(arguments: [["a"], ["b"], ["a", "b"], ["gone"], []])
  func `stopping drops the open callbacks of the named activities`(_ names: [String]) throws {
    var bench = try Self.bench()
    try bench.apply([.stopMonitoring(names)])
    let stopped = names.isEmpty ? ["a", "b"] : names
    let open = try Self.open(bench)
    for line in open.held + open.outstanding where stopped.contains(String(line.prefix(1))) {
      // An end that was decided by the stop itself, or a callback of an earlier registration.
      #expect(!line.hasSuffix(" e") && !line.hasSuffix(" other") || line.contains(" 1 "), "\(line)")
    }
    for (list, what) in [(open.held, "held"), (open.outstanding, "outstanding")] {
      let others = Self.opens.filter { !stopped.contains($0.activity) }.map(\.line)
      #expect(list.filter { !stopped.contains(String($0.prefix(1))) } == others, "\(what)")
    }
    #expect(bench.state.families[Bench.family]?.activityNames == ["a", "b"].filter { !stopped.contains($0) })
  }
}
