// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

/// The decision on a notification whose trigger has fired (FOCUS-N3).
package enum NotificationDecision: Hashable, Sendable {
  case interrupts(ReasonCode.Notification)
  case silenced(ReasonCode.Notification)
  /// A filter has not been told yet; decide again when it was, at this instant at the latest.
  case held(until: Timestamp)

  /// How long a notification waits for a filter.
  package static let patience: Int64 = 5_000

  /// Decides with the state of this instant. No process is asked.
  ///
  /// - Parameter heldUntil: the limit of an earlier decision to hold it. It counts from when the trigger fired, which is
  ///   later than its date if the host was not running then.
  package init(
    on request: NotificationRequest, heldUntil: Timestamp?, of family: FamilyID, in focus: FocusState, at now: Timestamp
  ) {
    guard let mode = focus.active else {
      self = .interrupts(.noFocus)
      return
    }
    if request.level == .critical, focus.settings.allowsCritical(family) {
      self = .interrupts(.critical)
      return
    }
    guard mode.lets(family) else {
      self = .silenced(.notAllowed)
      return
    }
    let own = focus.inForce.keys.filter { $0.family == family }.sorted().map(focus.progress)
    if own.contains(where: { $0.owed == .on }) {
      let limit = heldUntil ?? now.advanced(by: Self.patience)
      self = now < limit ? .held(until: limit) : .interrupts(.contextPending)
      return
    }
    let predicates = own.compactMap(\.context?.predicate)
    guard !predicates.isEmpty else {
      self = .interrupts(.noPredicate)
      return
    }
    guard let criteria = request.filterCriteria else {
      self = focus.settings.untagged == .silence ? .silenced(.untagged) : .interrupts(.untagged)
      return
    }
    // All filters of a family must accept (FOCUS-N5).
    self = predicates.allSatisfy { $0.accepts(criteria) } ? .interrupts(.match) : .silenced(.noMatch)
  }
}
