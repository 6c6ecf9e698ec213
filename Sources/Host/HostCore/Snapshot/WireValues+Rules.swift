// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ExtensionProtocol
import Foundation
import ScreenTimeRules

extension MonitoringSchedule {
  init(_ schedule: Schedule) {
    self.init(
      start: DateComponentsValue(schedule.start), end: DateComponentsValue(schedule.end), repeats: schedule.repeats,
      warning: schedule.warning.map(DateComponentsValue.init))
  }
}

extension DateComponentsValue {
  init(_ components: ScheduleComponents) {
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

extension PropertyValue {
  init(_ value: DefaultValue) {
    switch value {
    case .bool(let flag): self = .bool(flag)
    case .integer(let number): self = .integer(number)
    case .decimal(let text): self = .decimal(text)
    case .string(let text): self = .string(text)
    case .date(let time): self = .date(time.milliseconds)
    case .url(let text): self = .url(text)
    case .data(let data): self = .data(data.base64EncodedString())
    case .list(let values): self = .list(values.map(PropertyValue.init))
    case .map(let values):
      self = .map(
        values.sorted { $0.key.precedesInUTF8($1.key) }.map { Entry(key: $0.key, value: PropertyValue($0.value)) })
    }
  }
}
