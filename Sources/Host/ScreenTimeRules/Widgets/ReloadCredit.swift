// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

/// The credit of one widget for counted reloads, in milliseconds: it grows with the clock, and each counted reload costs
/// half an hour of it.
///
/// A bucket instead of a daily count: a widget that asks too often slows down and never stops (WIDGET-W21).
package struct ReloadCredit: Hashable, Codable, Sendable {
  package static let full: Int64 = 39_600_000
  package static let price: Int64 = 1_800_000

  private var amount: Int64
  private var at: Timestamp

  /// A full credit.
  package init(at now: Timestamp) { (amount, at) = (Self.full, now) }

  package func amount(at now: Timestamp) -> Int64 {
    min(Self.full, amount.addingReportingOverflow(max(0, now.milliseconds(since: at))).partialValue)
  }

  /// The first instant from `now` on at which a counted reload can be paid for.
  package func affordable(from now: Timestamp) -> Timestamp {
    now.advanced(by: max(0, Self.price - amount(at: now)))
  }

  /// Pays for a counted reload.
  mutating func spend(at now: Timestamp) {
    amount = amount(at: now) - Self.price
    at = now
  }

  /// Gives back the price of a reload that was paid at this instant.
  mutating func refund() { amount = min(Self.full, amount + Self.price) }

  /// Keeps the credit as it is when the clock is set: a jump earns nothing.
  mutating func clockWasSet(from old: Timestamp, to new: Timestamp) {
    amount = amount(at: old)
    at = new
  }
}
