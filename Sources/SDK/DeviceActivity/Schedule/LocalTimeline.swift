// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

internal import Foundation

/// Where local times lie on the timeline of one zone. The host has its own copy in `ScreenTimeRules`, which says why
/// `Calendar.nextDate` is not enough; a test compares the two on generated schedules.
///
/// A local time is written as the instant that would show it in UTC.
struct LocalTimeline {
  let zone: TimeZone

  private static let day: TimeInterval = 86_400
  private static let hour: TimeInterval = 3_600

  func offset(at instant: Date) -> TimeInterval { TimeInterval(zone.secondsFromGMT(for: instant)) }

  func local(_ instant: Date) -> Date { instant + offset(at: instant) }

  /// The instants that show a local time, ascending: two in a repeated hour, in a gap the next whole hours later that
  /// exists, none in a day that the zone skipped.
  func instants(of local: Date) -> [Date] {
    let (before, after) = (offset(at: local - Self.day), offset(at: local + Self.day))
    if before == after { return [local - before] }
    let shown = [before, after].map { (instant: local - $0, offset: $0) }
      .filter { offset(at: $0.instant) == $0.offset }.map(\.instant).sorted()
    guard shown.isEmpty, after - before < Self.day else { return shown }
    let gapEnd = change(after: local - Self.day, notAfter: local + Self.day) + after
    let hours = (gapEnd.timeIntervalSince(local) / Self.hour).rounded(.up)
    return [local + hours * Self.hour - after]
  }

  /// Whether the clocks change within so many seconds before or after an instant.
  func changes(within reach: TimeInterval, of instant: Date) -> Bool {
    offset(at: instant - reach) != offset(at: instant + reach)
  }

  /// The clock change between two instants of different offsets; clocks change on whole seconds.
  private func change(after early: Date, notAfter late: Date) -> Date {
    let offset = offset(at: early)
    var low = early.timeIntervalSince1970.rounded(.down)
    var high = late.timeIntervalSince1970.rounded(.up)
    while high - low > 1 {
      let middle = ((low + high) / 2).rounded(.down)
      if self.offset(at: Date(timeIntervalSince1970: middle)) == offset { low = middle } else { high = middle }
    }
    return Date(timeIntervalSince1970: high)
  }
}
