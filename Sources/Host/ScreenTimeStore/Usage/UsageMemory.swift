// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

internal import Foundation
internal import ScreenTimeRules

/// What a store knows by heart about its usage tables, to spare a query for every stretch of use.
///
/// It mirrors rows, so a transaction that fails has to ``forget()`` it.
final class UsageMemory {
  var numbers: [RecordedForeground: Int64] = [:]
  /// What each front by its number counts as.
  var categories: [Int64: [Item]] = [:]
  /// The last rows of the tables that grow at their end.
  var tail: UseRecorder.Tail?
  /// The zone whose days `useByDay` holds.
  var timeZone: String?
  private var calendar: Calendar?
  private var day: Range<Int64> = 0..<0

  func forget() {
    numbers = [:]
    categories = [:]
    tail = nil
    timeZone = nil
  }

  /// The first millisecond of the local day that holds an instant. Days are asked for in order, nearly always.
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
