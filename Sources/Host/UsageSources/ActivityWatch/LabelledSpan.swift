// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

/// A span of time with one label, in milliseconds: the intermediate form between events and records.
struct LabelledSpan<Label: Hashable & Sendable>: Hashable, Sendable {
  var start: Int64
  var end: Int64
  var label: Label
}

extension Array {
  /// Resolves overlaps so that each instant has one label: the later start wins, and the earlier span continues after
  /// it (LIVE-AW5).
  ///
  /// Zero-length spans stay, since closing gaps gives them their length (LIVE-AW4).
  func resolvingOverlaps<Label>() -> [LabelledSpan<Label>] where Element == LabelledSpan<Label> {
    var result: [LabelledSpan<Label>] = []
    var open: [LabelledSpan<Label>] = []
    var cursor = Int64.min
    func emit(until limit: Int64) {
      while let top = open.last, cursor < limit {
        let end = Swift.min(top.end, limit)
        if cursor < end {
          result.append(LabelledSpan(start: Swift.max(cursor, top.start), end: end, label: top.label))
          cursor = end
        }
        guard top.end <= limit else { return }
        open.removeLast()
      }
    }
    for stretch in sorted(by: { ($0.start, $0.end) < ($1.start, $1.end) }) {
      emit(until: stretch.start)
      cursor = stretch.start
      if stretch.start == stretch.end {
        result.append(stretch)
      } else {
        open.removeAll { $0.end <= stretch.start }
        open.append(stretch)
      }
    }
    emit(until: .max)
    return result
  }

  /// Closes the gaps between polls (LIVE-AW5): equal labels are joined, different ones meet at the midpoint. Then
  /// removes empty spans and merges adjacent ones.
  func closingGaps<Label>(upTo maximum: Int64) -> (stretches: [LabelledSpan<Label>], closed: Int)
  where Element == LabelledSpan<Label> {
    var closed = 0
    var result: [LabelledSpan<Label>] = []
    for var next in self {
      guard let last = result.last else {
        result.append(next)
        continue
      }
      let gap = next.start - last.end
      if gap > 0, gap <= maximum {
        closed += 1
        let meeting = last.label == next.label ? next.start : last.end + gap / 2
        result[result.count - 1].end = meeting
        next.start = meeting
      }
      if next.start == result[result.count - 1].end, last.label == next.label {
        result[result.count - 1].end = next.end
      } else {
        result.append(next)
      }
    }
    return (result.filter { $0.start < $0.end }.mergingNeighbours(), closed)
  }

  /// Joins adjacent spans with the same label.
  func mergingNeighbours<Label>() -> [LabelledSpan<Label>] where Element == LabelledSpan<Label> {
    var result: [LabelledSpan<Label>] = []
    for stretch in self {
      if let last = result.last, last.end == stretch.start, last.label == stretch.label {
        result[result.count - 1].end = stretch.end
      } else {
        result.append(stretch)
      }
    }
    return result
  }

  /// The union of the spans, not their sum (LIVE-AW7).
  func union<Label>(labelled label: Label) -> [LabelledSpan<Label>] where Element == LabelledSpan<Label> {
    var result: [LabelledSpan<Label>] = []
    for stretch in filter({ $0.start < $0.end }).sorted(by: { ($0.start, $0.end) < ($1.start, $1.end) }) {
      if let last = result.last, stretch.start <= last.end {
        result[result.count - 1].end = Swift.max(last.end, stretch.end)
      } else {
        result.append(LabelledSpan(start: stretch.start, end: stretch.end, label: label))
      }
    }
    return result
  }

  /// The parts outside `others`. Both must be ascending and without overlaps.
  func subtracting<Label, Other>(_ others: [LabelledSpan<Other>]) -> [LabelledSpan<Label>]
  where Element == LabelledSpan<Label> {
    var result: [LabelledSpan<Label>] = []
    var first = 0
    for stretch in self {
      var cursor = stretch.start
      while first < others.count, others[first].end <= stretch.start { first += 1 }
      for other in others[first...] {
        guard other.start < stretch.end else { break }
        if cursor < other.start { result.append(LabelledSpan(start: cursor, end: other.start, label: stretch.label)) }
        cursor = Swift.max(cursor, other.end)
      }
      if cursor < stretch.end { result.append(LabelledSpan(start: cursor, end: stretch.end, label: stretch.label)) }
    }
    return result
  }

  /// The parts inside `others`. Both must be ascending and without overlaps.
  func intersecting<Label, Other>(_ others: [LabelledSpan<Other>]) -> [LabelledSpan<Label>]
  where Element == LabelledSpan<Label> {
    var result: [LabelledSpan<Label>] = []
    var first = 0
    for stretch in self {
      while first < others.count, others[first].end <= stretch.start { first += 1 }
      for other in others[first...] {
        guard other.start < stretch.end else { break }
        let start = Swift.max(stretch.start, other.start)
        let end = Swift.min(stretch.end, other.end)
        if start < end { result.append(LabelledSpan(start: start, end: end, label: stretch.label)) }
      }
    }
    return result
  }
}
