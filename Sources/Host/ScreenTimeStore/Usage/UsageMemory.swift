// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

internal import Foundation
internal import ScreenTimeRules

/// A cache of the usage tables, which saves a query for every span of use.
///
/// It mirrors rows, so call ``forget()`` when a transaction fails.
final class UsageMemory {
  /// Copies of rows in the store.
  struct Rows {
    var numbers: [RecordedForeground: Int64] = [:]
    /// The categories of each foreground, by its number.
    var categories: [Int64: [Item]] = [:]
    /// The last rows of the tables that grow at their end.
    var tail: UseRecorder.Tail?
    /// The time zone of the days in `useByDay`.
    var timeZone: String?
  }

  var rows = Rows()
  private var calendar: Calendar?
  /// The day that was asked for last, in the zone of the calendar.
  private var day: Range<Int64>?

  func forget() { rows = Rows() }

  /// The first millisecond of the local day that contains an instant. Caches the day, since instants mostly ascend.
  func dayStart(of milliseconds: Int64, in timeZone: String) -> Int64 {
    if calendar?.timeZone.identifier != timeZone {
      var fresh = Calendar(identifier: .gregorian)
      fresh.timeZone = TimeZone(identifier: timeZone) ?? .gmt
      calendar = fresh
      day = nil
    }
    if let day, day.contains(milliseconds) { return day.lowerBound }
    let interval = calendar?.dateInterval(of: .day, for: Timestamp(milliseconds: milliseconds).date)
    day = interval.map { Timestamp($0.start).milliseconds..<Timestamp($0.end).milliseconds }
    return day?.lowerBound ?? milliseconds
  }
}
