// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

internal import Foundation

/// Text that depends on the time of drawing, formatted by the host (VIEW-17).
struct LiveText {
  let now: Int64
  let locale: Locale
  let timeZone: TimeZone

  func date(_ date: Int64, _ style: TextContent.DateStyle) -> String {
    switch style {
    case .date: return calendarDate(date)
    case .time: return clockTime(date)
    case .timer: return clock(abs(date - now))
    case .relative: return span(abs(date - now))
    case .offset: return (date < now ? "−" : "+") + span(abs(date - now))
    }
  }

  func timer(from: Int64, to: Int64, countsDown: Bool, pause: Int64?) -> String {
    let instant = min(max(pause ?? now, from), max(from, to))
    return clock(countsDown ? to - instant : instant - from)
  }

  /// `1:05:09`, `5:09`.
  private func clock(_ milliseconds: Int64) -> String {
    let seconds = max(0, milliseconds) / 1_000
    let (hours, minutes, rest) = (seconds / 3_600, seconds / 60 % 60, seconds % 60)
    return hours > 0 ? "\(hours):\(padded(minutes)):\(padded(rest))" : "\(minutes):\(padded(rest))"
  }

  private func span(_ milliseconds: Int64) -> String {
    let seconds = milliseconds / 1_000
    let (days, hours, minutes) = (seconds / 86_400, seconds / 3_600 % 24, seconds / 60 % 60)
    if days > 0 { return "\(days) d \(hours) h" }
    if hours > 0 { return "\(hours) h \(minutes) min" }
    return minutes > 0 ? "\(minutes) min \(seconds % 60) s" : "\(seconds % 60) s"
  }

  private func padded(_ number: Int64) -> String { number < 10 ? "0\(number)" : "\(number)" }

  private var isEnglish: Bool { locale.identifier.hasPrefix("en") }

  /// Uses a fixed table for English, so that golden files don't depend on a toolchain's locale data (VIEW-33).
  func calendarDate(_ date: Int64) -> String {
    guard isEnglish else { return formatted(date, date: .medium, time: .none) }
    return "\(shortDate(date)), \(civil(date).year)"
  }

  /// The day and month, for the axis of a chart.
  func shortDate(_ date: Int64) -> String {
    guard isEnglish else { return formatted(date, date: .short, time: .none) }
    let parts = civil(date)
    return "\(Self.months[(parts.month - 1) % 12]) \(parts.day)"
  }

  private static let months = [
    "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
  ]

  func clockTime(_ date: Int64) -> String {
    guard isEnglish else { return formatted(date, date: .none, time: .short) }
    let seconds = (date + offset(date)) / 1_000 % 86_400
    return "\(padded(seconds / 3_600)):\(padded(seconds / 60 % 60))"
  }

  /// The offset of local time from UTC, in milliseconds.
  func offset(_ date: Int64) -> Int64 {
    Int64(timeZone.secondsFromGMT(for: Date(timeIntervalSince1970: Double(date / 1_000)))) * 1_000
  }

  /// The proleptic Gregorian date of a local time, computed in eras of 400 years.
  private func civil(_ date: Int64) -> (year: Int, month: Int, day: Int) {
    let days = Int((date + offset(date)) / 86_400_000) + 719_468
    let era = days / 146_097
    let dayOfEra = days - era * 146_097
    let yearOfEra = (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let shifted = (5 * dayOfYear + 2) / 153
    let month = shifted < 10 ? shifted + 3 : shifted - 9
    return (yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, dayOfYear - (153 * shifted + 2) / 5 + 1)
  }

  private func formatted(_ date: Int64, date style: DateFormatter.Style, time: DateFormatter.Style) -> String {
    let formatter = DateFormatter()
    formatter.locale = locale
    formatter.timeZone = timeZone
    formatter.dateStyle = style
    formatter.timeStyle = time
    return formatter.string(from: Date(timeIntervalSince1970: Double(date) / 1_000))
  }
}
