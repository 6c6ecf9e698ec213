// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

/// Why an occurrence of a repeating schedule never ran (D11).
package enum OccurrenceSkip: String, Hashable, Sendable, CaseIterable {
  /// It would start before the previous interval ends.
  case overlaps
  /// It would start at the local time of the previous one again: the clock was set back an hour.
  case repeatedHour

  package var rule: String { "D11" }

  package var sentence: String {
    switch self {
    case .overlaps: "The occurrence would start before the previous interval ends, so it is skipped."
    case .repeatedHour: "The occurrence is the repeated hour's second one, so it is skipped: once a local day."
    }
  }
}

/// One interval that a schedule has, run or skipped.
struct Occurrence: Equatable, Sendable {
  var span: TimeSpan
  var skip: OccurrenceSkip?
}

extension Schedule {
  /// More occurrences than any window that is explained has: schedules repeat at most four times an hour for a month.
  private static var maximumOccurrences: Int { 4_000 }

  /// The occurrences that touch a window, ascending, as the schedule reads in one place, each judged against the last
  /// one that ran.
  ///
  /// - Parameter registeredAt: before this instant the schedule was not known.
  func occurrences(touching window: TimeSpan, registeredAt: Timestamp, in place: CalendarPlace) -> [Occurrence] {
    guard let search = IntervalSearch(self, in: place) else { return [] }
    var found: [Occurrence] = []
    var last: TimeSpan?
    // An interval lasts at most a week, and the one before decides whether one is skipped.
    var instant = max(registeredAt, window.start.advanced(by: -8 * 86_400_000))
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
      if window.start < span.end { found.append(Occurrence(span: span, skip: skip)) }
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
  /// How far clocks are set back: half an hour on Lord Howe Island, an hour everywhere else.
  private static var setBacks: [Int64] { [1_800_000, 3_600_000] }

  /// The interval that would start at the same local time once more, in an hour that comes twice (D11).
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
