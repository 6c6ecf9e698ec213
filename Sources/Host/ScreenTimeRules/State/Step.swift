// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

/// The result of one advance of time.
package struct Step: Equatable, Sendable {
  /// In delivery order (C7).
  package var deliveries: [Delivery] = []
  package var shields: [ShieldTransition] = []
  /// Applications whose launch, and websites whose visit, a setting refused or no longer refuses.
  package var blocks: [BlockTransition] = []
  /// Counted use without time under shields (S14) and without refused items (M10), which the ledger stores and reports
  /// sum (E11, LIVE-USE7).
  package var counted: [UseSpan] = []
  /// Whether the whole span was processed. If not, apply the effects of the deliveries, then advance again.
  package var isFinished = false

  package init() {}

  /// Whether the caller has to act before more time passes.
  package var hasOutput: Bool { !deliveries.isEmpty || !shields.isEmpty || !blocks.isEmpty }
}

/// The result of a transaction of effects, or of another input that takes no time.
package struct Outcome: Equatable, Sendable {
  package var deliveries: [Delivery] = []
  package var shields: [ShieldTransition] = []
  /// Outstanding deliveries that a rule withdrew. Settle them as `dropped` (D12, A9).
  package var dropped: [Int64] = []

  package init(deliveries: [Delivery] = [], shields: [ShieldTransition] = [], dropped: [Int64] = []) {
    self.deliveries = deliveries
    self.shields = shields
    self.dropped = dropped
  }
}
