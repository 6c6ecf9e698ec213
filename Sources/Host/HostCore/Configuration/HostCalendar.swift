// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

package import Foundation
package import ScreenTimeRules

/// Local days and minutes in the format of the ledger and the timeline.
package struct HostCalendar {
  package let calendar: Calendar
  private let days: DayNames
  private let spokenDays: DayNames

  /// - Throws: `HostError` for a time zone that does not exist.
  package init(timeZone identifier: String) throws {
    guard let zone = TimeZone(identifier: identifier) else {
      throw HostError(.usage, "“\(identifier)” is not a time zone; use a name such as Europe/Berlin.")
    }
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = zone
    calendar.locale = Locale(identifier: "en_US_POSIX")
    self.calendar = calendar
    days = DayNames(
      Date.VerbatimFormatStyle(
        format: "\(year: .defaultDigits)-\(month: .twoDigits)-\(day: .twoDigits)", timeZone: zone, calendar: calendar))
    spokenDays = DayNames(
      Date.VerbatimFormatStyle(
        format: "\(weekday: .abbreviated) \(day: .defaultDigits) \(month: .abbreviated) \(year: .defaultDigits)",
        locale: calendar.locale, timeZone: zone, calendar: calendar))
  }

  /// `2026-11-20`.
  package func day(_ time: Timestamp) -> String { days.name(of: time, Self.day(at: local(time))) }

  /// `Mon 26 Oct 2026 16:45`.
  package func spoken(_ time: Timestamp) -> String {
    let local = local(time)
    return "\(spokenDays.name(of: time, Self.day(at: local))) \(Self.minute(at: local))"
  }

  /// `18:15`.
  package func minute(_ time: Timestamp) -> String { Self.minute(at: local(time)) }

  private static func minute(at local: Int64) -> String {
    let (hour, minute) = (local.quotientAndRemainder(flooring: 86_400_000).remainder / 60_000)
      .quotientAndRemainder(dividingBy: 60)
    return "\(hour < 10 ? "0" : "")\(hour):\(minute < 10 ? "0" : "")\(minute)"
  }

  /// The local time, in milliseconds since the local midnight of 1 January 1970.
  private func local(_ time: Timestamp) -> Int64 {
    time.advanced(by: Int64(calendar.timeZone.secondsFromGMT(for: time.date)) * 1_000).milliseconds
  }

  private static func day(at local: Int64) -> Int64 { local.quotientAndRemainder(flooring: 86_400_000).quotient }

  /// Formats days and caches the last ones, since the same days are formatted many times and formatting is slow. A widget
  /// names today and the day of its next timeline by turns.
  private final class DayNames {
    private static let most = 8
    private let style: Date.VerbatimFormatStyle
    private var names: [Int64: String] = [:]

    init(_ style: Date.VerbatimFormatStyle) { self.style = style }

    func name(of time: Timestamp, _ number: Int64) -> String {
      if let known = names[number] { return known }
      if names.count == Self.most { names = [:] }
      let name = time.date.formatted(style)
      names[number] = name
      return name
    }
  }

  /// The time rounded down to the minute, which is all that shield points and focus filters receive
  /// (`privacy-policy.md#fields`).
  static func wholeMinute(_ time: Timestamp) -> Timestamp {
    Timestamp(milliseconds: time.milliseconds - (time.milliseconds % 60_000 + 60_000) % 60_000)
  }
}

extension Int64 {
  fileprivate func quotientAndRemainder(flooring divisor: Int64) -> (quotient: Int64, remainder: Int64) {
    let (quotient, remainder) = quotientAndRemainder(dividingBy: divisor)
    return remainder < 0 ? (quotient - 1, remainder + divisor) : (quotient, remainder)
  }
}
