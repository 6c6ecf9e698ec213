// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

/// The kind of a ledger entry (PRIV-LG2). The list is closed, and the policy has a sentence for each kind.
package enum LedgerKind: String, Codable, Sendable, CaseIterable {
  case grant, revoke, policyWidened, profileChanged, picker, tokenIssued, tokenReset
  case reportShown, shieldShown, shieldAction, thresholdReached, intervalTold, widget, focus, notification
  /// A notification was shown, or left a full list. Apart from `notification`, the answer of the person:
  /// the family learns the answer, and one kind for both would count as learned what the family never learns.
  case notificationDecided
  case rulesApplied, dataAccessRead, blockedAttempt, budgetRefused, deliveryExpired
  case isolationAccepted, checkerVerdict, keyEvent, export
  /// Turning the ledger off is itself recorded (PRIV-LG6).
  case ledgerSwitched
}
