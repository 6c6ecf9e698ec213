// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import ScreenTimeRules

/// Registrations at the instant of an interval's end, activities that are over by then, and the names of events.
@Suite struct RegistrationEdgeTests {
  private static let once = Schedule.daily(.at(9), .at(10), repeats: false)

  private static func start(_ activity: String, _ schedule: Schedule, _ event: String? = nil) -> RuleEffect {
    let events = [event].compactMap(\.self).map {
      ActivityEvent(name: $0, selection: ItemSelection(), threshold: .minutes(30))
    }
    return .startMonitoring(activity: activity, schedule: schedule, events: events)
  }

  @Test func `a one-shot that is registered again at the instant of its end ends and runs once more`() throws {
    var bench = Bench(mode: .exact, at: "2026-08-13 08:00")
    try bench.apply([Self.start("once", Self.once)])
    bench.idle(until: "2026-08-13 10:00")
    try bench.apply([Self.start("once", Self.once)])
    #expect(bench.deliveries.map(\.cause) == [.natural, .replaced])
    bench.idle(until: "2026-08-14 11:00")
    #expect(
      bench.transcript() == [
        "intervalDidStart 13 09:00", "intervalDidEnd 13 10:00", "intervalDidStart 14 09:00", "intervalDidEnd 14 10:00",
      ])
    #expect(bench.deliveries.map(\.registration) == [1, 1, 2, 2])
  }

  @Test func `an activity that the clock jumped over is gone with the next effect of its family`() throws {
    var bench = Bench(at: "2026-08-13 08:00")
    try bench.apply([Self.start("once", Self.once), Self.start("day", .wholeDay)])
    bench.rules.jump(to: Bench.time("2026-08-13 11:00"), in: &bench.state)
    try bench.apply([.setDefault(suite: "group", key: "k", value: .bool(true))])
    #expect(bench.state.families[Bench.family]?.activityNames == ["day"])
  }

  @Test(arguments: ["", String(repeating: "x", count: 257), "a\u{7}", "e\u{301}"])
  func `an event's name is checked like an activity's, and nothing is registered`(_ name: String) {
    var bench = Bench(at: "2026-08-13 10:00")
    let before = bench.state
    let found = violation { () throws(EffectViolation) in try bench.apply([Self.start("day", .wholeDay, name)]) }
    #expect(found?.code == .fault(.nameInvalid) && found?.subject == "event")
    #expect(bench.state == before)
  }

  @Test func `compat composes the names of an activity and of its event`() throws {
    var bench = Bench(at: "2026-08-13 10:00")
    bench.state.families[Bench.family]?.mode = .appleCompatible
    try bench.apply([Self.start("a\u{308}", .wholeDay, "e\u{301}")])
    let activity = try #require(bench.state.families[Bench.family]?.activities.values.first)
    // Strings that are canonically equivalent are equal, so their bytes are compared.
    let names = [activity.name] + activity.events.map(\.name)
    #expect(names.map { Array($0.utf8) } == [[0xC3, 0xA4], [0xC3, 0xA9]])
  }
}
