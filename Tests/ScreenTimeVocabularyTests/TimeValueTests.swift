// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@testable import ScreenTimeVocabulary

/// Instants, spans and durations, at and beyond the ends of what they can represent.
@Suite struct TimeValueTests {
  private static let edges: [Int64] = [.min, .min + 1, -1_001, -1, 0, 1, 1_001, .max - 1, .max]

  @Test func `sums and differences of instants are exact, or clamped where they don't fit`() {
    for one in Self.edges {
      for other in Self.edges {
        let instant = Timestamp(milliseconds: one)
        let sum = min(max(Int128(one) + Int128(other), Int128(Int64.min)), Int128(Int64.max))
        #expect(instant.advanced(by: other).milliseconds == Int64(sum))
        let difference = min(max(Int128(one) - Int128(other), Int128(Int64.min)), Int128(Int64.max))
        #expect(instant.milliseconds(since: Timestamp(milliseconds: other)) == Int64(difference))
        #expect((instant < Timestamp(milliseconds: other)) == (one < other))
      }
    }
    #expect(Timestamp.distantPast.milliseconds == .min)
    #expect(Timestamp.distantFuture.milliseconds == .max)
  }

  @Test(arguments: [
    (0.0, 0), (1.2344, 1_234), (1.2346, 1_235), (-1.2346, -1_235), (-0.0004, 0), (1e300, Int64.max),
    (-1e300, Int64.min),
  ])
  func `an instant is the nearest millisecond of a date, clamped (§6)`(_ seconds: Double, _ milliseconds: Int64) {
    #expect(Timestamp(Date(timeIntervalSince1970: seconds)).milliseconds == milliseconds)
  }

  @Test func `a date and its instant are the same`() {
    for milliseconds in [-1_786_613_400_123, -1, 0, 1, 1_786_613_400_123] as [Int64] {
      let instant = Timestamp(milliseconds: milliseconds)
      // A date counts from 2001 and is less precise.
      #expect(abs(instant.date.timeIntervalSince1970 - Double(milliseconds) / 1_000) < 0.000_01)
      #expect(Timestamp(instant.date) == instant)
    }
  }

  @Test func `an instant is coded as a number, and a decoder may limit it`() throws {
    let decoder = JSONDecoder()
    let key = try #require(Timestamp.limits)
    for milliseconds in Self.edges {
      let bytes = try JSONEncoder().encode([Timestamp(milliseconds: milliseconds)])
      #expect(String(decoding: bytes, as: UTF8.self) == "[\(milliseconds)]")
      #expect(try decoder.decode([Timestamp].self, from: bytes) == [Timestamp(milliseconds: milliseconds)])
    }
    decoder.userInfo[key] = Int64(0)...1_000
    for (text, isAllowed) in [("[-1]", false), ("[0]", true), ("[1000]", true), ("[1001]", false)] {
      let decoded = try? decoder.decode([Timestamp].self, from: Data(text.utf8))
      #expect((decoded != nil) == isAllowed, "\(text)")
    }
  }

  @Test func `a span contains its start but not its end, and is never negative (D3)`() {
    func span(_ start: Int64, _ end: Int64) -> TimeSpan {
      TimeSpan(start: Timestamp(milliseconds: start), end: Timestamp(milliseconds: end))
    }
    let inside = (8...22).filter { span(10, 20).contains(Timestamp(milliseconds: $0)) }
    #expect(inside == Array(10..<20))
    #expect(span(10, 20).milliseconds == 10)
    for (start, end) in [(10, 10), (20, 10)] as [(Int64, Int64)] {
      #expect(span(start, end).milliseconds == 0)
      #expect(!span(start, end).contains(Timestamp(milliseconds: start)))
    }
  }

  // MARK: Durations

  private static var units: [(WritableKeyPath<ScheduleComponents, Int?>, nanoseconds: Int128)] {
    [
      (\.day, 86_400_000_000_000), (\.hour, 3_600_000_000_000), (\.minute, 60_000_000_000), (\.second, 1_000_000_000),
      (\.nanosecond, 1),
    ]
  }

  @Test func `a duration is the sum of its units, rounded down and up (E9)`() throws {
    for (first, one) in Self.units {
      for (second, other) in Self.units where first != second {
        for (amount, more) in [(1, 0), (0, 0), (3, 5), (1_000_000, -1), (2, 999_999), (0, 1_000_000)] {
          var components = ScheduleComponents()
          (components[keyPath: first], components[keyPath: second]) = (amount, more)
          let sum = Int128(amount) * one + Int128(more) * other
          let duration = ScheduleDuration(components)
          #expect(duration?.wholeMilliseconds == (sum < 0 ? nil : Int64(sum / 1_000_000)))
          #expect(duration?.milliseconds == (sum < 0 ? nil : Int64((sum + 999_999) / 1_000_000)))
          #expect(ScheduleDuration.milliseconds(components) == duration?.milliseconds)
        }
      }
    }
  }

  @Test func `a duration has no field without a fixed length (E9)`() {
    let others: [WritableKeyPath<ScheduleComponents, Int?>] = [
      \.era, \.year, \.month, \.weekday, \.weekdayOrdinal, \.quarter, \.weekOfMonth, \.weekOfYear,
      \.yearForWeekOfYear, \.dayOfYear,
    ]
    for path in others {
      var components = ScheduleComponents(minute: 5)
      #expect(ScheduleDuration(components) != nil)
      components[keyPath: path] = 1
      #expect(ScheduleDuration(components) == nil, "\(components)")
    }
    #expect(ScheduleDuration(ScheduleComponents()) == nil)
  }

  @Test func `a duration is not negative and fits in milliseconds (E9)`() {
    // Together one nanosecond less than the largest number of milliseconds.
    var longest = ScheduleComponents(day: 106_751_991_167, second: 25_975)
    longest.nanosecond = 806_999_999
    #expect(ScheduleDuration(longest)?.wholeMilliseconds == Int64.max - 1)
    #expect(ScheduleDuration(longest)?.milliseconds == .max)
    longest.nanosecond = 807_000_000
    #expect(ScheduleDuration(longest) == nil)
    #expect(ScheduleDuration(ScheduleComponents(day: .max, hour: .max, minute: .max, second: .max)) == nil)
    #expect(ScheduleDuration(ScheduleComponents(second: -1)) == nil)
    #expect(ScheduleDuration(ScheduleComponents(hour: 1, minute: -60))?.milliseconds == 0)
  }
}
