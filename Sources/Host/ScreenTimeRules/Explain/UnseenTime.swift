// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

/// A span of time for which no source can tell whether the device was used.
package struct UnseenTime: Equatable, Sendable {
  package enum Cause: Equatable, Sendable {
    /// No source could see the track.
    case blind(SourceTrack)
    case asleep
  }

  package var span: TimeSpan
  package var cause: Cause

  package init(_ span: TimeSpan, _ cause: Cause) {
    self.span = span
    self.cause = cause
  }
}

extension DeviceRules {
  /// The parts of the unseen time that belong to the explanation of a number. They exclude counted use, and no part
  /// appears twice.
  func unseenPieces(
    of unseen: [UnseenTime], _ number: UseNumber, within span: TimeSpan, ledger: UseLedger
  ) -> [UseExplanation.Removed] {
    var pieces: [UseExplanation.Removed] = []
    // Sleep comes first, since it also explains why the sources sent nothing.
    for time in unseen.filter({ $0.cause == .asleep }) + unseen.filter({ $0.cause != .asleep }) {
      let reason: UseRemoval
      let counted: [TimeSpan]
      switch (time.cause, number) {
      case (.asleep, _):
        (reason, counted) = (.asleep, ledger.spans.map(\.timeSpan))
      case (.blind(.focus), _), (.blind(.presence), _):
        (reason, counted) = (.unseen, ledger.spans.map(\.timeSpan))
      case (.blind(.web), .item(let item)) where item.kind == .webDomain:
        // The browser's own time counts; only the site is missing.
        (reason, counted) = (.unseen, ledger.spans.filter { number.includes($0, registry: registry) }.map(\.timeSpan))
      case (.blind(.web), _): continue
      }
      guard let inside = time.span.intersection(span) else { continue }
      pieces += inside.subtracting(counted + pieces.map(\.span)).map { .init(span: $0, reason: reason) }
    }
    return pieces
  }
}

extension UseSpan {
  fileprivate var timeSpan: TimeSpan { TimeSpan(start: start, end: end) }
}

extension TimeSpan {
  fileprivate func intersection(_ other: TimeSpan) -> TimeSpan? {
    let common = TimeSpan(start: max(start, other.start), end: min(end, other.end))
    return common.start < common.end ? common : nil
  }

  /// The parts outside other spans, which may overlap, ascending.
  func subtracting(_ others: [TimeSpan]) -> [TimeSpan] {
    var rest: [TimeSpan] = []
    var cursor = start
    for other in others.sorted(by: { $0.start < $1.start }) {
      rest.append(TimeSpan(start: cursor, end: min(other.start, end)))
      cursor = max(cursor, other.end)
    }
    rest.append(TimeSpan(start: cursor, end: end))
    return rest.filter { $0.start < $0.end }
  }
}
