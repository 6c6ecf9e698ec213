// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

/// Components read as a length of time: thresholds and warning times (E9).
package struct ScheduleDuration: Hashable, Sendable {
  /// Fractions of a millisecond left off: what a floor is compared with.
  package let wholeMilliseconds: Int64
  /// Fractions rounded up: when so much use is reached.
  package let milliseconds: Int64

  /// - Returns: nil when a field other than day, hour, minute, second, nanosecond is set, none is, or the sum is
  ///   negative or longer than any clock runs.
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
    // Five products of 64 and 47 bits can't overflow 128.
    let sum = parts.reduce(Int128(0)) { $0 + Int128($1.value ?? 0) * $1.nanoseconds }
    guard sum >= 0, let whole = Int64(exactly: sum / 1_000_000), whole < Int64.max else { return nil }
    wholeMilliseconds = whole
    milliseconds = sum % 1_000_000 == 0 ? whole : whole + 1
  }

  /// The length in milliseconds, fractions rounded up; nil for components that are no duration.
  package static func milliseconds(_ components: ScheduleComponents) -> Int64? {
    ScheduleDuration(components)?.milliseconds
  }
}
