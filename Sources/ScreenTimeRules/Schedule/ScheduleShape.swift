// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// The largest unit that start and end of a schedule name, which decides how often it recurs (D1).
package enum ScheduleShape: Equatable, Sendable {
  case minute, hour, weekday, day, monthAndDay, date

  /// The shape of one end of a schedule; nil for every combination of fields that D1 does not list.
  package init?(_ components: ScheduleComponents) {
    let larger = (components.year != nil, components.month != nil, components.day != nil, components.weekday != nil)
    switch larger {
    case (true, true, true, _): self = .date
    case (false, true, true, false): self = .monthAndDay
    case (false, false, true, false): self = .day
    case (false, false, false, true): self = .weekday
    case (false, false, false, false) where components.hour != nil: self = .hour
    case (false, false, false, false) where components.minute != nil: self = .minute
    default: return nil
    }
    let redundant = [
      components.era, components.nanosecond, components.weekdayOrdinal, components.quarter, components.weekOfMonth,
      components.weekOfYear, components.yearForWeekOfYear, components.dayOfYear,
    ]
    guard self == .date || redundant.allSatisfy({ $0 == nil }) else { return nil }
  }

  /// Whether a schedule keeps D1: one shape, values in range, days that exist, one zone and one calendar.
  package static func isValid(_ schedule: Schedule, in person: CalendarPlace) -> Bool {
    guard let shape = ScheduleShape(schedule.start), shape == ScheduleShape(schedule.end) else { return false }
    guard arePlacesEqual(schedule), let calendar = schedule.place(in: person).makeCalendar() else { return false }
    return [schedule.start, schedule.end].allSatisfy { shape.accepts($0, in: calendar) }
  }

  private static func arePlacesEqual(_ schedule: Schedule) -> Bool {
    (schedule.start.timeZone ?? schedule.end.timeZone) == (schedule.end.timeZone ?? schedule.start.timeZone)
      && (schedule.start.calendar ?? schedule.end.calendar) == (schedule.end.calendar ?? schedule.start.calendar)
  }

  private func accepts(_ components: ScheduleComponents, in calendar: Calendar) -> Bool {
    func isWithin(_ value: Int?, _ range: Range<Int>) -> Bool { value.map(range.contains) ?? true }
    guard isWithin(components.hour, 0..<24), isWithin(components.minute, 0..<60), isWithin(components.second, 0..<60),
      isWithin(components.month, calendar.maximumRange(of: .month) ?? 1..<13),
      isWithin(components.day, calendar.maximumRange(of: .day) ?? 1..<32)
    else { return false }
    switch self {
    case .minute, .hour: return true
    case .weekday: return isWithin(components.weekday, 1..<8)
    case .day: return true
    case .monthAndDay: return someYearHas(components, in: calendar)
    case .date:
      guard isWithin(components.year, 1..<10_000) else { return false }
      let wanted = DateComponents(year: components.year, month: components.month, day: components.day)
      guard let date = calendar.date(from: wanted) else { return false }
      return calendar.dateComponents([.year, .month, .day], from: date) == wanted
    }
  }

  /// Any year will do: 29 February is a day, 30 February is not.
  private func someYearHas(_ components: ScheduleComponents, in calendar: Calendar) -> Bool {
    guard let month = components.month, let day = components.day else { return false }
    if [.gregorian, .iso8601].contains(calendar.identifier) {
      return day <= [31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][month - 1]
    }
    let wanted = DateComponents(month: month, day: day)
    return calendar.nextDate(after: .distantPast, matching: wanted, matchingPolicy: .strict) != nil
  }
}
