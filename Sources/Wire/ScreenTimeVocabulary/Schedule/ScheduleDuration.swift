// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

/// Date components interpreted as a duration, for thresholds and warning times (E9).
package struct ScheduleDuration: Hashable, Sendable {
  /// The duration rounded down to whole milliseconds, for comparison with a minimum.
  package let wholeMilliseconds: Int64
  /// The duration rounded up to whole milliseconds: the usage at which a threshold is reached.
  package let milliseconds: Int64

  /// - Returns: `nil` if a field other than day, hour, minute, second or nanosecond is set, if no field is set, or if
  ///   the sum is negative or does not fit.
  package init?(_ components: ScheduleComponents) {
    let others = [
      components.era, components.year, components.month, components.weekday, components.weekdayOrdinal,
      components.quarter, components.weekOfMonth, components.weekOfYear, components.yearForWeekOfYear,
      components.dayOfYear,
    ]
    let parts: [(value: Int?, nanoseconds: Int128)] = [
      (components.day, 86_400_000_000_000), (components.hour, 3_600_000_000_000), (components.minute, 60_000_000_000),
      (components.second, 1_000_000_000), (components.nanosecond, 1),
    ]
    guard others.allSatisfy({ $0 == nil }), parts.contains(where: { $0.value != nil }) else { return nil }
    // The sum of five products of 64 and 47 bits fits in 128 bits.
    let sum = parts.reduce(Int128(0)) { $0 + Int128($1.value ?? 0) * $1.nanoseconds }
    guard sum >= 0, let whole = Int64(exactly: sum / 1_000_000), whole < Int64.max else { return nil }
    wholeMilliseconds = whole
    milliseconds = sum % 1_000_000 == 0 ? whole : whole + 1
  }

  /// The duration in milliseconds, rounded up, or `nil` if the components are not a duration.
  package static func milliseconds(_ components: ScheduleComponents) -> Int64? {
    ScheduleDuration(components)?.milliseconds
  }
}
