// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

/// Counts the use of one selection within one interval; events with equal selections share it.
///
/// Some families register hundreds of events on one set (a callback per minute), so the cost of counting depends on the
/// number of distinct sets, not of events.
package struct Meter: Equatable, Codable, Sendable {
  /// A threshold or warning of one event.
  package struct Level: Equatable, Codable, Sendable {
    /// Counted milliseconds at which it is reached (E3, E7).
    package var amount: Int64
    package var event: String
    package var isWarning: Bool
  }

  package var selection: ItemSelection
  package var includesPastActivity: Bool
  /// The instant from which use counts (E5).
  package var countsFrom: Timestamp
  package var counted: Int64 = 0
  /// Ascending by amount, warnings first, then by event name (C7). After an item was withdrawn, delivered ones lead.
  package var levels: [Level]
  /// The levels before this index were delivered and are not delivered again in this interval (E4).
  package var nextLevel = 0

  /// The use that is missing until the next level; `nil` when no level is left.
  package var missing: Int64? {
    nextLevel < levels.count ? max(0, levels[nextLevel].amount - counted) : nil
  }
}
