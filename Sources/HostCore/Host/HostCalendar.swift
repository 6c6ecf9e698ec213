// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

package import Foundation
package import ScreenTimeRules

/// Local days and minutes as the ledger and the timeline write them.
package struct HostCalendar: Sendable {
  package let calendar: Calendar
  private let day: Date.VerbatimFormatStyle
  private let minute: Date.VerbatimFormatStyle

  /// - Throws: `HostError` for a zone that does not exist.
  package init(timeZone identifier: String) throws {
    guard let zone = TimeZone(identifier: identifier) else {
      throw HostError(.usage, "“\(identifier)” is no time zone; use a name like Europe/Berlin.")
    }
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = zone
    calendar.locale = Locale(identifier: "en_US_POSIX")
    self.calendar = calendar
    day = Date.VerbatimFormatStyle(
      format: "\(year: .defaultDigits)-\(month: .twoDigits)-\(day: .twoDigits)", timeZone: zone, calendar: calendar)
    minute = Date.VerbatimFormatStyle(
      format: "\(hour: .twoDigits(clock: .twentyFourHour, hourCycle: .zeroBased)):\(minute: .twoDigits)",
      timeZone: zone, calendar: calendar)
  }

  /// `2026-11-20`.
  package func day(_ time: Timestamp) -> String { time.date.formatted(day) }

  /// `18:15`.
  package func minute(_ time: Timestamp) -> String { time.date.formatted(minute) }

  /// The time rounded down to its whole minute, which shield points and focus filters are told (`privacy.md` §6.1).
  static func wholeMinute(_ time: Timestamp) -> Timestamp {
    Timestamp(milliseconds: time.milliseconds - (time.milliseconds % 60_000 + 60_000) % 60_000)
  }
}
