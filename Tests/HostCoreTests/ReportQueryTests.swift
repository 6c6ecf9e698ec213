// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import HostCore
import ScreenTimeRules
import Testing

@Suite struct ReportQueryTests {
  private let query: ReportQuery

  init() throws {
    query = ReportQuery(
      calendar: try HostCalendar(timeZone: "Europe/Berlin").calendar,
      registry: ItemRegistry(categories: [
        .application("game"): .category("2"), .webDomain("play.test"): .category("2"),
      ]))
  }

  /// Minutes after 2026-10-19 00:00 in Berlin.
  private func at(_ minutes: Int64) -> Timestamp { Timestamp(milliseconds: 1_792_360_800_000 + minutes * 60_000) }

  @Test func `has a segment for every day, empty ones included, up to now`() {
    let days = query.segments(of: .day, around: TimeSpan(start: at(600), end: at(4_000)), until: at(2_000))
    #expect(days.map(\.start) == [at(0), at(1_440)])
  }

  @Test func `gives the day of a clock change its 25 hours`() {
    let sunday = Timestamp(milliseconds: 1_792_879_200_000)
    let days = query.segments(
      of: .day, around: TimeSpan(start: sunday, end: sunday.advanced(by: 1)), until: sunday.advanced(by: 200_000_000))
    #expect(days.first?.milliseconds == Int64(25 * 3_600_000))
  }

  @Test func `counts a page and its browser once in their category`() {
    let use = [
      UseSpan(start: at(600), end: at(620), app: .application("game"), isPresent: true),
      UseSpan(
        start: at(620), end: at(640), app: .application("browser"), web: .webDomain("play.test"), isPresent: true),
    ]
    let segment = query.segment(TimeSpan(start: at(0), end: at(1_440)), of: use)
    let games = segment.categories.first { $0.item == .category("2") }
    #expect(segment.total == 40 * 60_000)
    #expect(games?.total == Int64(40 * 60_000))
    #expect(games?.webDomains.map(\.total) == [20 * 60_000])
    #expect(segment.longest == TimeSpan(start: at(600), end: at(640)))
  }

  @Test func `gives a pickup to the first app after a time of no use`() {
    let use = [
      UseSpan(start: at(600), end: at(610), isPresent: true),
      UseSpan(start: at(610), end: at(620), app: .application("game"), isPresent: true),
      UseSpan(start: at(700), end: at(701), isPresent: true),
    ]
    let segment = query.segment(TimeSpan(start: at(0), end: at(1_440)), of: use)
    #expect(segment.categories.flatMap(\.applications).map(\.pickups) == [1])
    #expect(segment.pickupsWithoutApplication == 1)
    #expect(segment.firstPickup == at(600))
  }
}
