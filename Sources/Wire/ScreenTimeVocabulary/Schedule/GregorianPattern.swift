// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

/// The schedule shapes of D1 in the Gregorian calendar, matched with integer arithmetic in a zone without clock
/// changes.
///
/// This replaces `Calendar.nextDate`, which, searching backwards, skips a day of the month if the search starts on that
/// day (Foundation 6.3.1). If a month lacks the day, the first day of the next month matches, as it does in a forward
/// search by Foundation (N17).
struct GregorianPattern {
  private enum Days {
    case every
    case weekday(Int)
    case day(Int)
    case dayOfMonth(month: Int, day: Int)
  }

  private let days: Days
  /// `nil` matches every hour.
  private let hour: Int?
  private let millisecondsIntoHour: Int64

  private static let hourLength: Int64 = 3_600_000
  private static let dayLength: Int64 = 24 * hourLength
  /// An upper bound on the gap between two matching days, in days.
  private static let longestWait: Int64 = 367
  /// A hundred thousand years in either direction. Nothing matches outside it.
  private static let calendarRange: ClosedRange<Int64> = -3_155_760_000_000_000...3_155_760_000_000_000

  /// - Returns: `nil` for components that D1 doesn't list, which only `appleCompatible` allows, and for times that no
  ///   clock shows.
  init?(_ components: ScheduleComponents) {
    let fields = [(components.hour, 0..<24), (components.minute, 0..<60), (components.second, 0..<60)]
    guard components.year == nil, fields.allSatisfy({ value, range in value.map(range.contains) ?? true }) else {
      return nil
    }
    switch (components.month, components.day, components.weekday) {
    case (nil, nil, nil): days = .every
    case (nil, nil, let weekday?): days = .weekday(weekday)
    case (nil, let day?, nil): days = .day(day)
    case (let month?, let day?, nil): days = .dayOfMonth(month: month, day: day)
    default: return nil
    }
    hour = components.namesDay ? components.hour ?? 0 : components.hour
    guard hour != nil || components.minute != nil else { return nil }
    millisecondsIntoHour = Int64(components.minute ?? 0) * 60_000 + Int64(components.second ?? 0) * 1_000
  }

  /// The first match after a local time.
  func first(after local: Timestamp) -> Timestamp? {
    guard Self.calendarRange.contains(local.milliseconds) else { return nil }
    guard let hour else {
      let start = Self.floor(local.milliseconds, Self.hourLength) * Self.hourLength + millisecondsIntoHour
      return Timestamp(milliseconds: start > local.milliseconds ? start : start + Self.hourLength)
    }
    let today = Self.floor(local.milliseconds, Self.dayLength)
    return (today...(today + Self.longestWait)).lazy.map { time(hour, on: $0) }
      .first { local < $0.time && $0.isMatch }?.time
  }

  /// The last match before a local time.
  func last(before local: Timestamp) -> Timestamp? {
    guard Self.calendarRange.contains(local.milliseconds) else { return nil }
    guard let hour else {
      let start = Self.floor(local.milliseconds, Self.hourLength) * Self.hourLength + millisecondsIntoHour
      return Timestamp(milliseconds: start < local.milliseconds ? start : start - Self.hourLength)
    }
    let today = Self.floor(local.milliseconds, Self.dayLength)
    return ((today - Self.longestWait)...today).reversed().lazy.map { time(hour, on: $0) }
      .first { $0.time < local && $0.isMatch }?.time
  }

  private func time(_ hour: Int, on day: Int64) -> (time: Timestamp, isMatch: Bool) {
    let milliseconds = day * Self.dayLength + Int64(hour) * Self.hourLength + millisecondsIntoHour
    return (Timestamp(milliseconds: milliseconds), isMatch(day))
  }

  private func isMatch(_ day: Int64) -> Bool {
    switch days {
    case .every: return true
    // 1 January 1970 was a Thursday.
    case .weekday(let weekday): return day + 4 - Self.floor(day + 4, 7) * 7 == Int64(weekday - 1)
    case .day(let wanted):
      let date = Self.date(day)
      return date.day == wanted || (date.day == 1 && Self.date(day - 1).day < wanted)
    case .dayOfMonth(let month, let wanted):
      let date = Self.date(day)
      if date.month == month { return date.day == wanted }
      let yesterday = Self.date(day - 1)
      return date.day == 1 && yesterday.month == month && yesterday.day < wanted
    }
  }

  /// The civil date of a day counted from 1970, computed in eras of 400 years that begin in March.
  private static func date(_ day: Int64) -> (month: Int, day: Int) {
    let shifted = day + 719_468
    let dayOfEra = shifted - floor(shifted, 146_097) * 146_097
    let yearOfEra = (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let marchMonth = (5 * dayOfYear + 2) / 153
    let day = dayOfYear - (153 * marchMonth + 2) / 5 + 1
    return (month: Int(marchMonth < 10 ? marchMonth + 3 : marchMonth - 9), day: Int(day))
  }

  private static func floor(_ value: Int64, _ divisor: Int64) -> Int64 {
    let (quotient, remainder) = value.quotientAndRemainder(dividingBy: divisor)
    return remainder < 0 ? quotient - 1 : quotient
  }
}
