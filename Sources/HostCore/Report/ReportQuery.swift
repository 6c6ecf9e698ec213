// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

package import Foundation
package import ScreenTimeRules

/// Usage as a report shows it, computed from the one ledger that limits are counted in (E11, USE-7).
package struct ReportQuery {
  package struct Segment: Equatable, Sendable {
    package var span: TimeSpan
    package var total: Int64 = 0
    package var longest: TimeSpan?
    package var firstPickup: Timestamp?
    package var pickupsWithoutApplication = 0
    package var categories: [Category] = []
  }

  package struct Category: Equatable, Sendable {
    package var item: Item
    package var total: Int64 = 0
    package var applications: [Usage] = []
    package var webDomains: [Usage] = []
  }

  package struct Usage: Equatable, Sendable {
    package var item: Item
    package var total: Int64
    package var pickups: Int
  }

  private let calendar: Calendar
  private let registry: ItemRegistry

  package init(calendar: Calendar, registry: ItemRegistry) {
    self.calendar = calendar
    self.registry = registry
  }

  /// Whole hours, days or weeks around `span`, up to `now`, ascending, zero ones included (R5).
  package func segments(of unit: Calendar.Component, around span: TimeSpan, until now: Timestamp) -> [TimeSpan] {
    var segments: [TimeSpan] = []
    guard var unitStart = calendar.dateInterval(of: unit, for: span.start.date)?.start else { return [] }
    let last = min(span.end, now)
    while Timestamp(unitStart) < last, let interval = calendar.dateInterval(of: unit, for: unitStart) {
      segments.append(TimeSpan(start: Timestamp(interval.start), end: Timestamp(interval.end)))
      unitStart = interval.end
    }
    return segments
  }

  /// What the ledger says about one segment, restricted to a selection if there is one (R8).
  package func segment(_ span: TimeSpan, of use: [UseSpan], selection: ItemSelection = ItemSelection()) -> Segment {
    var result = Segment(span: span)
    var totals: [Item: Int64] = [:]
    var categoryTotals: [Item: Int64] = [:]
    var pickups: [Item: Int] = [:]
    var run: TimeSpan?
    var awaitsApplication = false
    for piece in use {
      let clipped = TimeSpan(start: max(piece.start, span.start), end: min(piece.end, span.end))
      guard clipped.start < clipped.end, piece.isInUse else { continue }
      if let current = run, current.end == clipped.start {
        run?.end = clipped.end
      } else {
        // In use again after a time of no use: a pickup, which belongs to the first application after it (R10).
        if awaitsApplication { result.pickupsWithoutApplication += 1 }
        awaitsApplication = true
        if piece.start >= span.start, result.firstPickup == nil { result.firstPickup = clipped.start }
        run = clipped
      }
      if let run, run.milliseconds > (result.longest?.milliseconds ?? 0) { result.longest = run }
      if awaitsApplication, let app = piece.app {
        pickups[app, default: 0] += 1
        awaitsApplication = false
      }
      result.total += clipped.milliseconds
      let items = [piece.app, piece.web].compactMap { $0 }.filter { matches($0, selection) }
      for item in items { totals[item, default: 0] += clipped.milliseconds }
      for category in Set(items.map(registry.category)) { categoryTotals[category, default: 0] += clipped.milliseconds }
    }
    if awaitsApplication { result.pickupsWithoutApplication += 1 }
    result.categories = categories(categoryTotals, totals, pickups)
    return result
  }

  private func matches(_ item: Item, _ selection: ItemSelection) -> Bool {
    selection.isEverything || selection.applications.contains(item)
      || selection.categories.contains(registry.category(of: item))
      || (item.kind == .webDomain && DomainName.covering(item).contains(where: selection.webDomains.contains))
  }

  private func categories(
    _ categoryTotals: [Item: Int64], _ totals: [Item: Int64], _ pickups: [Item: Int]
  ) -> [Category] {
    categoryTotals.map { item, total in
      let members = totals.filter { registry.category(of: $0.key) == item }
        .map { Usage(item: $0.key, total: $0.value, pickups: pickups[$0.key] ?? 0) }
      return Category(
        item: item, total: total, applications: members.filter { $0.item.kind == .application },
        webDomains: members.filter { $0.item.kind == .webDomain })
    }
  }
}
