// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import ScreenTimeVocabulary

@Suite struct ScheduleShapeTests {
  static let place = CalendarPlace(timeZone: "Europe/Berlin")

  private static var fields: [(name: Character, path: WritableKeyPath<ScheduleComponents, Int?>)] {
    [
      ("y", \.year), ("M", \.month), ("d", \.day), ("w", \.weekday), ("h", \.hour), ("m", \.minute), ("s", \.second),
    ]
  }
  /// The day fields of each shape; a time of day may follow.
  private static let shapes: [String: ScheduleShape] = [
    "yMd": .date, "yMdw": .date, "Md": .monthAndDay, "d": .day, "w": .weekday,
  ]
  /// Fields of `DateComponents` that no shape uses.
  private static var others: [WritableKeyPath<ScheduleComponents, Int?>] {
    [\.era, \.nanosecond, \.weekdayOrdinal, \.quarter, \.weekOfMonth, \.weekOfYear, \.yearForWeekOfYear, \.dayOfYear]
  }

  private func isValid(
    _ start: ScheduleComponents, _ end: ScheduleComponents? = nil, in place: CalendarPlace = place, mixed: Bool = false
  ) -> Bool {
    ScheduleShape.isValid(
      Schedule(start: start, end: end ?? start, repeats: true), in: place, allowsMixed: mixed)
  }

  @Test func `each of the 128 combinations of fields has the shape of D1 or none (D1)`() {
    for bits in 0..<128 {
      let chosen = Self.fields.enumerated().filter { bits & 1 << $0.offset != 0 }.map(\.element)
      var components = ScheduleComponents()
      for field in chosen { components[keyPath: field.path] = field.name == "y" ? 2026 : 2 }
      let names = String(chosen.map(\.name))
      let days = names.filter { "yMdw".contains($0) }
      let expected =
        !days.isEmpty ? Self.shapes[days] : names.contains("h") ? .hour : names.contains("m") ? .minute : nil
      #expect(ScheduleShape(components) == expected, "\(names)")
      #expect(isValid(components) == (expected != nil && (expected != .date || days == "yMd" || days == "yMdw")))
    }
  }

  @Test func `only a date may have a field that no shape uses (D1)`() {
    for path in Self.others {
      for (days, shape) in Self.shapes {
        var components = ScheduleComponents(hour: 9)
        for field in Self.fields where days.contains(field.name) { components[keyPath: field.path] = 2 }
        components[keyPath: path] = 1
        #expect(ScheduleShape(components) == (shape == .date ? .date : nil))
      }
    }
  }

  @Test func `every field is limited to what a clock and a calendar show (D1)`() {
    let ranges: [(WritableKeyPath<ScheduleComponents, Int?>, ScheduleComponents, ClosedRange<Int>)] = [
      (\.second, ScheduleComponents(hour: 9), 0...59), (\.minute, ScheduleComponents(hour: 9), 0...59),
      (\.hour, ScheduleComponents(minute: 5), 0...23), (\.weekday, ScheduleComponents(), 1...7),
      (\.day, ScheduleComponents(), 1...31), (\.month, ScheduleComponents(day: 1), 1...12),
      (\.year, ScheduleComponents(month: 1, day: 1), 1...9999),
    ]
    for (path, base, range) in ranges {
      for (value, isInside) in [
        (range.lowerBound - 1, false), (range.lowerBound, true), (range.upperBound, true),
        (range.upperBound + 1, false),
      ] {
        var components = base
        components[keyPath: path] = value
        for mixed in [false, true] {
          #expect(isValid(components, mixed: mixed) == isInside, "\(components)")
          // The other end is held to the same.
          let other = Schedule(start: base == ScheduleComponents() ? components : base, end: components, repeats: true)
          #expect(ScheduleShape.isValid(other, in: Self.place, allowsMixed: true) == isInside, "\(components)")
        }
      }
    }
  }

  @Test(arguments: ["gregorian", "iso8601", "buddhist", "japanese", "roc"])
  func `a day of a month must exist in some year (D1)`(_ calendar: String) {
    let place = CalendarPlace(calendar: calendar, timeZone: "Europe/Berlin")
    for (index, length) in [31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31].enumerated() {
      #expect(isValid(ScheduleComponents(month: index + 1, day: length), in: place))
      #expect(!isValid(ScheduleComponents(month: index + 1, day: length + 1), in: place))
    }
  }

