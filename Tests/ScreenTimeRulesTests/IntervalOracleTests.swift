// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@testable import ScreenTimeRules

/// Intervals around clock changes, compared with a count from first principles.
@Suite struct IntervalOracleTests {
  /// Both ends of a schedule of one shape, on quarter hours so that they often meet the clock changes.
  static func ends(_ random: inout SeededGenerator) -> (ScheduleComponents, ScheduleComponents) {
    let shape = Int.random(in: 0..<8, using: &random)
    let weekdays = (0..<2).map { _ in Int.random(in: 1...7, using: &random) }
    func end(_ weekday: Int) -> ScheduleComponents {
      let minute = Int.random(in: 0..<4, using: &random) * 15
      let hour =
        Bool.random(using: &random) ? Int.random(in: 0..<4, using: &random) : Int.random(in: 0..<24, using: &random)
      switch shape {
      case 0: return ScheduleComponents(minute: minute)
      case 1, 2: return ScheduleComponents(weekday: weekday, hour: hour, minute: minute)
      case 3: return ScheduleComponents(day: Int.random(in: 1...28, using: &random), hour: hour, minute: minute)
      default: return ScheduleComponents(hour: hour, minute: minute)
      }
    }
    return (end(weekdays[0]), end(weekdays[1]))
  }

  @Test(arguments: LocalTimeOracle.scenes)
  func `finds the same intervals as counting by quarter hours, around every kind of clock change (D2, D3, D5)`(
    _ scene: LocalTimeOracle.Scene
  ) throws {
    var random = SeededGenerator(seed: UInt64(scene.instant.milliseconds.magnitude))
    let oracle = LocalTimeOracle(scene, days: 40)
    for _ in 0..<30 {
      let (start, end) = Self.ends(&random)
      let (starts, ends) = (oracle.matches(start), oracle.matches(end))
      let search = try #require(
        IntervalSearch(Schedule(start: start, end: end, repeats: true), in: scene.place))
      for _ in 0..<6 {
        let instant = scene.instant.advanced(by: Int64.random(in: -1_800...1_800, using: &random) * 60_000)
        let expected = LocalTimeOracle.interval(starts: starts, ends: ends, at: instant)
        #expect(search.interval(at: instant) == expected, "\(start) → \(end) at \(instant.date)")
      }
    }
  }

  @Test(arguments: LocalTimeOracle.scenes)
  func `rounds down to the local hour, and hours are contiguous without overlap (E5, R5)`(
    _ scene: LocalTimeOracle.Scene
  ) throws {
    let oracle = LocalTimeOracle(scene, days: 3)
    let timeline = LocalTimeline(try #require(TimeZone(identifier: scene.zone)))
    for minute in stride(from: -300, through: 300, by: 7) {
      let instant = scene.instant.advanced(by: Int64(minute) * 60_000)
      #expect(timeline.hour(around: instant) == oracle.hour(around: instant), "\(instant.date)")
    }
  }

  @Test(arguments: LocalTimeOracle.scenes)
  func `never overlaps, never repeats a local time, and pairs every start with its end (D10, D11)`(
    _ scene: LocalTimeOracle.Scene
  ) throws {
    var random = SeededGenerator(seed: UInt64(scene.instant.milliseconds.magnitude) + 1)
    let zone = try #require(TimeZone(identifier: scene.zone))
    for _ in 0..<6 {
      let (start, end) = (
        ScheduleComponents(
          hour: Int.random(in: 0..<4, using: &random), minute: Int.random(in: 0..<4, using: &random) * 15),
        ScheduleComponents(
          hour: Int.random(in: 0..<24, using: &random), minute: Int.random(in: 0..<4, using: &random) * 15)
      )
      let schedule = Schedule(start: start, end: end, repeats: true)
      var bench = Bench(mode: .exact, at: "2000-01-01 00:00", place: scene.place)
      bench.state.now = scene.instant.advanced(by: -3 * 86_400_000)
      // In one order of the ends the interval is too short to register.
      guard (try? bench.apply([.startMonitoring(activity: "a", schedule: schedule, events: [])])) != nil else {
        continue
      }
      bench.use(UseSpan(start: bench.state.now, end: scene.instant.advanced(by: 3 * 86_400_000), isPresent: false))
      try bench.apply([.stopMonitoring([])])
      let spans = stride(from: 0, to: bench.deliveries.count, by: 2).map { index in
        #expect(bench.deliveries[index].callback == .intervalDidStart)
        #expect(bench.deliveries[index + 1].callback == .intervalDidEnd)
        #expect(bench.deliveries[index].interval.id == bench.deliveries[index + 1].interval.id)
        return TimeSpan(start: bench.deliveries[index].interval.start, end: bench.deliveries[index].interval.end)
      }
      #expect(spans.count >= 4, "\(start) → \(end)")
      for (earlier, later) in zip(spans, spans.dropFirst()) { #expect(earlier.end <= later.start) }
      let locals = spans.map { $0.start.milliseconds + Int64(zone.secondsFromGMT(for: $0.start.date)) * 1_000 }
      #expect(Set(locals).count == locals.count)
    }
  }

  @Test func `finds each day of the month and year, or the next first if a month lacks it (N17, D3)`()
    throws
  {
    let calendar = Calendar(identifier: .gregorian).in(.gmt)
    let firstDay = Bench.time("2026-12-31 00:00Z").milliseconds / 86_400_000
    for wanted in [1, 15, 28, 29, 30, 31] {
      let search = try #require(
        IntervalSearch(
          Schedule(
            start: ScheduleComponents(day: wanted), end: ScheduleComponents(day: wanted, hour: 1), repeats: true),
          in: CalendarPlace(timeZone: "UTC")))
      for month in 1...30 {
        let start = try #require(calendar.date(from: DateComponents(year: 2_027, month: month, day: 1)))
        let length = try #require(calendar.range(of: .day, in: .month, for: start)?.count)
        let expected = Timestamp(start).advanced(by: Int64(min(wanted, length + 1) - 1) * 86_400_000)
        #expect(expected.milliseconds / 86_400_000 > firstDay)
        #expect(search.interval(at: expected)?.start == expected, "day \(wanted) of month \(month)")
        #expect(search.interval(at: expected.advanced(by: 3_599_999))?.start == expected)
      }
    }
  }

  @Test func `finds a running interval from each instant within it, including inside a gap (D3)`() throws {
    let search = try #require(
      IntervalSearch(.daily(.at(1, 15), .at(2, 15)), in: Bench.losAngeles))
    let expected = TimeSpan(start: Bench.time("2026-03-08 09:15Z"), end: Bench.time("2026-03-08 10:15Z"))
    for minute in [0, 20, 44, 45, 50, 59] {
      #expect(search.interval(at: expected.start.advanced(by: Int64(minute) * 60_000)) == expected)
    }
  }
}

extension Calendar {
  fileprivate func `in`(_ zone: TimeZone) -> Calendar {
    var calendar = self
    calendar.timeZone = zone
    return calendar
  }
}
