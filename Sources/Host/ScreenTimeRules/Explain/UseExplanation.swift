// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

/// A number that a report or a limit shows: all use of the device, or the use of one category or item.
package enum UseNumber: Hashable, Sendable {
  case device
  case category(Item)
  case item(Item)

  /// Whether a span of counted use belongs to the number. Report totals use the same rule (R9, E11).
  package func includes(_ use: UseSpan, registry: ItemRegistry) -> Bool {
    switch self {
    case .device: true
    case .item(let item): use.app == item || use.web == item
    case .category(let category):
      // Use the category at the time of use (E2).
      [(use.app, use.appCategory), (use.web, use.webCategory)].contains { item, filed in
        item.map { filed ?? registry.category(of: $0) } == category
      }
    }
  }
}

/// The reason why time was removed from a number, or lies between its spans.
package enum UseRemoval: String, Reason, CaseIterable {
  /// A shield covered the item: this is use of the device, not of the item.
  case underShield
  /// A setting hides the item or filters the website, so it was not opened: this is use of the device only.
  case refused
  /// The item was in the foreground before and after, and the device was not used in between.
  case notInUse
  /// No source could see the foreground or the person's presence, so the time is unknown.
  case unseen
  /// The computer slept.
  case asleep

  package var code: String { rawValue }

  package var rule: String {
    switch self {
    case .underShield: "S14"
    case .refused: "M10"
    case .notInUse: "E1"
    case .unseen: "LIVE-USE8"
    case .asleep: "LIVE-CLK1"
    }
  }

  package func sentence(_ words: ReasonWords) -> String {
    switch self {
    case .underShield: "A shield covered it."
    case .refused: "A setting hid or filtered it."
    case .notInUse: "The device was not in use."
    case .unseen: "No source could see it."
    case .asleep: "The computer slept."
    }
  }
}

/// The spans behind a number, which sum exactly to it (E11), and the time that was removed.
package struct UseExplanation: Equatable, Sendable {
  package struct Piece: Equatable, Sendable {
    package var span: TimeSpan
    /// False if no source reported presence, so being in the foreground counted (LIVE-USE1).
    package var presenceKnown: Bool
  }

  package struct Removed: Equatable, Sendable {
    package var span: TimeSpan
    package var reason: UseRemoval
  }

  package var number: UseNumber
  package var pieces: [Piece]
  package var removed: [Removed]

  package var total: Int64 { pieces.reduce(0) { $0 + $1.span.milliseconds } }
}

extension DeviceRules {
  /// Explains a number over a span of time.
  ///
  /// - Parameters:
  /// - ledger: counted use that covers at least the span.
  /// - shields: the spans in which a shield was up, each with its item.
  /// - blocks: the spans in which a hidden or filtered item was in the foreground.
  /// - unseen: the spans that no source could see, or in which the computer slept.
  package func explainUse(
    of number: UseNumber, within span: TimeSpan, ledger: UseLedger, shields: [(item: Item, span: TimeSpan)] = [],
    blocks: [(item: Item, span: TimeSpan)] = [], unseen: [UnseenTime] = []
  ) -> UseExplanation {
    let hidden = unseenPieces(of: unseen, number, within: span, ledger: ledger)
    var pieces: [UseExplanation.Piece] = []
    var removed: [UseExplanation.Removed] = []
    /// The end of the last span, if nothing else was in the foreground since.
    var open: Timestamp?
    for use in ledger.spans {
      let piece = TimeSpan(start: max(use.start, span.start), end: min(use.end, span.end))
      guard piece.start < piece.end else { continue }
      guard number.includes(use, registry: registry) else {
        open = nil
        continue
      }
      if let open, number != .device {
        let between = TimeSpan(start: open, end: piece.start)
        removed += between.subtracting(hidden.map(\.span)).map { .init(span: $0, reason: .notInUse) }
      }
      open = piece.end
      if let last = pieces.last, last.span.end == piece.start, last.presenceKnown == use.presenceKnown {
        pieces[pieces.count - 1].span.end = piece.end
      } else {
        pieces.append(.init(span: piece, presenceKnown: use.presenceKnown))
      }
    }
    let withheld = shields.map { ($0, UseRemoval.underShield) } + blocks.map { ($0, UseRemoval.refused) }
    for (period, reason) in withheld where covers(period.item, number) {
      removed += ledger.spans.compactMap { use in
        let piece = TimeSpan(
          start: max(use.start, span.start, period.span.start), end: min(use.end, span.end, period.span.end))
        // This time counts as use of the device only.
        guard piece.start < piece.end, !number.includes(use, registry: registry) else { return nil }
        return .init(span: piece, reason: reason)
      }
    }
    removed += hidden
    removed.sort { $0.span.start < $1.span.start }
    return UseExplanation(number: number, pieces: pieces, removed: removed)
  }

  /// Whether time that an item lost is missing from a number. Never from the device's, to which it still counts (S14).
  private func covers(_ item: Item, _ number: UseNumber) -> Bool {
    if case .category(let category) = number { registry.category(of: item) == category } else { number == .item(item) }
  }
}