  @Test(arguments: [
    (2026, 2, 28, true), (2026, 2, 29, false), (2028, 2, 29, true), (2100, 2, 29, false), (2000, 2, 29, true),
    (2026, 4, 31, false), (2026, 12, 31, true),
  ])
  func `a date must exist in its year (D1)`(_ year: Int, _ month: Int, _ day: Int, _ exists: Bool) {
    #expect(isValid(ScheduleComponents(year: year, month: month, day: day, hour: 9)) == exists)
  }

  @Test func `both ends have one shape, unless mixtures are allowed (D1)`() {
    let ends = [
      ScheduleComponents(minute: 5), ScheduleComponents(hour: 9), ScheduleComponents(weekday: 2),
      ScheduleComponents(day: 3), ScheduleComponents(month: 2, day: 3),
      ScheduleComponents(year: 2026, month: 2, day: 3),
    ]
    for (index, start) in ends.enumerated() {
      for (other, end) in ends.enumerated() {
        #expect(isValid(start, end) == (index == other))
        #expect(isValid(start, end, mixed: true))
      }
      // A field is required in any case.
      #expect(!isValid(start, ScheduleComponents(), mixed: true))
      #expect(!isValid(ScheduleComponents(), start, mixed: true))
    }
    #expect(isValid(ScheduleComponents(second: 5), mixed: true))
  }

  @Test(arguments: [
    (nil, nil, true), ("x", nil, true), (nil, "x", true), ("x", "x", true), ("x", "y", false), ("?", nil, false),
    (nil, "?", false),
  ])
  func `the ends name one zone and one calendar that exist, or the person's are used (D1, D3)`(
    _ start: String?, _ end: String?, _ isAllowed: Bool
  ) {
    let zones = ["x": "Asia/Tokyo", "y": "Europe/Berlin", "?": "Mars/Base"]
    let calendars = ["x": "buddhist", "y": "gregorian", "?": "martian"]
    var schedule = Schedule(start: ScheduleComponents(hour: 9), end: ScheduleComponents(hour: 10), repeats: true)
    (schedule.start.timeZone, schedule.end.timeZone) = (start.flatMap { zones[$0] }, end.flatMap { zones[$0] })
    #expect(ScheduleShape.isValid(schedule, in: Self.place) == isAllowed)
    #expect(schedule.place(in: Self.place).timeZone == (start ?? end).flatMap { zones[$0] } ?? "Europe/Berlin")
    #expect(schedule.place(in: Self.place).calendar == "gregorian")

    schedule = Schedule(start: ScheduleComponents(hour: 9), end: ScheduleComponents(hour: 10), repeats: true)
    (schedule.start.calendar, schedule.end.calendar) = (start.flatMap { calendars[$0] }, end.flatMap { calendars[$0] })
    #expect(ScheduleShape.isValid(schedule, in: Self.place) == isAllowed)
    #expect(schedule.place(in: Self.place).calendar == (start ?? end).flatMap { calendars[$0] } ?? "gregorian")
    #expect(schedule.place(in: Self.place).timeZone == "Europe/Berlin")
  }

  @Test func `a schedule ends with its first interval if it doesn't repeat or names a year (D13)`() {
    let (hour, dated) = (ScheduleComponents(hour: 9), ScheduleComponents(year: 2026, month: 8, day: 13))
    for (start, end, repeats, isOneShot) in [
      (hour, hour, true, false), (hour, hour, false, true), (dated, hour, true, true), (hour, dated, true, true),
      (dated, dated, false, true),
    ] {
      #expect(Schedule(start: start, end: end, repeats: repeats).isOneShot == isOneShot)
    }
  }

  /// The longest that each month of a calendar is in any year.
  @Test(arguments: [
    ("gregorian", [31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]),
    ("iso8601", [31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]),
    ("buddhist", [31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]),
    ("persian", [31, 31, 31, 31, 31, 31, 30, 30, 30, 30, 30, 30]),
    ("coptic", [30, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30, 6]),
  ])
  func `a day of a month is valid if some year of its calendar has it (D1)`(_ calendar: String, _ months: [Int]) {
    let place = CalendarPlace(calendar: calendar, timeZone: "Europe/Berlin")
    for (index, longest) in months.enumerated() {
      for day in [1, longest - 1, longest, longest + 1] {
        let components = ScheduleComponents(month: index + 1, day: day)
        #expect(isValid(components, in: place) == (day <= longest), "\(day) of month \(index + 1)")
      }
    }
    #expect(!isValid(ScheduleComponents(month: months.count + 1, day: 1), in: place))
  }
}
