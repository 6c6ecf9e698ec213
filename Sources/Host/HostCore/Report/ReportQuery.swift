// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

package import Foundation
package import ScreenTimeRules
package import ScreenTimeStore

/// Usage as a report shows it, from the roll-ups of the same ledger that limits are counted in (E11, LIVE-USE7).
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

  /// - Parameters:
  ///   - calendar: the person's calendar, with their first weekday (R5).
  ///   - registry: maps domains to the applications that they belong to (E8).
  package init(calendar: Calendar, registry: ItemRegistry = ItemRegistry()) {
    self.calendar = calendar
    self.registry = registry
  }

  /// Whole hours, days or weeks around `span`, up to `now`, ascending, including those without use (R5).
  package func segments(of unit: Calendar.Component, around span: TimeSpan, until now: Timestamp) -> [TimeSpan] {
    var segments: [TimeSpan] = []
    let last = min(span.end, now)
    guard span.start < last, var next = interval(of: unit, around: span.start) else { return [] }
    while next.start < last {
      segments.append(next)
      guard let following = interval(of: unit, around: next.end), next.end <= following.start else { break }
      next = following
    }
    return segments
  }

  /// Hours come from the rules, since Foundation's overlap if the clock changes by half an hour.
  private func interval(of unit: Calendar.Component, around instant: Timestamp) -> TimeSpan? {
    if unit == .hour { return LocalTimeline(calendar.timeZone).hour(around: instant) }
    return calendar.dateInterval(of: unit, for: instant.date).map {
      TimeSpan(start: Timestamp($0.start), end: Timestamp($0.end))
    }
  }

  /// Sums the roll-ups of consecutive segments, restricted to a selection if there is one (R8).
  ///
  /// With a selection, a segment's total is the use of the selected items, counted as for a threshold (E11). Pickups
  /// and the longest activity are always the device's.
  ///
  /// - Parameters:
  ///   - use: sums over units, each of which lies within one segment.
  ///   - runs: all runs that overlap the segments.
  package func segments(
    _ spans: [TimeSpan], of use: RolledUse, runs: [UseRun], selection: ItemSelection = ItemSelection()
  ) -> [Segment] {
    let matches = use.fronts.mapValues { ForegroundMatch($0, selection, registry) }.filter { $0.value.isCounted }
    var cells = use.cells[...]
    var tallies = spans.map { span in
      var tally = Tally(span)
      while let cell = cells.first, cell.start < span.end {
        if span.start <= cell.start, let front = matches[cell.front] { tally.add(cell.milliseconds, front) }
        cells = cells.dropFirst()
      }
      return tally
    }
    for run in runs {
      // The first segment that ends after the run begins.
      var index = tallies.partitioningIndex { run.start < $0.segment.span.end }
      while index < tallies.count, tallies[index].segment.span.start < run.end {
        tallies[index].add(run)
        index += 1
      }
    }
    return tallies.map { $0.finished(isWhole: selection.isEverything) }
  }
}

/// The part of a foreground that a selection includes, with its categories.
private struct ForegroundMatch {
  var items: [Filed]
  /// The app and its page count once in a common category (R9).
  var categories: Set<Item>

  /// Without a selection all use of the device counts, even without an item in the foreground.
  var isCounted: Bool

  init(_ front: RecordedForeground, _ selection: ItemSelection, _ registry: ItemRegistry) {
    items = []
    if let app = front.app { items.append(Filed(item: app, category: front.appCategory ?? .otherCategory)) }
    if let web = front.web { items.append(Filed(item: web, category: front.webCategory ?? .otherCategory)) }
    items.removeAll { !$0.isIn(selection, registry) }
    isCounted = selection.isEverything || !items.isEmpty
    categories = Set(items.map(\.category))
  }
}

/// An item with the category that it had when it was used (E2).
private struct Filed: Hashable {
  var item: Item
  var category: Item

  /// Matches as an event does: by the item, its category, its parent domain, or an application it is linked to (E1, E2,
  /// E8).
  func isIn(_ selection: ItemSelection, _ registry: ItemRegistry) -> Bool {
    if selection.isEverything || selection.applications.contains(item) || selection.categories.contains(category) {
      return true
    }
    return item.kind == .webDomain
      && (DomainName.covering(item).contains(where: selection.webDomains.contains)
        || registry.applications(linkedTo: item).contains(where: selection.applications.contains))
  }
}

/// A segment while it is being summed.
private struct Tally {
  var segment: ReportQuery.Segment
  private var items: [Filed: Int64] = [:]
  private var categories: [Item: Int64] = [:]
  private var pickups: [Filed: Int] = [:]

  init(_ span: TimeSpan) { segment = ReportQuery.Segment(span: span) }

  mutating func add(_ milliseconds: Int64, _ front: ForegroundMatch) {
    segment.total += milliseconds
    for item in front.items { items[item, default: 0] += milliseconds }
    for category in front.categories { categories[category, default: 0] += milliseconds }
  }

  mutating func add(_ run: UseRun) {
    let clipped = TimeSpan(start: max(run.start, segment.span.start), end: min(run.end, segment.span.end))
    if clipped.milliseconds > (segment.longest?.milliseconds ?? 0) { segment.longest = clipped }
    guard run.isWhole, segment.span.contains(run.start) else { return }
    segment.firstPickup = segment.firstPickup.map { min($0, run.start) } ?? run.start
    if let app = run.app {
      pickups[Filed(item: app, category: run.appCategory ?? .otherCategory), default: 0] += 1
    } else {
      segment.pickupsWithoutApplication += 1
    }
  }

  /// - Parameter isWhole: whether there is no selection. A pickup whose application was first used after the segment
  ///   then counts as one without an application.
  func finished(isWhole: Bool) -> ReportQuery.Segment {
    var result = segment
    if isWhole {
      for (app, count) in pickups where items[app] == nil { result.pickupsWithoutApplication += count }
    }
    result.categories = categories.map { category, total in
      let members = items.filter { $0.key.category == category }
        .map { ReportQuery.Usage(item: $0.key.item, total: $0.value, pickups: pickups[$0.key] ?? 0) }
      return ReportQuery.Category(
        item: category, total: total, applications: members.filter { $0.item.kind == .application },
        webDomains: members.filter { $0.item.kind == .webDomain })
    }
    return result
  }
}

extension Array {
  /// The first index from which on all elements satisfy the predicate.
  fileprivate func partitioningIndex(where belongs: (Element) -> Bool) -> Int {
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      if belongs(self[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
