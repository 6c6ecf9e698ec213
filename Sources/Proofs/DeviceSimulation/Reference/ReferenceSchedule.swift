// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

internal import Foundation
internal import ScreenTimeRules

/// The intervals of a schedule, found by listing every start and end around an instant and choosing the two that D3
/// names. Uses no calendar and no search, only the zone's offset. Local times must occur exactly once each day.
struct ReferenceSchedule {
  /// All occurrences of one end of a schedule.
  private enum Occurrences {
    case hourly(minute: Int)
    case daily(minuteOfDay: Int)
    case weekly(weekday: Int, minuteOfDay: Int)
    /// `day` counts from 1 January 1970.
    case once(day: Int64, minuteOfDay: Int)
  }

  private let starts: Occurrences
  private let ends: Occurrences
  private let zone: TimeZone

  init(_ schedule: Schedule, zone: TimeZone) {
    starts = Self.occurrences(schedule.start)
    ends = Self.occurrences(schedule.end)
    self.zone = zone
  }

  /// D3: the end is the first end after the instant, the start the last start before that end.
  func interval(at instant: Timestamp) -> TimeSpan? {
    guard let end = all(ends, around: instant).first(where: { instant < $0 }),
      let start = all(starts, around: end).last(where: { $0 < end })
    else { return nil }
    return TimeSpan(start: start, end: end)
  }

  /// The first end after an instant; `nil` if there is none.
  func end(after instant: Timestamp) -> Timestamp? { all(ends, around: instant).first { instant < $0 } }

  /// Whether two instants have the same local time, which occurs twice in a repeated hour (D11).
  func isSameReading(_ one: Timestamp, _ other: Timestamp) -> Bool {
    one.milliseconds + offset(one.milliseconds) == other.milliseconds + offset(other.milliseconds)
  }

  /// The instant with the same local time in another zone (D16).
  func sameReading(as instant: Timestamp, in other: TimeZone) -> Timestamp {
    ReferenceSchedule.instant(ofLocal: instant.milliseconds + offset(instant.milliseconds), in: other)
  }

  /// The start of the local hour (E5).
  func hourStart(of instant: Timestamp) -> Timestamp {
    let local = instant.milliseconds + offset(instant.milliseconds)
    return Timestamp(milliseconds: instant.milliseconds - local.modulo(3_600_000))
  }

  // MARK: -

  private static let day: Int64 = 86_400_000

  private static func occurrences(_ components: ScheduleComponents) -> Occurrences {
    guard let hour = components.hour else { return .hourly(minute: components.minute ?? 0) }
    let minuteOfDay = hour * 60 + (components.minute ?? 0)
    if let year = components.year {
      return .once(day: dayNumber(year, components.month ?? 1, components.day ?? 1), minuteOfDay: minuteOfDay)
    }
    return components.weekday.map { .weekly(weekday: $0, minuteOfDay: minuteOfDay) } ?? .daily(minuteOfDay: minuteOfDay)
  }

  /// The number of a date's day, by counting days from March, so that a leap day is the last one of its year.
  private static func dayNumber(_ year: Int, _ month: Int, _ day: Int) -> Int64 {
    let (years, months) = (Int64(month > 2 ? year : year - 1), Int64((month + 9) % 12))
    let days = 365 * years + years / 4 - years / 100 + years / 400 + (153 * months + 2) / 5 + Int64(day) - 1
    // 1 March of the year 0 was 719,468 days before 1 January 1970.
    return days - 719_468
  }

  /// All occurrences near an instant; nine days to each side cover more than a week and a zone change.
  private func all(_ occurrences: Occurrences, around instant: Timestamp) -> [Timestamp] {
    let local = instant.milliseconds + offset(instant.milliseconds)
    let today = (local - local.modulo(Self.day)) / Self.day
    switch occurrences {
    case .once(let day, let minuteOfDay): return [at(day, minuteOfDay)]
    case .hourly(let minute):
      let hour = instant.milliseconds - local.modulo(3_600_000)
      return (-4...4).map { Timestamp(milliseconds: hour + $0 * 3_600_000 + Int64(minute) * 60_000) }
    case .daily(let minuteOfDay):
      return (-2...2).map { at(today + $0, minuteOfDay) }
    case .weekly(let weekday, let minuteOfDay):
      // 1 January 1970 was a Thursday, day 5 of a week that starts on Sunday with 1.
      return (-9...9).filter { (today + $0 + 4).modulo(7) + 1 == Int64(weekday) }.map { at(today + $0, minuteOfDay) }
    }
  }

  private func at(_ day: Int64, _ minuteOfDay: Int) -> Timestamp {
    Self.instant(ofLocal: day * Self.day + Int64(minuteOfDay) * 60_000, in: zone)
  }

  private static func instant(ofLocal local: Int64, in zone: TimeZone) -> Timestamp {
    var instant = local - offset(local, zone)
    instant = local - offset(instant, zone)
    return Timestamp(milliseconds: instant)
  }

  private func offset(_ milliseconds: Int64) -> Int64 { Self.offset(milliseconds, zone) }

  private static func offset(_ milliseconds: Int64, _ zone: TimeZone) -> Int64 {
    Int64(zone.secondsFromGMT(for: Date(timeIntervalSince1970: Double(milliseconds) / 1_000))) * 1_000
  }
}

extension Int64 {
  /// The non-negative remainder.
  fileprivate func modulo(_ divisor: Int64) -> Int64 { (self % divisor + divisor) % divisor }
}
