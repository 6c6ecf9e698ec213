// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

package import ScreenTimeVocabulary

extension Schedule {
  package init(_ schedule: MonitoringSchedule) {
    self.init(
      start: ScheduleComponents(schedule.start), end: ScheduleComponents(schedule.end), repeats: schedule.repeats,
      warning: schedule.warning.map { ScheduleComponents($0) })
  }
}

extension MonitoringSchedule {
  package init(_ schedule: Schedule) {
    self.init(
      start: DateComponentsValue(schedule.start), end: DateComponentsValue(schedule.end), repeats: schedule.repeats,
      warning: schedule.warning.map { DateComponentsValue($0) })
  }
}

extension ScheduleComponents {
  /// Creates components from those on the wire. `Int` holds every number that the wire allows.
  package init(_ value: DateComponentsValue) {
    func field(_ name: DateComponentsValue.Field) -> Int? { value.fields[name].map { Int($0) } }
    self.init(
      calendar: value.calendar, timeZone: value.timeZone, year: field(.year), month: field(.month), day: field(.day),
      weekday: field(.weekday), hour: field(.hour), minute: field(.minute), second: field(.second))
    era = field(.era)
    nanosecond = field(.nanosecond)
    weekdayOrdinal = field(.weekdayOrdinal)
    quarter = field(.quarter)
    weekOfMonth = field(.weekOfMonth)
    weekOfYear = field(.weekOfYear)
    yearForWeekOfYear = field(.yearForWeekOfYear)
    dayOfYear = field(.dayOfYear)
  }
}

extension DateComponentsValue {
  package init(_ components: ScheduleComponents) {
    let fields: [(Field, Int?)] = [
      (.era, components.era), (.year, components.year), (.quarter, components.quarter), (.month, components.month),
      (.weekOfMonth, components.weekOfMonth), (.weekOfYear, components.weekOfYear),
      (.yearForWeekOfYear, components.yearForWeekOfYear), (.weekday, components.weekday),
      (.weekdayOrdinal, components.weekdayOrdinal), (.day, components.day), (.dayOfYear, components.dayOfYear),
      (.hour, components.hour), (.minute, components.minute), (.second, components.second),
      (.nanosecond, components.nanosecond),
    ]
    self.init(calendar: components.calendar, timeZone: components.timeZone)
    for (field, value) in fields { self.fields[field] = value.map(Int64.init) }
  }
}
