// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

package import Foundation
package import ScreenTimeRules

/// One person's week at a computer, generated from a seed: the same seed gives the same bytes. A longer time has such
/// weeks, each with its own use.
///
/// It includes difficult cases: use across midnight, a day of 25 hours with use in the repeated hour, an empty morning,
/// pauses, a locked screen, sleep, and hosts that count only while their browser has the focus.
package struct SyntheticWeek: Sendable {
  /// Ascending.
  package let samples: [UsageSample]
  /// From local midnight of the first day to local midnight after the last day.
  package let span: TimeSpan
  /// The display names of the items.
  package let displayNames: [Item: String]
  /// Their categories, in the rules' format.
  package let registry: ItemRegistry

  /// Monday, 19 October 2026. Summer time ends in the night to Sunday.
  package static let standardDay = DateComponents(year: 2026, month: 10, day: 19)
  package static let standardZone = "Europe/Berlin"
  /// The possible numbers of days: up to the longest range of reports.
  package static let lengths = 1...400

  /// - Parameters:
  /// - seed: the seed of the week.
  /// - firstDay: the first day as year, month and day; plans match the weekday only if it is a Monday.
  /// - zone: the person's time zone; `nil` or an unknown zone means the standard zone.
  /// - days: the number of days, clamped to `lengths`.
  package init(
    seed: UInt64, firstDay: DateComponents = Self.standardDay, zone: TimeZone? = nil, days: Int = 7
  ) {
    let zone = zone ?? TimeZone(identifier: Self.standardZone) ?? .gmt
    var maker = SyntheticWeekMaker(seed: seed, firstDay: firstDay, zone: zone)
    let count = min(max(days, Self.lengths.lowerBound), Self.lengths.upperBound)
    samples = maker.samples(days: count)
    span = TimeSpan(start: maker.instant(day: 0, minute: 0), end: maker.instant(day: count, minute: 0))
    let items = UsageTimeline(samples).items
    let table = CategoryTable()
    displayNames = Dictionary(uniqueKeysWithValues: items.map { ($0, table.displayName(of: $0)) })
    registry = table.registry(for: items)
  }

  /// The week as a usage file.
  package var contents: Data { UsageFile.contents(of: samples) }
}
