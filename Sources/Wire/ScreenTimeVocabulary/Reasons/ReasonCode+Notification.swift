// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

extension ReasonCode {
  /// The host's decision about a notification.
  public enum Notification: String, Hashable, Sendable, CaseIterable {
    /// The notification interrupts, because no Focus is on.
    case noFocus = "notification.noFocus"
    /// The list was full, and the oldest notification left it.
    case listFull = "notification.listFull"
    /// It interrupts, because it is critical and its family may send such.
    case critical = "notification.critical"
    /// It is silenced, because the Focus that is on doesn't let its family interrupt.
    case notAllowed = "notification.notAllowed"
    /// It interrupts, because no filter in force has a predicate.
    case noPredicate = "notification.noPredicate"
    /// It interrupts, because every predicate accepts its criteria.
    case match = "notification.match"
    /// It is silenced, because a predicate rejects its criteria.
    case noMatch = "notification.noMatch"
    /// It has no criteria that a predicate could accept.
    case untagged = "notification.untagged"
    /// It interrupts, because the filter was not ready in time.
    case contextPending = "notification.contextPending"
  }
}
