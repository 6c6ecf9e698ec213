// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

internal import Foundation

/// A threshold or a warning time: components that are a length of time (E9).
struct ActivityDuration {
  let seconds: Double

  /// A day counts 24 hours; any size is fine, so 90 minutes are.
  ///
  /// - Returns: `nil` for other fields than day, hour, minute, second and nanosecond, for none, and for a negative sum.
  init?(_ components: DateComponents) {
    let others = [
      components.era, components.year, components.quarter, components.month, components.weekOfMonth,
      components.weekOfYear, components.yearForWeekOfYear, components.weekday, components.weekdayOrdinal,
      components.dayOfYear,
    ]
    let parts: [(Int?, Double)] = [
      (components.day, 86_400), (components.hour, 3_600), (components.minute, 60), (components.second, 1),
      (components.nanosecond, 1e-9),
    ]
    guard others.allSatisfy({ $0 == nil }), parts.contains(where: { $0.0 != nil }) else { return nil }
    seconds = parts.reduce(0) { $0 + Double($1.0 ?? 0) * $1.1 }
    if seconds < 0 { return nil }
  }
}
