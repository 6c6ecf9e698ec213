// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

internal import ScreenTimeRules
internal import ScreenTimeStore

/// What one durable transaction of the host left behind, as the invariants look at it.
struct CommitView {
  /// The rules' clock as it is stored.
  var clock: Timestamp
  /// Rows that were not there before.
  var added: [PendingDelivery]
  /// Rows that were owed and are not any more.
  var settled: [PendingDelivery]
  /// Notifications as they are stored.
  var notifications: [FamilyID: FamilyNotifications]
  /// What the host believes.
  var state: DeviceState
}
