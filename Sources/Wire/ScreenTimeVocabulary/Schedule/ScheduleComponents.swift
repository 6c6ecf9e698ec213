// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

/// The fields that are set in `DateComponents`, by their Swift names (`wire.md#lines`).
package struct ScheduleComponents: Hashable, Codable, Sendable {
  package var calendar: String?
  package var timeZone: String?
  package var era: Int?
  package var year: Int?
  package var month: Int?
  package var day: Int?
  package var hour: Int?
  package var minute: Int?
  package var second: Int?
  package var nanosecond: Int?
  package var weekday: Int?
  package var weekdayOrdinal: Int?
  package var quarter: Int?
  package var weekOfMonth: Int?
  package var weekOfYear: Int?
  package var yearForWeekOfYear: Int?
  package var dayOfYear: Int?

  package init(
    calendar: String? = nil, timeZone: String? = nil, year: Int? = nil, month: Int? = nil, day: Int? = nil,
    weekday: Int? = nil, hour: Int? = nil, minute: Int? = nil, second: Int? = nil
  ) {
    self.calendar = calendar
    self.timeZone = timeZone
    self.year = year
    self.month = month
    self.day = day
    self.weekday = weekday
    self.hour = hour
    self.minute = minute
    self.second = second
  }

  /// Indicates whether the components are an absolute date, which occurs only once (D4).
  package var isAbsolute: Bool { year != nil && month != nil && day != nil }

  /// Indicates whether the components name one or more days rather than a time of every day.
  var namesDay: Bool { year != nil || month != nil || day != nil || weekday != nil }
}
