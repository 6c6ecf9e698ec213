// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@testable import ScreenTimeRules

/// The result of D3, counted from a zone's offsets alone, without calendar or search.
///
/// Iterates over real time around a clock change in quarter hours, records the local minute of each, and reads the
/// matches from that. Clocks change on quarter hours, so components on quarter hours are enough.
struct LocalTimeOracle {
  /// A clock change to test.
  struct Scene: Sendable, CustomTestStringConvertible {
    var zone: String
    /// The instant of the change, in UTC.
    var change: String
    var testDescription: String { "\(zone) \(change)" }

    var place: CalendarPlace { CalendarPlace(timeZone: zone) }
    var instant: Timestamp { Bench.time(change) }
  }

  /// Changes of an hour forward and back, half an hour, two hours and a whole day; midnights that do not exist or occur
  /// twice; and zones with half and quarter hour offsets.
  static let scenes = [
    Scene(zone: "America/Los_Angeles", change: "2026-03-08 10:00Z"),
    Scene(zone: "America/Los_Angeles", change: "2026-11-01 09:00Z"),
    Scene(zone: "Europe/Berlin", change: "2026-03-29 01:00Z"),
    Scene(zone: "Europe/Dublin", change: "2026-10-25 01:00Z"),
    Scene(zone: "Australia/Lord_Howe", change: "2026-04-04 15:00Z"),
    Scene(zone: "Australia/Lord_Howe", change: "2026-10-03 15:30Z"),
    Scene(zone: "Pacific/Apia", change: "2011-12-30 10:00Z"),
    Scene(zone: "America/Sao_Paulo", change: "2018-11-04 03:00Z"),
    Scene(zone: "America/Sao_Paulo", change: "2018-02-18 02:00Z"),
    Scene(zone: "America/Havana", change: "2026-03-08 05:00Z"),
    Scene(zone: "America/Havana", change: "2026-11-01 05:00Z"),
    Scene(zone: "Antarctica/Troll", change: "2026-03-29 01:00Z"),
    Scene(zone: "Antarctica/Troll", change: "2026-10-25 01:00Z"),
    Scene(zone: "Africa/Cairo", change: "2026-04-23 22:00Z"),
    Scene(zone: "Asia/Kolkata", change: "2026-06-15 00:00Z"),
    Scene(zone: "Asia/Kathmandu", change: "2026-06-15 00:00Z"),
  ]

  /// Minutes since 1970 of the first real quarter hour.
  private let origin: Int
  /// The local minute at each real quarter hour.
  private let shown: [Int]

  init(_ scene: Scene, days: Int = 20) {
    let zone = TimeZone(identifier: scene.zone) ?? .gmt
    let middle = Int(scene.instant.milliseconds / 60_000)
    let origin = middle - days * 1_440
    var shown: [Int] = []
    for quarter in 0..<(2 * days * 96) {
      let minute = origin + quarter * 15
      shown.append(minute + zone.secondsFromGMT(for: Date(timeIntervalSince1970: Double(minute * 60))) / 60)
    }
    self.origin = origin
    self.shown = shown
  }

  /// The real minutes on quarter hours at which components match, ascending; a time within a gap moves on by whole
  /// hours.
  func matches(_ components: ScheduleComponents) -> [Int] {
    var found: Set<Int> = []
    for (index, local) in shown.enumerated() {
      if Self.isMatch(components, local) { found.insert(origin + index * 15) }
      guard index > 0, local - shown[index - 1] > 15, local - shown[index - 1] < 1_440 else { continue }
      for skipped in stride(from: shown[index - 1] + 15, to: local, by: 15) where Self.isMatch(components, skipped) {
        var moved = skipped
        while moved < local { moved += 60 }
        found.insert(origin + index * 15 + moved - local)
      }
    }
    return found.sorted()
  }

  /// D3: the first end after an instant, and the last start before that end.
  static func interval(starts: [Int], ends: [Int], at instant: Timestamp) -> TimeSpan? {
    guard let end = ends.first(where: { Int64($0) * 60_000 > instant.milliseconds }),
      let start = starts.last(where: { $0 < end })
    else { return nil }
    return TimeSpan(
      start: Timestamp(milliseconds: Int64(start) * 60_000), end: Timestamp(milliseconds: Int64(end) * 60_000))
  }

  /// The hour around an instant: it starts at local minute 0 or at a clock change into another hour.
  func hour(around instant: Timestamp) -> TimeSpan? {
    let index = (Int(instant.milliseconds / 60_000) - origin) / 15
    func begins(_ index: Int) -> Bool {
      shown[index] % 60 == 0 || shown[index] / 60 != shown[index - 1] / 60
    }
    guard let start = (1...index).last(where: begins), let end = ((index + 1)..<shown.count).first(where: begins) else {
      return nil
    }
    return TimeSpan(
      start: Timestamp(milliseconds: Int64(origin + start * 15) * 60_000),
      end: Timestamp(milliseconds: Int64(origin + end * 15) * 60_000))
  }

  private static func isMatch(_ components: ScheduleComponents, _ local: Int) -> Bool {
    let (day, minuteOfDay) = (local / 1_440, local % 1_440)
    guard minuteOfDay % 60 == components.minute ?? 0 else { return false }
    let namesDay = components.weekday != nil || components.day != nil
    if components.hour != nil || namesDay, minuteOfDay / 60 != components.hour ?? 0 { return false }
    if let weekday = components.weekday, (day + 4) % 7 + 1 != weekday { return false }
    if let wanted = components.day, dayOfMonth(day) != wanted { return false }
    return true
  }

  /// The day of the month from days since 1970, counted month by month.
  private static func dayOfMonth(_ day: Int) -> Int {
    var (rest, year) = (day, 1_970)
    func isLeap(_ year: Int) -> Bool { year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) }
    while rest >= (isLeap(year) ? 366 : 365) {
      rest -= isLeap(year) ? 366 : 365
      year += 1
    }
    for length in [31, isLeap(year) ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31] {
      if rest < length { return rest + 1 }
      rest -= length
    }
    return rest + 1
  }
}
