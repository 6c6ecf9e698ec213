// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

internal import Foundation

/// A unit for durations, largest first.
enum TimeUnit: CaseIterable {
  case year, month, week, day, hour, minute, second

  var flag: NSCalendar.Unit {
    switch self {
    case .year: .year
    case .month: .month
    case .week: .weekOfMonth
    case .day: .day
    case .hour: .hour
    case .minute: .minute
    case .second: .second
    }
  }

  var component: Calendar.Component {
    switch self {
    case .year: .year
    case .month: .month
    case .week: .weekOfMonth
    case .day: .day
    case .hour: .hour
    case .minute: .minute
    case .second: .second
    }
  }

  func value(in components: DateComponents) -> Int? { components.value(for: component) }

  /// A number of units in the language of the locale. Years and months, which `Duration` can't format, are in English.
  func words(_ count: Int, width: Width, locale: Locale) -> String {
    let (unit, seconds): (Duration.UnitsFormatStyle.Unit, Int)
    switch self {
    case .year: return Self.calendarWords(count, ("year", "yr", "y"), width)
    case .month: return Self.calendarWords(count, ("month", "mth", "mo"), width)
    case .week: (unit, seconds) = (.weeks, 604_800)
    case .day: (unit, seconds) = (.days, 86_400)
    case .hour: (unit, seconds) = (.hours, 3_600)
    case .minute: (unit, seconds) = (.minutes, 60)
    case .second: (unit, seconds) = (.seconds, 1)
    }
    let (length, isTooLong) = count.multipliedReportingOverflow(by: seconds)
    guard !isTooLong else { return String(count) }
    return Duration.seconds(length).formatted(.units(allowed: [unit], width: width.style).locale(locale))
  }

  enum Width {
    /// “2 hours”, “2 hr”, “2h”.
    case wide, abbreviated, narrow

    var style: Duration.UnitsFormatStyle.UnitWidth {
      switch self {
      case .wide: .wide
      case .abbreviated: .abbreviated
      case .narrow: .narrow
      }
    }
  }

  private static func calendarWords(
    _ count: Int, _ words: (wide: String, abbreviated: String, narrow: String), _ width: Width
  ) -> String {
    switch width {
    case .wide: "\(count) \(words.wide)\(abs(count) == 1 ? "" : "s")"
    case .abbreviated: "\(count) \(words.abbreviated)\(abs(count) == 1 ? "" : "s")"
    case .narrow: "\(count)\(words.narrow)"
    }
  }
}
