// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

/// What one advance of time brought about.
package struct Step: Equatable, Sendable {
  /// In the order in which they have to be delivered (C7).
  package var deliveries: [Delivery] = []
  package var shields: [ShieldTransition] = []
  /// Use as it counts, time under shields taken out (S14): what the ledger stores and reports sum (E11, LIVE-USE7).
  package var counted: [UseSpan] = []
  /// Whether all of the span was used up; otherwise apply what the deliveries cause, then advance again.
  package var isFinished = false

  package init() {}

  /// Something fell due: the caller has to act before more time passes.
  package var hasOutput: Bool { !deliveries.isEmpty || !shields.isEmpty }
}

/// What a transaction of effects, or another input that takes no time, brought about.
package struct Outcome: Equatable, Sendable {
  package var deliveries: [Delivery] = []
  package var shields: [ShieldTransition] = []
  /// Outstanding deliveries that a rule took back: settle them `dropped` (D12, A9).
  package var dropped: [Int64] = []

  package init(deliveries: [Delivery] = [], shields: [ShieldTransition] = [], dropped: [Int64] = []) {
    self.deliveries = deliveries
    self.shields = shields
    self.dropped = dropped
  }
}
