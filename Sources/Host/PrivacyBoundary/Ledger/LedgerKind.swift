// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

/// The kind of a ledger entry (PRIV-LG2). The list is closed, and the policy has a sentence for each kind.
package enum LedgerKind: String, Codable, Sendable, CaseIterable {
  case grant, revoke
  /// The person said no to a family.
  case refused
  case policyWidened, profileChanged, picker, tokenIssued, tokenReset
  case reportShown, shieldShown, shieldAction, thresholdReached, intervalTold, widget, focus, notification
  /// The person placed, configured or removed a widget.
  case widgetPlaced
  /// A notification was shown, or left a full list. This is a separate kind from `notification`, the person's answer,
  /// because the family learns the answer but never this.
  case notificationDecided
  case rulesApplied, dataAccessRead, blockedAttempt, budgetRefused, deliveryExpired
  case isolationAccepted, checkerVerdict, keyEvent, export
  /// Turning the ledger off is itself recorded (PRIV-LG6).
  case ledgerSwitched
  /// The guardian's passcode was set, changed, recovered, removed or given wrongly.
  case passcode
  /// More time was asked for, allowed, refused, withdrawn or ended. No family learns of it.
  case timeRequest
  /// An item was renamed, filed or merged, or a change that opens one began to wait, was cancelled or took effect. No
  /// family learns of it.
  case itemChanged

  /// Whether a person's act is behind such an entry, which then names who acted.
  package var isActOfPerson: Bool {
    switch self {
    case .grant, .revoke, .refused, .policyWidened, .profileChanged, .picker, .tokenIssued, .tokenReset, .shieldAction,
      .widget, .widgetPlaced, .focus, .notification, .ledgerSwitched, .passcode, .timeRequest, .itemChanged:
      true
    case .reportShown, .shieldShown, .thresholdReached, .intervalTold, .notificationDecided, .rulesApplied,
      .dataAccessRead, .blockedAttempt, .budgetRefused, .deliveryExpired, .isolationAccepted, .checkerVerdict,
      .keyEvent, .export:
      false
    }
  }
}
