// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

/// Counted use in order of counting. Limits and reports sum it with the same function, so they agree (E11, LIVE-USE7).
package struct UseLedger: Equatable, Sendable {
  /// Spans in use, without time under shields; touching spans of equal use are merged.
  package private(set) var spans: [UseSpan] = []

  package init() {}

  package init(_ spans: some Sequence<UseSpan>) { for span in spans { append(span) } }

  /// Adds counted use; time out of use is skipped.
  package mutating func append(_ span: UseSpan) {
    guard span.isInUse, span.start < span.end else { return }
    if let last = spans.indices.last, spans[last].isContinued(by: span) {
      spans[last].end = span.end
    } else {
      spans.append(span)
    }
  }

  /// Removes spans that ended before `instant`, at most once per day, to keep it cheap.
  package mutating func forget(before instant: Timestamp) {
    guard !spans.isEmpty, spans[0].end < instant.advanced(by: -86_400_000) else { return }
    spans.removeFirst(spans.firstIndex { $0.end > instant } ?? spans.count)
  }

  /// Milliseconds of use of a selection within a span of time: the length of the union (E1), since one timeline holds
  /// the application and its page together.
  package func total(of selection: ItemSelection, within span: TimeSpan, registry: ItemRegistry) -> Int64 {
    pieces(of: selection, within: span, registry: registry).reduce(0) { $0 + $1.milliseconds }
  }

  /// The spans behind ``total(of:within:registry:)``, for `explain`.
  package func pieces(
    of selection: ItemSelection, within span: TimeSpan, registry: ItemRegistry
  ) -> [TimeSpan] {
    spans.compactMap { use in
      let piece = TimeSpan(start: max(use.start, span.start), end: min(use.end, span.end))
      guard piece.start < piece.end else { return nil }
      return ForegroundKeys(counted: use, registry: registry).matches(selection) ? piece : nil
    }
  }
}

extension UseSpan {
  /// Whether the other begins where this ends, with the same foreground and categories.
  fileprivate func isContinued(by other: UseSpan) -> Bool {
    end == other.start && front == other.front
  }
}
