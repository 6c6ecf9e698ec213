// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

/// A `DeviceActivitySchedule` as the family registered it.
package struct Schedule: Hashable, Codable, Sendable {
  package var start: ScheduleComponents
  package var end: ScheduleComponents
  package var repeats: Bool
  package var warning: ScheduleComponents?

  package init(
    start: ScheduleComponents, end: ScheduleComponents, repeats: Bool, warning: ScheduleComponents? = nil
  ) {
    self.start = start
    self.end = end
    self.repeats = repeats
    self.warning = warning
  }

  /// Indicates whether the schedule ends with its first interval: it does not repeat, or it names a year (D13).
  package var isOneShot: Bool { !repeats || start.year != nil || end.year != nil }

  /// The calendar and zone to use: those of the components, or else the person's (D3, D16).
  package func place(in person: CalendarPlace) -> CalendarPlace {
    CalendarPlace(
      calendar: start.calendar ?? end.calendar ?? person.calendar,
      timeZone: start.timeZone ?? end.timeZone ?? person.timeZone)
  }
}

/// A calendar and a time zone in which local times are interpreted, by identifier.
package struct CalendarPlace: Hashable, Codable, Sendable {
  package var calendar: String
  package var timeZone: String

  package init(calendar: String = "gregorian", timeZone: String) {
    self.calendar = calendar
    self.timeZone = timeZone
  }
}
