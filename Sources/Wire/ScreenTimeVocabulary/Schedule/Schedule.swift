// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

/// `DeviceActivitySchedule` as the family registered it.
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

  /// Nothing is owed after the first end of `repeats: false` or of a schedule with a year (D13).
  package var isOneShot: Bool { !repeats || start.year != nil || end.year != nil }

  /// The person's zone and calendar, unless the components bring their own (D3, D16).
  package func place(in person: CalendarPlace) -> CalendarPlace {
    CalendarPlace(
      calendar: start.calendar ?? end.calendar ?? person.calendar,
      timeZone: start.timeZone ?? end.timeZone ?? person.timeZone)
  }
}

/// Where local times are read: a calendar and a time zone, by identifier.
package struct CalendarPlace: Hashable, Codable, Sendable {
  package var calendar: String
  package var timeZone: String

  package init(calendar: String = "gregorian", timeZone: String) {
    self.calendar = calendar
    self.timeZone = timeZone
  }
}
