// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

/// Reads components as a length of time: thresholds and warning times (E9).
package enum ScheduleDuration {
  /// Whole milliseconds, fractions rounded up.
  ///
  /// - Returns: nil when a field other than day, hour, minute, second, nanosecond is set, none is, or the sum is
  ///   negative.
  package static func milliseconds(_ components: ScheduleComponents) -> Int64? {
    let others = [
      components.era, components.year, components.month, components.weekday, components.weekdayOrdinal,
      components.quarter, components.weekOfMonth, components.weekOfYear, components.yearForWeekOfYear,
      components.dayOfYear,
    ]
    guard others.allSatisfy({ $0 == nil }) else { return nil }
    let parts: [(value: Int?, unit: Int64)] = [
      (components.day, 86_400_000), (components.hour, 3_600_000), (components.minute, 60_000),
      (components.second, 1_000),
    ]
    guard components.nanosecond != nil || parts.contains(where: { $0.value != nil }) else { return nil }
    var sum: Int64 = 0
    for part in parts {
      let (product, productOverflow) = Int64(part.value ?? 0).multipliedReportingOverflow(by: part.unit)
      let (total, sumOverflow) = sum.addingReportingOverflow(product)
      guard !productOverflow, !sumOverflow else { return nil }
      sum = total
    }
    let nanoseconds = Int64(components.nanosecond ?? 0)
    let whole = nanoseconds / 1_000_000 + (nanoseconds > 0 && nanoseconds % 1_000_000 != 0 ? 1 : 0)
    let (total, overflow) = sum.addingReportingOverflow(whole)
    return overflow || total < 0 ? nil : total
  }
}
