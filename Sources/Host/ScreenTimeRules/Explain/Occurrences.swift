// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

/// The reason why an occurrence of a repeating schedule never ran (D11).
package enum OccurrenceSkip: String, Hashable, Sendable, CaseIterable {
  /// It would start before the previous interval ends.
  case overlaps
  /// It would start at the same local time as the previous one, since the clock was set back.
  case repeatedHour

  package var rule: String { "D11" }

  package var sentence: String {
    switch self {
    case .overlaps: "The occurrence would start before the previous interval ends, so it is skipped."
    case .repeatedHour: "The occurrence would repeat a local time after the clock was set back, so it is skipped."
    }
  }
}

/// One interval of a schedule, run or skipped.
struct Occurrence: Equatable, Sendable {
  var span: TimeSpan
  var skip: OccurrenceSkip?
}

extension Schedule {
  /// An upper bound on the occurrences in a window: schedules repeat at most four times an hour for a month.
  private static var maximumOccurrences: Int { 4_000 }

  /// The occurrences that touch a window, ascending, as the schedule reads in one place. Each is compared with the last
  /// one that ran.
  ///
  /// - Parameter registeredAt: when the schedule was registered; earlier occurrences don't exist.
  func occurrences(touching window: TimeSpan, registeredAt: Timestamp, in place: CalendarPlace) -> [Occurrence] {
    guard let search = IntervalSearch(self, in: place) else { return [] }
    var found: [Occurrence] = []
    var last: TimeSpan?
    // An interval lasts at most a week, and the previous one decides whether an occurrence is skipped.
    // A schedule that doesn't repeat has only its first one, however long ago.
    var instant = isOneShot ? registeredAt : max(registeredAt, window.start.advanced(by: -8 * 86_400_000))
    for _ in 0..<Self.maximumOccurrences {
      guard let span = search.interval(at: instant), instant < span.end, span.start < window.end else { break }
      let skip: OccurrenceSkip? =
        if let last, span.start < last.end {
          .overlaps
        } else if let last, search.isSameLocalTime(last.start, span.start) {
          .repeatedHour
        } else {
          nil
        }
      if skip == nil { last = span }
      // The repetition of a local time is listed with the occurrence that it repeats.
      if window.start < span.end, found.last?.span != span { found.append(Occurrence(span: span, skip: skip)) }
      if skip == nil, let repeated = search.repetition(of: span), repeated.start < window.end,
        window.start < repeated.end
      {
        found.append(Occurrence(span: repeated, skip: .repeatedHour))
      }
      if isOneShot { break }
      instant = span.end
    }
    return found
  }
}

extension IntervalSearch {
  /// The amounts by which clocks are set back: half an hour on Lord Howe Island, two at Troll, an hour everywhere else.
  private static var setBacks: [Int64] { [1_800_000, 3_600_000, 7_200_000] }

  /// The interval that would start at the same local time again, in an hour that occurs twice (D11).
  fileprivate func repetition(of span: TimeSpan) -> TimeSpan? {
    for setBack in Self.setBacks {
      let again = span.start.advanced(by: setBack)
      guard span.end <= again, isSameLocalTime(span.start, again), let found = interval(at: again),
        found.start == again
      else { continue }
      return found
    }
    return nil
  }
}
