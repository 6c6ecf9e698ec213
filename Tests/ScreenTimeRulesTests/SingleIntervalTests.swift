// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import ScreenTimeRules

/// When the host wakes for an interval that has no next one, after the zone or the clock was changed.
@Suite struct SingleIntervalTests {
  private static let app = Item.application("a")

  private func day(_ time: String) -> String { "2026-08-13 \(time)" }

  private func bench(_ mode: DeliveryMode, warning: Int? = nil) throws -> Bench {
    var bench = Bench(mode: mode, at: day("08:00"))
    let schedule = Schedule.daily(.at(9), .at(17), repeats: false, warning: warning)
    try bench.apply([.startMonitoring(activity: "once", schedule: schedule, events: [])])
    return bench
  }

  @Test(arguments: [("America/New_York", "2026-08-13 21:00Z"), ("Pacific/Honolulu", "2026-08-14 03:00Z")])
  func `the end of a single interval moves with the zone, and is told at its new instant`(
    _ zone: String, _ end: String
  ) throws {
    var bench = try bench(.exact)
    bench.idle(until: day("12:00"))
    bench.rules.setPlace(CalendarPlace(timeZone: zone), in: &bench.state)
    #expect(bench.rules.nextDue(in: bench.state) == Bench.time(end))
    bench.idle(until: "2026-08-14 04:00Z")
    #expect(bench.deliveries.map(\.callback) == [.intervalDidStart, .intervalDidEnd])
    #expect(bench.deliveries.map(\.decidedAt) == [Bench.time(day("09:00")), Bench.time(end)])
  }

  @Test func `the warning of a single interval that nobody saw is due again when the clock is set back before it`()
    throws
  {
    var bench = try bench(.faithful, warning: 10)
    bench.use(Self.app, day("09:00"), day("10:00"))
    bench.idle(until: day("16:55"))
    #expect(bench.rules.nextDue(in: bench.state) == Bench.time(day("17:00")))
    bench.rules.jump(to: Bench.time(day("16:00")), in: &bench.state)
    #expect(bench.rules.nextDue(in: bench.state) == Bench.time(day("16:50")))
    bench.use(Self.app, day("16:40"), day("17:00"))
    #expect(bench.transcript() == ["intervalDidStart 13 09:00", "intervalWillEndWarning 13 16:50"])
  }
}
