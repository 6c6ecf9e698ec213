// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ScreenTimeRules
import Testing

@testable import HostCore

/// The days of a calendar around midnight, where a cached name could be that of another day.
@Suite struct MidnightTests {
  @Test(
    arguments: [
      (-20_000, "1915-03-30", "1915-03-31", "Wed 31 Mar 1915"), (0, "1969-12-31", "1970-01-01", "Thu 1 Jan 1970"),
      (20_000, "2024-10-03", "2024-10-04", "Fri 4 Oct 2024"),
    ] as [(Int64, String, String, String)])
  func `a day begins at midnight, before 1970 too`(
    _ number: Int64, _ before: String, _ day: String, _ spoken: String
  ) throws {
    let calendar = try HostCalendar(timeZone: "GMT")
    let midnight = Timestamp(milliseconds: number * 86_400_000)
    for _ in 0..<2 {
      let last = midnight.advanced(by: -1)
      #expect(calendar.day(last) == before && calendar.minute(last) == "23:59")
      #expect(calendar.spoken(last).hasSuffix(" 23:59") && !calendar.spoken(last).hasPrefix(spoken))
      #expect(calendar.day(midnight) == day && calendar.minute(midnight) == "00:00")
      #expect(calendar.spoken(midnight) == spoken + " 00:00")
    }
    #expect(calendar.minute(midnight.advanced(by: 59_999)) == "00:00")
    #expect(calendar.minute(midnight.advanced(by: 60_000)) == "00:01")
  }
}
