// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// Durations and instants in a format for people.
enum DisplayFormat {
  /// Such as `1 h 05 min 12 s`.
  static func duration(_ milliseconds: Int64) -> String {
    let seconds = milliseconds / 1_000
    let (hours, minutes, rest) = (seconds / 3_600, seconds % 3_600 / 60, seconds % 60)
    if hours > 0 { return "\(hours) h \(two(minutes)) min \(two(rest)) s" }
    return minutes > 0 ? "\(minutes) min \(two(rest)) s" : "\(rest) s"
  }

  /// Such as `2026-10-19 Mon 16:45:00`, in `calendar`'s zone.
  static func instant(_ milliseconds: Int64, in calendar: Calendar) -> String {
    let parts = calendar.dateComponents(
      [.year, .month, .day, .weekday, .hour, .minute, .second],
      from: Date(timeIntervalSince1970: Double(milliseconds) / 1_000))
    let weekday = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"][max(0, min(6, (parts.weekday ?? 1) - 1))]
    return "\(parts.year ?? 0)-\(two(parts.month))-\(two(parts.day)) \(weekday) "
      + "\(two(parts.hour)):\(two(parts.minute)):\(two(parts.second))"
  }

  private static func two(_ number: (some BinaryInteger)?) -> String {
    guard let number else { return "00" }
    return number < 10 ? "0\(number)" : "\(number)"
  }
}
