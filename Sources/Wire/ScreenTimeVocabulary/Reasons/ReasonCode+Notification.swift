// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

extension ReasonCode {
  /// The host's decision about a notification.
  public enum Notification: String, Hashable, Sendable, CaseIterable {
    /// The notification interrupts, because no Focus is on.
    case noFocus = "notification.noFocus"
    /// The list was full, and the oldest notification left it.
    case listFull = "notification.listFull"
  }
}
