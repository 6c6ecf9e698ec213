// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

internal import ScreenTimeRules
internal import ScreenTimeStore

/// The result of one durable transaction of the host, for the invariants.
struct CommitView {
  /// The stored clock of the rules.
  var clock: Timestamp
  /// New rows.
  var added: [PendingDelivery]
  /// Rows that are no longer pending.
  var settled: [PendingDelivery]
  /// The stored notifications.
  var notifications: [FamilyID: FamilyNotifications]
  /// The host's state in memory.
  var state: DeviceState
}
