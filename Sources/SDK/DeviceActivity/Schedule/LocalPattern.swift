// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

internal import Foundation

/// One end of a schedule as a set of instants: every time the components match, in order (D3).
struct LocalPattern {
  private let components: DateComponents
  private let gregorian: GregorianPattern?
  /// In a zone without clock changes.
  private let calendar: Calendar
  private let timeline: LocalTimeline

  /// More than any clock change moves a match away from its neighbours.
  private static let reach: TimeInterval = 26 * 3_600
  /// Matches looked at before a search gives up: a minute of the hour has 52 in twice the reach.
  private static let mostMatches = 200

  init(_ components: DateComponents, calendar: Calendar) {
    self.components = components.matchable
    let isGregorian = [.gregorian, .iso8601].contains(calendar.identifier)
    gregorian = isGregorian ? GregorianPattern(components) : nil
    timeline = LocalTimeline(zone: calendar.timeZone)
    self.calendar = calendar.withoutClockChanges
  }

  func first(after instant: Date) -> Date? { nearest(to: instant, .forward) }

  func last(before instant: Date) -> Date? { nearest(to: instant, .backward) }

  private func nearest(to instant: Date, _ direction: Calendar.SearchDirection) -> Date? {
    let isForward = direction == .forward
    func isBeyond(_ one: Date, _ other: Date) -> Bool { isForward ? one > other : one < other }

    let local = timeline.local(instant)
    // Near a clock change the order of local times is not that of instants: look at all matches around it.
    let reach = timeline.changes(within: Self.reach, of: instant) ? Self.reach : 0
    var position = isForward ? local - reach : local + reach
    let limit = isForward ? local + reach : local - reach
    var nearest: Date?
    for _ in 0..<Self.mostMatches {
      guard let match = localMatch(from: position, direction) else { return nearest }
      position = match
      for found in timeline.instants(of: match) where isBeyond(found, instant) {
        nearest = nearest.map { isBeyond(found, $0) ? $0 : found } ?? found
      }
      if nearest != nil, !isBeyond(limit, position) { return nearest }
    }
    return nearest
  }

  private func localMatch(from local: Date, _ direction: Calendar.SearchDirection) -> Date? {
    guard let gregorian else {
      return calendar.nextDate(
        after: local, matching: components, matchingPolicy: .nextTimePreservingSmallerComponents, direction: direction)
    }
    guard let milliseconds = Int64(exactly: (local.timeIntervalSince1970 * 1_000).rounded()) else { return nil }
    let match = direction == .forward ? gregorian.first(after: milliseconds) : gregorian.last(before: milliseconds)
    return match.map { Date(timeIntervalSince1970: Double($0) / 1_000) }
  }
}
