// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import ScreenTimeRules
import ScreenTimeVocabulary
import Testing

@testable import HostCore
@testable import ScreenTimeStore

/// The shortest spans of a report: none at all, and a use of one millisecond.
@Suite struct ReportInstantTests {
  private static let midnight = Timestamp(milliseconds: 1_792_360_800_000)

  private let query: ReportQuery

  init() throws { query = ReportQuery(calendar: try HostCalendar(timeZone: "Europe/Berlin").calendar) }

  private func span(_ start: Int64, _ end: Int64) -> TimeSpan {
    TimeSpan(start: Self.midnight.advanced(by: start), end: Self.midnight.advanced(by: end))
  }

  @Test func `a report of no time has no segments, also within an hour or a day`() {
    let minute: Int64 = 60_000
    for (start, end, now) in [(10, 10, 999), (70, 120, 70), (90, 30, 999), (61, 61, 61)] as [(Int64, Int64, Int64)] {
      for unit in [Calendar.Component.hour, .day, .weekOfYear] {
        let segments = query.segments(
          of: unit, around: span(start * minute, end * minute), until: Self.midnight.advanced(by: now * minute))
        #expect(segments.isEmpty, "\(start) \(end) \(now) \(unit)")
      }
    }
  }

  @Test func `a use of one millisecond is the longest where there is no other, and a pickup`() {
    let hour = span(0, 3_600_000)
    func sum(_ runs: [TimeSpan]) -> ReportQuery.Segment? {
      query.segments(
        [hour], of: RolledUse(fronts: [:], cells: []),
        runs: runs.map { UseRun(isWhole: true, start: $0.start, end: $0.end, app: nil, appCategory: nil) }
      ).first
    }
    var expected = ReportQuery.Segment(span: hour)
    #expect(sum([]) == expected)
    (expected.longest, expected.firstPickup) = (span(5, 6), span(5, 6).start)
    expected.pickupsWithoutApplication = 1
    #expect(sum([span(5, 6)]) == expected)
    (expected.longest, expected.pickupsWithoutApplication) = (span(8, 10), 3)
    #expect(sum([span(5, 6), span(8, 10), span(11, 12)]) == expected)
  }
}
