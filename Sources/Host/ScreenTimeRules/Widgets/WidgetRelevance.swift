// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

/// The time for which an entry of a widget says how relevant it is (WIDGET-W36).
package struct RelevanceWindow: Hashable, Codable, Sendable {
  /// Thousandths.
  package var score: Int64
  package var start: Timestamp
  /// `nil` if it lasts until another entry says something.
  package var end: Timestamp?

  package init(score: Int64, start: Timestamp, end: Timestamp?) {
    (self.score, self.start, self.end) = (score, start, end)
  }

  /// Whether it is in force and may bring its widget to the front.
  package func counts(at now: Timestamp) -> Bool { score > 0 && start <= now && end.map { now < $0 } ?? true }
}

/// The relevance that the entries of a widget's replaced timelines stated.
///
/// Entries of the stored timeline follow from the clock, so only those of a timeline that goes are taken over.
package struct RelevanceRecord: Hashable, Codable, Sendable {
  /// A score of the past, and the last instant at which it was in force.
  package struct Peak: Hashable, Codable, Sendable {
    package var score: Int64
    package var until: Timestamp
  }

  /// How long a score counts for the comparison with a new one.
  package static let memory: Int64 = 7 * 86_400_000
  /// Peaks of one hour are kept as one, which bounds their number. A score counts at most an hour longer for it.
  private static let grain: Int64 = 3_600_000

  /// The last word of the replaced timelines; it goes on while entries say nothing.
  private(set) var last: RelevanceWindow?
  /// By time, with falling scores: a higher one makes the earlier ones irrelevant.
  private(set) var peaks: [Peak] = []

  package init() {}

  /// Takes over the windows of a timeline that is replaced at `end`, before which they have begun.
  mutating func take(_ windows: [RelevanceWindow], until end: Timestamp) {
    for (window, next) in zip(windows, windows.dropFirst().map(Optional.init) + [nil]) where window.start < end {
      let until = min(min(window.end ?? end, next?.start ?? end), end)
      add(Peak(score: window.score, until: max(window.start, until)))
    }
    last = windows.last { $0.start < end } ?? last
    peaks.removeAll { $0.until.advanced(by: Self.memory) < end }
  }

  private mutating func add(_ new: Peak) {
    guard new.score > 0 else { return }
    peaks.removeAll { $0.score <= new.score && $0.until <= new.until }
    if let index = peaks.firstIndex(where: { Self.hour(of: $0.until) == Self.hour(of: new.until) }) {
      let before = peaks[index]
      peaks[index] = Peak(score: max(before.score, new.score), until: max(before.until, new.until))
    } else {
      // It is the latest, unless the clock was set back.
      peaks.insert(new, at: peaks.firstIndex { new.until < $0.until } ?? peaks.count)
    }
  }

  private static func hour(of instant: Timestamp) -> Int64 { instant.milliseconds / grain }
}

extension WidgetArchive {
  /// The windows of the entries that say something about relevance, by time.
  var windows: [RelevanceWindow] {
    entries.compactMap { entry in
      let length = entry.durationS.multipliedReportingOverflow(by: 1_000).partialValue
      return entry.score.map {
        RelevanceWindow(score: $0, start: entry.date, end: length > 0 ? entry.date.advanced(by: length) : nil)
      }
    }
  }

  /// When it takes over from the timeline before it; `nil` if it has no entries.
  var takesOver: Timestamp? { entries.first.map { max($0.date, acceptedAt) } }
}

extension WidgetContent {
  /// The windows of the past and of the stored timelines in the order in which they come into force.
  private func windows(at now: Timestamp) -> [RelevanceWindow] {
    let start = archive?.takesOver
    let before = (previous?.windows ?? []).filter { window in start.map { window.start < $0 } ?? true }
    return (record?.last.map { [$0] } ?? []) + before + (archive?.windows ?? [])
  }

  /// How relevant the widget is now; `nil` if nothing was said, or if what was said is over.
  package func relevance(at now: Timestamp) -> RelevanceWindow? {
    windows(at: now).last { $0.start <= now }.flatMap { window in
      window.end.map { now < $0 } ?? true ? window : nil
    }
  }

  /// The largest score that was in force in the last seven days; 0 if there was none.
  package func largestScore(at now: Timestamp) -> Int64 {
    let oldest = now.advanced(by: -RelevanceRecord.memory)
    var largest: Int64 = record?.peaks.filter { oldest <= $0.until }.map(\.score).max() ?? 0
    let windows = windows(at: now)
    for (window, next) in zip(windows, windows.dropFirst().map(Optional.init) + [nil]) where window.start <= now {
      let until = min(window.end ?? now, min(next?.start ?? now, now))
      if oldest <= max(until, window.start) { largest = max(largest, window.score) }
    }
    return largest
  }

  /// The first instant after `past` at which a window starts or ends.
  package func nextRelevanceChange(after past: Timestamp) -> Timestamp? {
    windows(at: past).flatMap { [$0.start, $0.end].compactMap(\.self) }.filter { past < $0 }.min()
  }

  /// The last instant up to now, but after `past`, at which a window starts or ends.
  package func lastRelevanceChange(after past: Timestamp, until now: Timestamp) -> Timestamp? {
    windows(at: now).flatMap { [$0.start, $0.end].compactMap(\.self) }.filter { past < $0 && $0 <= now }.max()
  }
}
