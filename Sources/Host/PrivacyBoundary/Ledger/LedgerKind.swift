// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

/// What a ledger entry is about (PRIV-LG2): a closed list, each with its sentence in the policy.
package enum LedgerKind: String, Codable, Sendable, CaseIterable {
  case grant, revoke, policyWidened, profileChanged, picker, tokenIssued, tokenReset
  case reportShown, shieldShown, shieldAction, thresholdReached, intervalTold, widget, focus, notification
  /// A notification was shown, or left a full list. Apart from `notification`, the answer of the person:
  /// the family learns the answer, and one kind for both would count as learned what the family never learns.
  case notificationDecided
  case rulesApplied, dataAccessRead, blockedAttempt, budgetRefused, deliveryExpired
  case isolationAccepted, checkerVerdict, keyEvent, export
  /// Turning the ledger off is itself shown (PRIV-LG6).
  case ledgerSwitched
}
