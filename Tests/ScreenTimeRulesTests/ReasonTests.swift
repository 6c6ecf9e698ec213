// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import ScreenTimeRules

/// Each reason names a rule and has one sentence; scripts compare its code.
@Suite struct ReasonTests {
  private static var words: ReasonWords {
    ReasonWords(instant: { "at \($0.milliseconds)" }, duration: { "\($0) ms" }, item: { $0.id })
  }
  private static let instant = Timestamp(milliseconds: 5)

  static let callbacks: [CallbackReason] = [
    .clockTime, .firstUse, .registeredInside, .replaced, .stopped, .intervalEnded, .warningDue, .warningMovedToStart,
    .thresholdReached(threshold: 7), .pastThresholdReached(threshold: 7), .warningLevelReached(threshold: 7),
    .caughtUp, .sentAgain, .nobodyUsedTheDevice, .missed, .skipped(.overlaps), .skipped(.repeatedHour),
    .warningTooLate, .startNotDelivered, .useFellShort(counted: 3, threshold: 7), .nothingChosen,
    .useMissing(counted: 3, threshold: 7), .warningUseMissing(counted: 3, level: 7), .waitsForFirstUse(since: instant),
    .waitsForInterval(start: instant), .waitsForEnd(at: instant), .waitsForWarning(at: instant),
    .waitsForSlot(at: instant), .reachedAlready,
    .notApproved, .notMonitored, .scheduleOver,
  ]
  static let shields: [ShieldReason] = [
    .blockedByFamily, .blockedByOperator, .direct, .category(.otherCategory), .linked(EventTests.a), .childWins,
    .directWins, .firstWins, .lowestFamilyWins, .holderKeeps, .familyBeforeOperator, .granted(until: instant),
    .excepted, .ownApplication, .systemSurface, .browser, .inactiveStore, .familyNotApproved, .noRule,
  ]
  static let findings: [ShieldFinding] = [
    .namesIt, .coversCategory(.otherCategory), .coversAll, .coversLinked(EventTests.a), .hidesIt, .filtersIt,
    .inactive, .notApproved, .excepts, .ownApplication, .systemSurface, .browser, .namesOthers,
  ]
  static let notes: [ShieldNote] = [
    .exceptionMissed, .leavingOutFreesNothing, .ownApplicationOfAnother, .shieldHiddenByBlock,
  ]

  private func expectWellFormed(_ reasons: [some Reason]) {
    for reason in reasons {
      let sentence = reason.sentence(Self.words)
      #expect(sentence.hasSuffix(".") && sentence.first?.isLowercase == false, "\(sentence)")
      #expect(reason.rule.wholeMatch(of: /(?:[A-Z]+-)?[A-Z]+\d+|§\d/) != nil, "\(reason.rule)")
      #expect(reason.code.wholeMatch(of: /[a-zA-Z]+/) != nil, "\(reason.code)")
    }
    #expect(Set(reasons.map { $0.sentence(Self.words) }).count == reasons.count)
  }

  @Test func `each reason has one sentence, and no two are alike`() {
    expectWellFormed(Self.callbacks)
    expectWellFormed(Self.shields)
    expectWellFormed(Self.findings)
    expectWellFormed(Self.notes)
    expectWellFormed(UseRemoval.allCases)
    expectWellFormed(ContributionReason.allCases)
  }

  @Test func `sentences format amounts with the given functions`() {
    #expect(
      CallbackReason.useMissing(counted: 3, threshold: 7).sentence(Self.words)
        == "3 ms of 7 ms is counted; 4 ms of use is missing.")
    #expect(CallbackReason.waitsForEnd(at: Self.instant).sentence(Self.words) == "The interval ends at 5.")
    #expect(ShieldReason.category(.otherCategory).sentence(Self.words) == "Its category 12 is covered.")
  }
}
