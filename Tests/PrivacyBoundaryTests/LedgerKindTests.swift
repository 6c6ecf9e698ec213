// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import PrivacyBoundary
import Testing

@Suite struct LedgerKindTests {
  /// What happens by itself names nobody; everything else is an act of the person and names who acted.
  @Test func `an entry about an act of the person is one that nothing else causes`() {
    let byItself: Set<LedgerKind> = [
      .reportShown, .shieldShown, .thresholdReached, .intervalTold, .notificationDecided, .rulesApplied,
      .dataAccessRead, .blockedAttempt, .budgetRefused, .deliveryExpired, .isolationAccepted, .checkerVerdict,
      .keyEvent, .export,
    ]
    for kind in LedgerKind.allCases { #expect(kind.isActOfPerson == !byItself.contains(kind), "\(kind)") }
  }
}
