// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ExtensionProtocol
import ScreenTimeVocabulary
import Testing

/// Schedules of the wire and of the rules, which have the same parts.
@Suite struct ScheduleConversionTests {
  typealias Field = DateComponentsValue.Field

  /// The part of the rules' components for each field of the wire.
  private let parts: [Field: WritableKeyPath<ScheduleComponents, Int?>] = [
    .era: \.era, .year: \.year, .quarter: \.quarter, .month: \.month, .weekOfMonth: \.weekOfMonth,
    .weekOfYear: \.weekOfYear, .yearForWeekOfYear: \.yearForWeekOfYear, .weekday: \.weekday,
    .weekdayOrdinal: \.weekdayOrdinal, .day: \.day, .dayOfYear: \.dayOfYear, .hour: \.hour, .minute: \.minute,
    .second: \.second, .nanosecond: \.nanosecond,
  ]

  private func expect(
    _ wire: DateComponentsValue, is components: ScheduleComponents, location: SourceLocation = #_sourceLocation
  ) {
    #expect(ScheduleComponents(wire) == components, sourceLocation: location)
    #expect(DateComponentsValue(components) == wire, sourceLocation: location)
  }

  @Test func `every field of the components is converted to the one of its name, and back`() throws {
    var (all, allParts) = (DateComponentsValue(), ScheduleComponents())
    for (number, field) in Field.allCases.enumerated() {
      let part = try #require(parts[field])
      for value in [Int64(number) + 1, 0, -2_147_483_648, 2_147_483_647] {
        var components = ScheduleComponents()
        components[keyPath: part] = Int(value)
        expect(DateComponentsValue([field: value]), is: components)
      }
      all.fields[field] = Int64(number) + 1
      allParts[keyPath: part] = number + 1
    }
    expect(all, is: allParts)
    expect(DateComponentsValue(), is: ScheduleComponents())
  }

  @Test(arguments: [nil, "gregorian"], [nil, "Asia/Tokyo"])
  func `calendar and zone are converted each for itself`(_ calendar: String?, _ zone: String?) {
    expect(
      DateComponentsValue([.hour: 9], calendar: calendar, timeZone: zone),
      is: ScheduleComponents(calendar: calendar, timeZone: zone, hour: 9))
  }

  @Test(arguments: [false, true], [nil, 5])
  func `start, end, repetition and warning of a schedule are converted, and back`(_ repeats: Bool, _ warning: Int64?) {
    let wire = MonitoringSchedule(
      start: DateComponentsValue([.hour: 9]), end: DateComponentsValue([.hour: 17, .minute: 30]), repeats: repeats,
      warning: warning.map { DateComponentsValue([.minute: $0]) })
    let schedule = Schedule(
      start: ScheduleComponents(hour: 9), end: ScheduleComponents(hour: 17, minute: 30), repeats: repeats,
      warning: warning.map { ScheduleComponents(minute: Int($0)) })
    #expect(Schedule(wire) == schedule)
    #expect(MonitoringSchedule(schedule) == wire)
  }
}
