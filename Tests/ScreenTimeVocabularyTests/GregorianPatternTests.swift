// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import ScreenTimeVocabulary

/// The pattern's integer arithmetic, compared with a walk over the days of two centuries, month by month.
@Suite struct GregorianPatternTests {
  struct Day {
    /// Days since 1970.
    var number: Int64
    var month: Int
    var day: Int
    /// The length of the month before.
    var lastLength: Int

    /// 1 is Sunday; 1 January 1970 was a Thursday.
    var weekday: Int { Int((number % 7 + 11) % 7) + 1 }
  }

  /// 1 January 1896 to 31 December 2104: leap centuries, ordinary ones and the start of an era of 400 years.
  static let days: [Day] = {
    var days: [Day] = []
    var number: Int64 = -27_028
    var last = 31
    for year in 1896...2104 {
      let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
      for (index, length) in [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31].enumerated() {
        for day in 1...length {
          days.append(Day(number: number, month: index + 1, day: day, lastLength: last))
          number += 1
        }
        last = length
      }
    }
    return days
  }()

  struct Pattern: CustomTestStringConvertible {
    var components: ScheduleComponents
    var isMatch: @Sendable (Day) -> Bool
    var testDescription: String { "\(components)" }
  }

  static let patterns: [Pattern] =
    [1, 28, 29, 30, 31].map { wanted in
      Pattern(components: ScheduleComponents(day: wanted, hour: 9, minute: 5, second: 7)) {
        $0.day == wanted || $0.day == 1 && $0.lastLength < wanted
      }
    }
    + (1...7).map { wanted in
      Pattern(components: ScheduleComponents(weekday: wanted, minute: 30)) { $0.weekday == wanted }
    }
    + [(1, 1), (2, 28), (2, 29), (3, 1), (12, 31), (7, 4)].map { month, wanted in
      Pattern(components: ScheduleComponents(month: month, day: wanted, hour: 23, minute: 59)) {
        $0.month == month && $0.day == wanted
          || $0.month == month + 1 && $0.day == 1 && $0.lastLength < wanted
      }
    } + [
      Pattern(components: ScheduleComponents(hour: 0)) { $0.number.magnitude < 400 },
      Pattern(components: ScheduleComponents(hour: 23, minute: 59, second: 59)) { $0.number.magnitude < 400 },
    ]

  @Test(arguments: patterns)
  func `finds the same days as a walk over the calendar, forward and backward (D1, D3)`(_ pattern: Pattern) throws {
    let components = pattern.components
    let gregorian = try #require(GregorianPattern(components))
    let into = Int64((components.hour ?? 0) * 3_600 + (components.minute ?? 0) * 60 + (components.second ?? 0)) * 1_000
    let expected = Self.days.filter(pattern.isMatch).map { Timestamp(milliseconds: $0.number * 86_400_000 + into) }
    for (one, next) in zip(expected, expected.dropFirst()) {
      if gregorian.first(after: one) != next || gregorian.last(before: next) != one {
        Issue.record("\(one.date) and \(next.date) are not neighbours")
        return
      }
    }
    let inner = try #require(expected.dropFirst().first)
    #expect(gregorian.first(after: inner.advanced(by: -1)) == inner, "one millisecond before")
    #expect(gregorian.last(before: inner.advanced(by: 1)) == inner, "one millisecond after")
  }

  @Test(arguments: [0, 1, 59], [nil, 0, 1, 59])
  func `a pattern without an hour matches once in every hour (D1)`(_ minute: Int, _ second: Int?) throws {
    let pattern = try #require(GregorianPattern(ScheduleComponents(minute: minute, second: second)))
    for hour in Int64(-3)...3 {
      let match = Timestamp(milliseconds: hour * 3_600_000 + Int64(minute * 60 + (second ?? 0)) * 1_000)
      #expect(pattern.first(after: match) == match.advanced(by: 3_600_000))
      #expect(pattern.first(after: match.advanced(by: -1)) == match)
      #expect(pattern.last(before: match) == match.advanced(by: -3_600_000))
      #expect(pattern.last(before: match.advanced(by: 1)) == match)
    }
  }

  @Test(arguments: [
    ScheduleComponents(hour: 24), ScheduleComponents(hour: -1), ScheduleComponents(hour: 9, minute: 60),
    ScheduleComponents(minute: -1), ScheduleComponents(hour: 9, second: 60), ScheduleComponents(minute: 1, second: -1),
    ScheduleComponents(year: 2026, month: 8, day: 13), ScheduleComponents(month: 8, hour: 9),
    ScheduleComponents(month: 8, weekday: 2), ScheduleComponents(day: 13, weekday: 2),
    ScheduleComponents(month: 8, day: 13, weekday: 2), ScheduleComponents(second: 5), ScheduleComponents(),
  ])
  func `leaves components that D1 doesn't list to the calendar`(_ components: ScheduleComponents) {
    #expect(GregorianPattern(components) == nil)
  }

  @Test(arguments: [ScheduleComponents(minute: 0), ScheduleComponents(hour: 0), ScheduleComponents(day: 31)])
  func `nothing matches more than a hundred thousand years from 1970`(_ components: ScheduleComponents) throws {
    let pattern = try #require(GregorianPattern(components))
    let bound: Int64 = 3_155_760_000_000_000
    for inside in [-bound, bound].map(Timestamp.init(milliseconds:)) {
      #expect(pattern.first(after: inside) != nil)
      #expect(pattern.last(before: inside) != nil)
    }
    for outside in [-bound - 1, bound + 1, .min, .max].map(Timestamp.init(milliseconds:)) {
      #expect(pattern.first(after: outside) == nil)
      #expect(pattern.last(before: outside) == nil)
    }
  }
}
