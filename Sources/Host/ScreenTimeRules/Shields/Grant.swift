// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

internal import Foundation

/// A guardian opens a target for a while (LIVE-GRT1): an exception over the shields, which touches no store, so
/// that they return by themselves.
package struct Grant: Hashable, Codable, Sendable {
  /// How its end is found. There is no default: people expect different ones.
  package enum Mode: String, Codable, Sendable, CaseIterable {
    /// From now on, whatever ran before.
    case replace
    /// On top of what still runs.
    case add
    /// Until the person's next midnight.
    case untilEndOfDay
  }

  package var id: String
  /// An application, a web domain or a category.
  package var target: Item
  package var mode: Mode?
  /// How long; needed unless it ends with the day.
  package var seconds: Int64?
  /// Who opened it.
  package var approver: String
  /// At most 140 bytes, for the person.
  package var reason: String

  package init(
    id: String, target: Item, mode: Mode?, seconds: Int64? = nil, approver: String, reason: String = ""
  ) {
    self.id = id
    self.target = target
    self.mode = mode
    self.seconds = seconds
    self.approver = approver
    self.reason = reason
  }

  /// Why a grant is not taken.
  package struct Fault: Error, Hashable, Sendable, CustomStringConvertible {
    package var code: String
    package var description: String
  }

  static let reasonBytes = 140

  /// When it ends, given what already runs.
  ///
  /// - Throws: `grant-mode-missing`, `grant-seconds`, `grant-reason`, `grant-place`.
  func end(from now: Timestamp, after running: Timestamp?, in place: CalendarPlace) throws(Fault) -> Timestamp {
    guard let mode else {
      throw Fault(
        code: "grant-mode-missing",
        description: "The grant \(id) doesn't say how it ends; give it the mode replace, add or untilEndOfDay.")
    }
    guard reason.utf8.count <= Self.reasonBytes else {
      throw Fault(
        code: "grant-reason",
        description: "The reason of the grant \(id) has \(reason.utf8.count) bytes; at most \(Self.reasonBytes) fit.")
    }
    switch mode {
    case .untilEndOfDay:
      guard let calendar = place.makeCalendar(),
        let midnight = calendar.dateInterval(of: .day, for: now.date)?.end
      else {
        throw Fault(
          code: "grant-place",
          description: "The grant \(id) can't end with the day: \(place.timeZone) is no time zone of this system.")
      }
      return Timestamp(midnight)
    case .replace, .add:
      guard let seconds, seconds > 0, seconds <= Self.longestSeconds else {
        throw Fault(
          code: "grant-seconds",
          description: "The grant \(id) needs a length of 1 to \(Self.longestSeconds) seconds.")
      }
      let start = mode == .add ? max(now, running ?? now) : now
      return start.advanced(by: seconds * 1_000)
    }
  }

  /// A week, like the longest interval (D6): what is to be open longer is a matter of settings.
  static let longestSeconds: Int64 = 7 * 86_400
}

extension DeviceRules {
  /// Opens a target for a while.
  ///
  /// - Throws: `Grant.Fault`; nothing has changed then.
  package func grant(_ grant: Grant, in state: inout DeviceState) throws(Grant.Fault) -> Outcome {
    let end = try grant.end(from: state.now, after: state.grants[grant.target], in: state.place)
    return self.grant(grant.target, until: end, in: &state)
  }

  /// Opens an item until an instant; one that has passed closes it.
  package func grant(_ item: Item, until end: Timestamp, in state: inout DeviceState) -> Outcome {
    state.grants[item] = end > state.now ? end : nil
    return Outcome(shields: updateShield(&state))
  }

  /// Whether a running grant opens an item: one for itself, a parent domain, its category, or, as a shield of an
  /// application reaches the domains linked to it (S12), for such an application.
  func isGranted(_ facts: ItemFacts, in state: DeviceState) -> Bool { grantEnd(of: facts, in: state) != nil }

  /// When the last running grant that opens an item ends; nil when none does.
  func grantEnd(of facts: ItemFacts, in state: DeviceState) -> Timestamp? {
    guard !state.grants.isEmpty else { return nil }
    let targets = facts.names + [facts.category] + facts.linkedApplications
    return targets.compactMap { state.grants[$0] }.filter { state.now < $0 }.max()
  }
}
