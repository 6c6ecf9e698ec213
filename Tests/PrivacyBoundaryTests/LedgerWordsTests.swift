// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import PrivacyBoundary
import Testing

@Suite struct LedgerKindTests {
  /// Entries that the host makes by itself name no actor. All others record an act of the person and name the actor.
  @Test func `an entry about an act of the person is one that nothing else causes`() {
    let byItself: Set<LedgerKind> = [
      .reportShown, .shieldShown, .thresholdReached, .intervalTold, .notificationDecided, .rulesApplied,
      .dataAccessRead, .blockedAttempt, .budgetRefused, .deliveryExpired, .isolationAccepted, .checkerVerdict,
      .keyEvent, .export,
    ]
    for kind in LedgerKind.allCases { #expect(kind.isActOfPerson == !byItself.contains(kind), "\(kind)") }
  }
}

@Suite struct SpokenDayTests {
  @Test(arguments: [
    ("2026-11-03", "3 Nov"), ("2026-01-31", "31 Jan"), ("2026-12-01", "1 Dec"), ("2026-00-10", "2026-00-10"),
    ("2026-13-10", "2026-13-10"), ("today", "today"), ("", ""), ("2026-11", "2026-11"),
  ])
  func `a day is spoken, and a text that is none stays as it is`(_ day: String, _ spoken: String) {
    #expect(SpokenDay(day).description == spoken)
  }
}
