// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

internal import Foundation

/// The instants at which a family may learn of use: one per `stepMilliseconds`, counted from `phaseMilliseconds` after
/// local midnight.
///
/// The phase differs between families, so that two families can't correlate an action by its instant.
package struct DeliveryGrid: Hashable, Sendable {
  package let stepMilliseconds: Int64
  package let phaseMilliseconds: Int64

  /// - Returns: `nil` if the step isn't positive, which means that there is no grid.
  package init?(stepMilliseconds: Int64, phaseMilliseconds: Int64) {
    guard stepMilliseconds > 0 else { return nil }
    self.stepMilliseconds = stepMilliseconds
    self.phaseMilliseconds = min(max(0, phaseMilliseconds), stepMilliseconds - 1)
  }

  /// The first slot at or after an instant.
  package func slot(atOrAfter instant: Timestamp, in place: CalendarPlace) -> Timestamp {
    let series = series(around: instant, in: place)
    let passed = instant.milliseconds(since: series.first)
    let steps = (passed + stepMilliseconds - 1) / stepMilliseconds
    return min(series.first.advanced(by: steps * stepMilliseconds), series.next)
  }

  /// The last slot at or before an instant.
  package func slot(atOrBefore instant: Timestamp, in place: CalendarPlace) -> Timestamp {
    let series = series(around: instant, in: place)
    let passed = instant.milliseconds(since: series.first)
    return series.first.advanced(by: passed / stepMilliseconds * stepMilliseconds)
  }

  /// The first slot of the local day that contains an instant, and the first slot of the next day. On days with a clock
  /// change the two are not a whole number of steps apart.
  private func series(around instant: Timestamp, in place: CalendarPlace) -> (first: Timestamp, next: Timestamp) {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = TimeZone(identifier: place.timeZone) ?? .gmt
    let midnight = calendar.startOfDay(for: instant.date)
    // Days have 22 to 26 hours, so 36 hours after midnight is in the next day and 12 hours before it in the previous
    // one.
    func first(hoursFromMidnight hours: Double) -> Timestamp {
      Timestamp(calendar.startOfDay(for: midnight.addingTimeInterval(hours * 3_600))).advanced(by: phaseMilliseconds)
    }
    let today = Timestamp(midnight).advanced(by: phaseMilliseconds)
    return today <= instant ? (today, first(hoursFromMidnight: 36)) : (first(hoursFromMidnight: -12), today)
  }
}
