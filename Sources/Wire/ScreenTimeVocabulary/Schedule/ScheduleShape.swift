// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

internal import Foundation

/// The largest unit that the start and end of a schedule name. It determines how often the schedule recurs (D1).
package enum ScheduleShape: Equatable, Sendable {
  case minute, hour, weekday, day, monthAndDay, date

  /// The shape of one end of a schedule, or `nil` for a combination of fields that D1 does not list.
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

  /// Returns whether a schedule satisfies D1: one shape, values in range, days that exist, one zone and one calendar.
  ///
  /// - Parameter allowsMixed: Whether to allow any mixture of possible components, as `appleCompatible` does.
  package static func isValid(_ schedule: Schedule, in person: CalendarPlace, allowsMixed: Bool = false) -> Bool {
    guard arePlacesEqual(schedule), let calendar = schedule.place(in: person).makeCalendar(),
      isPossible(schedule.start, in: calendar), isPossible(schedule.end, in: calendar)
    else { return false }
    if allowsMixed { return true }
    guard let shape = ScheduleShape(schedule.start) else { return false }
    return shape == ScheduleShape(schedule.end)
  }

  private static func arePlacesEqual(_ schedule: Schedule) -> Bool {
    (schedule.start.timeZone ?? schedule.end.timeZone) == (schedule.end.timeZone ?? schedule.start.timeZone)
      && (schedule.start.calendar ?? schedule.end.calendar) == (schedule.end.calendar ?? schedule.start.calendar)
  }

  /// Returns whether the components describe a time that a clock and a calendar can show.
  private static func isPossible(_ components: ScheduleComponents, in calendar: Calendar) -> Bool {
    let fields: [(value: Int?, range: Range<Int>)] = [
      (components.second, 0..<60), (components.minute, 0..<60), (components.hour, 0..<24), (components.weekday, 1..<8),
      (components.day, calendar.maximumRange(of: .day) ?? 1..<32),
      (components.month, calendar.maximumRange(of: .month) ?? 1..<13), (components.year, 1..<10_000),
    ]
    guard fields.contains(where: { $0.value != nil }),
      fields.allSatisfy({ field in field.value.map(field.range.contains) ?? true })
    else { return false }
    if components.isAbsolute {
      let wanted = DateComponents(year: components.year, month: components.month, day: components.day)
      guard let date = calendar.date(from: wanted) else { return false }
      return calendar.dateComponents([.year, .month, .day], from: date) == wanted
    }
    return someYearHas(components, in: calendar)
  }

  /// Returns whether the day exists in at least one year: 29 February does, 30 February does not.
  private static func someYearHas(_ components: ScheduleComponents, in calendar: Calendar) -> Bool {
    guard let month = components.month, let day = components.day else { return true }
    if [.gregorian, .iso8601].contains(calendar.identifier) {
      return day <= [31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][month - 1]
    }
    let wanted = DateComponents(month: month, day: day)
    return calendar.nextDate(after: .distantPast, matching: wanted, matchingPolicy: .strict) != nil
  }
}
