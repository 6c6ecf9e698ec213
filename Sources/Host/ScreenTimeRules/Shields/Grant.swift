// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

internal import Foundation

/// Opens a target for a limited time by a guardian's decision (LIVE-GRT1). A grant is an exception over the shields and
/// changes no store, so the shields return when it ends.
package struct Grant: Hashable, Codable, Sendable {
  /// The way its end is computed. There is no default, since people expect different ones.
  package enum Mode: String, Codable, Sendable, CaseIterable {
    /// Starts now, replacing a running grant.
    case replace
    /// Starts at the end of a running grant.
    case add
    /// Ends at the person's next midnight.
    case untilEndOfDay
  }

  package var id: String
  /// An application, a web domain or a category.
  package var target: Item
  package var mode: Mode?
  /// Its length; required unless it ends with the day.
  package var seconds: Int64?
  /// The person who opened it.
  package var approver: String
  /// A note of at most 140 bytes for the person.
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

  /// The reason why a grant is rejected.
  package struct Fault: Error, Hashable, Sendable, CustomStringConvertible {
    package var code: String
    package var description: String
  }

  package static let reasonBytes = 140

  /// The end of the grant, given the end of a running one.
  ///
  /// - Throws: `grant-mode-missing`, `grant-seconds`, `grant-reason`, `grant-place`.
  func end(from now: Timestamp, after running: Timestamp?, in place: CalendarPlace) throws(Fault) -> Timestamp {
    guard let mode else {
      throw Fault(
        code: "grant-mode-missing",
        description: "The grant \(id) has no mode; set it to replace, add or untilEndOfDay.")
    }
    guard reason.utf8.count <= Self.reasonBytes else {
      throw Fault(
        code: "grant-reason",
        description: "The reason of the grant \(id) has \(reason.utf8.count) bytes; the limit is \(Self.reasonBytes).")
    }
    switch mode {
    case .untilEndOfDay:
      guard let calendar = place.makeCalendar(),
        let midnight = calendar.dateInterval(of: .day, for: now.date)?.end
      else {
        throw Fault(
          code: "grant-place",
          description: "The grant \(id) can't end with the day: \(place.timeZone) is not a time zone of this system.")
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

  /// A week, like the longest interval (D6). Use settings to open an item for longer.
  package static let longestSeconds: Int64 = 7 * 86_400
}

extension DeviceRules {
  /// Opens a target for a limited time.
  ///
  /// - Throws: `Grant.Fault`. The state is then unchanged.
  package func grant(_ grant: Grant, in state: inout DeviceState) throws(Grant.Fault) -> Outcome {
    let end = try grant.end(from: state.now, after: state.grants[grant.target], in: state.place)
    return self.grant(grant.target, until: end, in: &state)
  }

  /// Opens an item until an instant. An instant that has passed closes it.
  package func grant(_ item: Item, until end: Timestamp, in state: inout DeviceState) -> Outcome {
    state.grants[item] = end > state.now ? end : nil
    return Outcome(shields: updateShield(&state))
  }

  /// Whether a running grant opens an item: a grant for the item, a parent domain, its category, or an application that
  /// the domain is linked to, as a shield of an application also covers its linked domains (S12).
  func isGranted(_ facts: ItemFacts, in state: DeviceState) -> Bool { grantEnd(of: facts, in: state) != nil }

  /// The end of the last running grant that opens an item; nil if none does.
  func grantEnd(of facts: ItemFacts, in state: DeviceState) -> Timestamp? {
    guard !state.grants.isEmpty else { return nil }
    let targets = facts.names + [facts.category] + facts.linkedApplications
    return targets.compactMap { state.grants[$0] }.filter { state.now < $0 }.max()
  }
}
