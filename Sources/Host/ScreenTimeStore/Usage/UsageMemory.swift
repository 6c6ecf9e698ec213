// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

internal import Foundation
internal import ScreenTimeRules

/// A cache of the usage tables, which saves a query for every span of use.
///
/// It mirrors rows, so call ``forget()`` when a transaction fails.
final class UsageMemory {
  var numbers: [RecordedForeground: Int64] = [:]
  /// The categories of each foreground, by its number.
  var categories: [Int64: [Item]] = [:]
  /// The last rows of the tables that grow at their end.
  var tail: UseRecorder.Tail?
  /// The time zone of the days in `useByDay`.
  var timeZone: String?
  private var calendar: Calendar?
  private var day: Range<Int64> = 0..<0

  func forget() {
    numbers = [:]
    categories = [:]
    tail = nil
    timeZone = nil
  }

  /// The first millisecond of the local day that contains an instant. Caches the day, since instants mostly ascend.
  func dayStart(of milliseconds: Int64, in timeZone: String) -> Int64 {
    if calendar?.timeZone.identifier != timeZone {
      var fresh = Calendar(identifier: .gregorian)
      fresh.timeZone = TimeZone(identifier: timeZone) ?? .gmt
      calendar = fresh
      day = 0..<0
    }
    if !day.contains(milliseconds) {
      let interval = calendar?.dateInterval(of: .day, for: Timestamp(milliseconds: milliseconds).date)
      guard let interval else { return milliseconds }
      day = Timestamp(interval.start).milliseconds..<Timestamp(interval.end).milliseconds
    }
    return day.lowerBound
  }
}
