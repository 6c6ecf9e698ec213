// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

internal import Foundation

/// Finds the instants that date components name, by the same patterns that find the intervals of schedules (D2, D3).
package struct InstantSearch {
  private let components: ScheduleComponents
  private let calendar: Calendar
  private let pattern: LocalPattern

  /// - Parameter allowsMixed: accepts any mixture of possible components, as `appleCompatible` does for schedules.
  /// - Returns: `nil` for an unknown calendar or zone, for components that no schedule may have, and for dates that no
  ///   calendar shows.
  package init?(_ components: ScheduleComponents, in person: CalendarPlace, allowsMixed: Bool = false) {
    let schedule = Schedule(start: components, end: components, repeats: true)
    guard ScheduleShape.isValid(schedule, in: person, allowsMixed: allowsMixed),
      components.namesDay || components.hour != nil || components.minute != nil,
      let calendar = schedule.place(in: person).makeCalendar()
    else { return nil }
    self.components = components
    self.calendar = calendar
    pattern = LocalPattern(components, calendar: calendar)
  }

  /// The first match after an instant, or `nil` if there is none.
  package func first(after instant: Timestamp) -> Timestamp? {
    guard components.isAbsolute else { return pattern.first(after: instant) }
    let date = calendar.date(from: components.matchable).map { Timestamp($0) }
    return date.flatMap { instant < $0 ? $0 : nil }
  }

  /// The first match after `match` that has another local time. A repeated hour does not match twice, as with intervals
  /// (D11).
  package func next(after match: Timestamp) -> Timestamp? {
    let timeline = LocalTimeline(calendar.timeZone)
    var next = first(after: match)
    while let found = next, timeline.local(found) == timeline.local(match) { next = first(after: found) }
    return next
  }
}
