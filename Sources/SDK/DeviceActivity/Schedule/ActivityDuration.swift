// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

internal import Foundation

/// A threshold or a warning time: components that are a length of time (E9).
struct ActivityDuration {
  let nanoseconds: Int128

  /// A day counts 24 hours; any size is fine, so 90 minutes are.
  ///
  /// - Returns: `nil` for other fields than day, hour, minute, second and nanosecond, for none, and for a negative sum
  ///   or one that is longer than any clock runs.
  init?(_ components: DateComponents) {
    let others = [
      components.era, components.year, components.quarter, components.month, components.weekOfMonth,
      components.weekOfYear, components.yearForWeekOfYear, components.weekday, components.weekdayOrdinal,
      components.dayOfYear,
    ]
    let parts: [(value: Int?, nanoseconds: Int128)] = [
      (components.day, 86_400_000_000_000), (components.hour, 3_600_000_000_000), (components.minute, 60_000_000_000),
      (components.second, 1_000_000_000), (components.nanosecond, 1),
    ]
    guard others.allSatisfy({ $0 == nil }), parts.contains(where: { $0.value != nil }) else { return nil }
    // Five products of 64 and 47 bits can't overflow 128.
    nanoseconds = parts.reduce(Int128(0)) { $0 + Int128($1.value ?? 0) * $1.nanoseconds }
    guard nanoseconds >= 0, nanoseconds / 1_000_000 < Int64.max else { return nil }
  }
}
