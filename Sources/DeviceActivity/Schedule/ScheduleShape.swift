// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

internal import Foundation

/// The unit that the ends of a schedule name (D1).
enum ScheduleShape: Hashable {
  case minute, hour, weekday, day, monthDay, date

  /// - Returns: `nil` for components that name no such unit, or a value out of its range.
  init?(_ components: DateComponents) {
    guard Self.isInRange(components) else { return nil }
    if components.year != nil, components.month != nil, components.day != nil {
      guard Self.exists(components) else { return nil }
      self = .date
      return
    }
    guard components.year == nil, !Self.hasForeignField(components) else { return nil }
    switch (components.month, components.day, components.weekday) {
    case (let month?, let day?, nil):
      guard day <= Self.longestDay(of: month) else { return nil }
      self = .monthDay
    case (nil, .some, nil): self = .day
    case (nil, nil, .some): self = .weekday
    case (nil, nil, nil) where components.hour != nil: self = .hour
    case (nil, nil, nil) where components.minute != nil: self = .minute
    default: return nil
    }
  }

  private static func isInRange(_ components: DateComponents) -> Bool {
    let fields: [(Int?, ClosedRange<Int>)] = [
      (components.year, 1...9_999), (components.month, 1...12), (components.day, 1...31), (components.weekday, 1...7),
      (components.hour, 0...23), (components.minute, 0...59), (components.second, 0...59),
    ]
    return fields.allSatisfy { value, range in value.map(range.contains) ?? true }
  }

  /// Redundant beside a full date, meaningless anywhere else.
  private static func hasForeignField(_ components: DateComponents) -> Bool {
    [
      components.era, components.quarter, components.weekOfMonth, components.weekOfYear,
      components.yearForWeekOfYear, components.weekdayOrdinal, components.dayOfYear, components.nanosecond,
    ].contains { $0 != nil }
  }

  private static func longestDay(of month: Int) -> Int {
    switch month {
    case 2: 29
    case 4, 6, 9, 11: 30
    default: 31
    }
  }

  /// Whether the calendar has the day of a full date.
  private static func exists(_ components: DateComponents) -> Bool {
    let day = DateComponents(year: components.year, month: components.month, day: components.day)
    return day.isValidDate(in: components.calendar ?? Calendar(identifier: .gregorian))
  }
}
