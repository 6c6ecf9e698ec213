// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

package import ScreenTimeRules
import ScreenTimeStore

/// A threshold as it filled in one interval: the use that counted for it, oldest first.
package struct ThresholdFilling: Hashable, Sendable {
  package var family: String
  package var activity: String
  package var event: String
  /// The milliseconds at which it is reached.
  package var level: Int64
  package var pieces: [TimeSpan]

  /// The instant at which it was reached; `nil` if it was not.
  package var reachedAt: Timestamp? {
    var counted: Int64 = 0
    for piece in pieces {
      let rest = level - counted
      guard piece.milliseconds < rest else { return piece.start.advanced(by: rest) }
      counted += piece.milliseconds
    }
    return nil
  }
}

/// The other lanes of a trace: shields, and thresholds as they fill (CON-25).
extension DeviceFacts {
  /// The periods in which items were closed, up to an instant.
  func closedPeriods(until end: Timestamp) throws -> [(item: Item, span: TimeSpan)] {
    try store.read { reader in
      try ShieldPeriods.periods(
        in: try reader.journal(of: [.device(.shieldUp), .device(.shieldDown)], until: end), until: end, reader)
    }
  }

  /// The thresholds that filled within a span of time, by family, activity and event.
  func fillings(within window: TimeSpan) throws -> [ThresholdFilling] {
    try state.familyIDs.flatMap { family in
      try knownActivities(of: family).flatMap { activity in
        try explainCallbacks(of: activity, family: family, choice: .all, within: window).compactMap { line in
          guard line.rules.callback == .eventDidReachThreshold, let event = line.rules.event,
            let count = line.rules.count, !count.pieces.isEmpty
          else { return nil }
          return ThresholdFilling(
            family: family.rawValue, activity: activity, event: event, level: count.level, pieces: count.pieces)
        }
      }
    }
  }
}
