// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import Pages
import ScreenTimeRules

/// Rows of a trace's lanes, the same for the running host's state and for a recording.
struct TraceLanes {
  /// The most thresholds that a page draws.
  static let mostThresholds = 40
  static let mostParts = 400

  let span: TimeSpan
  let moment: (Timestamp) -> String

  /// The part of a lane within the day; `nil` if none is.
  func part(_ from: Timestamp, _ to: Timestamp, _ tone: Figure.Part.Tone, _ says: Phrase) -> Figure.Part? {
    let (start, end) = (max(from, span.start), min(to, span.end))
    guard start <= end, from < span.end, to >= span.start else { return nil }
    return Figure.Part(
      start: start.milliseconds(since: span.start), length: end.milliseconds(since: start), tone: tone,
      says: "\(says), \(moment(start)) to \(moment(end))")
  }

  /// One lane of all items that were closed.
  func shields(_ closed: [(item: Item, span: TimeSpan)], _ name: (Item) -> Phrase) -> [Figure.Row] {
    let parts = closed.compactMap { item, span in
      span.start < span.end ? part(span.start, span.end, .closed, "\(name(item)) closed") : nil
    }
    return parts.isEmpty ? [] : [Figure.Row("Shields", parts, atMost: Self.mostParts)]
  }

  /// A lane for each threshold that filled on the day: every stretch that counted says how far it is filled.
  func thresholds(_ fillings: [ThresholdFilling], _ family: (String) -> Phrase) -> [Figure.Row] {
    let rows = Dictionary(grouping: fillings.filter(isShown)) {
      Threshold(family: $0.family, activity: $0.activity, event: $0.event)
    }
    return rows.sorted { $0.key < $1.key }.prefix(Self.mostThresholds).map { threshold, own in
      let level = own.map(\.level).max() ?? 0
      return Figure.Row(
        "\(family(threshold.family)) \(name: threshold.activity) \(name: threshold.event): \(PageMaker.roundDuration(level / 1_000))",
        own.flatMap { parts(of: $0) }, atMost: Self.mostParts)
    }
  }

  private func isShown(_ filling: ThresholdFilling) -> Bool {
    filling.pieces.contains { $0.start < span.end && $0.end > span.start }
  }

  private func parts(of filling: ThresholdFilling) -> [Figure.Part] {
    var counted: Int64 = 0
    var parts = filling.pieces.compactMap { piece -> Figure.Part? in
      counted += piece.milliseconds
      guard piece.start < span.end, piece.end > span.start else { return nil }
      return part(
        piece.start, piece.end, .third,
        "\(PageMaker.duration(min(counted, filling.level))) of \(PageMaker.duration(filling.level))")
    }
    if let reached = filling.reachedAt, span.start <= reached, reached < span.end {
      parts.append(
        Figure.Part(
          start: reached.milliseconds(since: span.start), length: 0, tone: .fifth,
          says: "reached at \(moment(reached))"))
    }
    return parts
  }

  private struct Threshold: Hashable, Comparable {
    var family: String
    var activity: String
    var event: String

    static func < (left: Threshold, right: Threshold) -> Bool {
      for (one, other) in [(left.family, right.family), (left.activity, right.activity)] where one != other {
        return one.isOrderedBefore(other)
      }
      return left.event.isOrderedBefore(right.event)
    }
  }
}
