// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import ScreenTimeRules
import Testing

@testable import HostCore

@Suite struct HostCalendarTests {
  @Test(arguments: ["Europe/Berlin", "Asia/Kathmandu", "Australia/Lord_Howe", "Pacific/Apia", "GMT"])
  func `gives the same days and minutes as a formatter for every instant`(zone: String) throws {
    let calendar = try HostCalendar(timeZone: zone)
    func formatter(_ format: String) -> DateFormatter {
      let formatter = DateFormatter()
      formatter.locale = Locale(identifier: "en_US_POSIX")
      formatter.timeZone = TimeZone(identifier: zone)
      formatter.dateFormat = format
      return formatter
    }
    let (days, minutes, spoken) = (formatter("yyyy-MM-dd"), formatter("HH:mm"), formatter("EEE d MMM y HH:mm"))
    // Steps of a little under seven hours reach every time of day and both clock changes of each year.
    let step: Int64 = 24_900_123
    for instant in stride(from: Int64(-100_000_000_000), through: 1_900_000_000_000, by: Int(step) * 211) {
      // Back and forth over midnight, so that a cached day can't be returned for another.
      for offset in [0, step, 0, step * 3] {
        let time = Timestamp(milliseconds: instant + offset)
        #expect(calendar.day(time) == days.string(from: time.date))
        #expect(calendar.minute(time) == minutes.string(from: time.date))
        #expect(calendar.spoken(time) == spoken.string(from: time.date))
      }
    }
  }
}
