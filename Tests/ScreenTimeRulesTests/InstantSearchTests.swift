// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@testable import ScreenTimeRules

/// Instants of notifications, from the same patterns as schedules.
@Suite struct InstantSearchTests {
  @Test(arguments: LocalTimeOracle.scenes)
  func `finds the same instants as counting by quarter hours, around every kind of clock change (Q5, D3)`(
    _ scene: LocalTimeOracle.Scene
  ) throws {
    var random = SeededGenerator(seed: UInt64(scene.instant.milliseconds.magnitude) &+ 7)
    let oracle = LocalTimeOracle(scene, days: 40)
    for _ in 0..<40 {
      let components = IntervalOracleTests.ends(&random).0
      let matches = oracle.matches(components).map { Timestamp(milliseconds: Int64($0) * 60_000) }
      let search = try #require(InstantSearch(components, in: scene.place))
      for _ in 0..<6 {
        let instant = scene.instant.advanced(by: Int64.random(in: -1_800...1_800, using: &random) * 60_000)
        #expect(search.first(after: instant) == matches.first { instant < $0 }, "\(components) after \(instant.date)")
      }
    }
  }

  @Test(arguments: LocalTimeOracle.scenes)
  func `a repeated local time fires once on its day (Q5, D11)`(_ scene: LocalTimeOracle.Scene) throws {
    var random = SeededGenerator(seed: UInt64(scene.instant.milliseconds.magnitude) &+ 8)
    let zone = try #require(TimeZone(identifier: scene.zone))
    for _ in 0..<40 {
      let components = ScheduleComponents(
        hour: Int.random(in: 0..<4, using: &random), minute: Int.random(in: 0..<4, using: &random) * 15)
      let search = try #require(InstantSearch(components, in: scene.place))
      var time = try #require(search.first(after: scene.instant.advanced(by: -5 * 86_400_000)))
      var shown: Set<Int64> = []
      while time < scene.instant.advanced(by: 5 * 86_400_000) {
        let local = time.milliseconds + Int64(zone.secondsFromGMT(for: time.date)) * 1_000
        #expect(shown.insert(local).inserted, "\(components) twice at \(time.date)")
        let next = try #require(search.next(after: time))
        #expect(time < next)
        time = next
      }
    }
  }

  private static let place = CalendarPlace(timeZone: "Europe/Berlin")

  @Test(arguments: [
    ScheduleComponents(month: 2, day: 30), ScheduleComponents(), ScheduleComponents(second: 30),
    ScheduleComponents(hour: 24), ScheduleComponents(timeZone: "Mars/Olympus", hour: 1),
    ScheduleComponents(calendar: "lunar", hour: 1), ScheduleComponents(year: 2026, month: 2, day: 29),
    ScheduleComponents(weekday: 8), ScheduleComponents(hour: -1), ScheduleComponents(minute: Int(Int32.max)),
  ])
  func `refuses components that match no instant (Q1)`(components: ScheduleComponents) {
    #expect(InstantSearch(components, in: Self.place) == nil)
    #expect(InstantSearch(components, in: Self.place, allowsMixed: true) == nil)
  }

  @Test func `a date with a year fires once, and 29 February in leap years`() throws {
    let now = Bench.time("2026-03-01 12:00Z")
    let date = try #require(
      InstantSearch(ScheduleComponents(timeZone: "UTC", year: 2026, month: 3, day: 2), in: Self.place))
    #expect(date.first(after: now) == Bench.time("2026-03-02 00:00Z"))
    #expect(date.first(after: Bench.time("2026-03-02 00:00Z")) == nil)
    #expect(date.next(after: Bench.time("2026-03-02 00:00Z")) == nil)
    let leap = try #require(
      InstantSearch(ScheduleComponents(timeZone: "UTC", month: 2, day: 29, hour: 8), in: Self.place))
    // A day that its month lacks is the first of the next month, as in schedules.
    #expect(leap.first(after: now) == Bench.time("2027-03-01 08:00Z"))
    #expect(leap.first(after: Bench.time("2028-01-01 00:00Z")) == Bench.time("2028-02-29 08:00Z"))
  }
}
