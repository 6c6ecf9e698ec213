// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

internal import Foundation

/// One end of a schedule as an ordered set of instants: every time the components match (D3).
///
/// The set does not depend on the instant or direction of the search, so a running interval is found from every instant
/// within it.
struct LocalPattern {
  private let components: DateComponents
  private let gregorian: GregorianPattern?
  /// The calendar in a zone without clock changes.
  private let calendar: Calendar
  private let timeline: LocalTimeline

  /// Longer than any clock change moves a match away from the adjacent ones.
  private static let reach: Int64 = 26 * 3_600_000
  /// The matches to examine before a search gives up. A pattern by minute has 52 matches in twice the reach.
  private static let mostMatches = 200

  init(_ components: ScheduleComponents, calendar: Calendar) {
    self.components = components.matchable
    let isGregorian = [.gregorian, .iso8601].contains(calendar.identifier)
    gregorian = isGregorian ? GregorianPattern(components) : nil
    timeline = LocalTimeline(calendar.timeZone)
    self.calendar = calendar.withoutClockChanges
  }

  func first(after instant: Timestamp) -> Timestamp? { nearest(to: instant, .forward) }

  func last(before instant: Timestamp) -> Timestamp? { nearest(to: instant, .backward) }

  private func nearest(to instant: Timestamp, _ direction: Calendar.SearchDirection) -> Timestamp? {
    let isForward = direction == .forward
    func isBeyond(_ one: Timestamp, _ other: Timestamp) -> Bool { isForward ? one > other : one < other }

    let local = timeline.local(instant)
    // Near a clock change, local times and instants are ordered differently, so examine all matches around it.
    let reach = timeline.changes(within: Self.reach, of: instant) ? Self.reach : 0
    var position = local.advanced(by: isForward ? -reach : reach)
    let limit = local.advanced(by: isForward ? reach : -reach)
    var nearest: Timestamp?
    for _ in 0..<Self.mostMatches {
      guard let match = localMatch(from: position, direction) else { return nearest }
      position = match
      for found in timeline.instants(of: position) where isBeyond(found, instant) {
        nearest = nearest.map { isBeyond(found, $0) ? $0 : found } ?? found
      }
      if nearest != nil, !isBeyond(limit, position) { return nearest }
    }
    return nearest
  }

  private func localMatch(from local: Timestamp, _ direction: Calendar.SearchDirection) -> Timestamp? {
    if let gregorian { return direction == .forward ? gregorian.first(after: local) : gregorian.last(before: local) }
    return calendar.nextDate(
      after: local.date, matching: components, matchingPolicy: .nextTimePreservingSmallerComponents,
      direction: direction
    ).map { Timestamp($0) }
  }
}
