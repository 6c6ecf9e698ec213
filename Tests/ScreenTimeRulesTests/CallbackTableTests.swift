// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import ScreenTimeRules

/// The parts of a callback's explanation that don't depend on a day: order, choice, verdict and reason.
@Suite struct CallbackTableTests {
  private static func at(_ milliseconds: Int64) -> Timestamp { Timestamp(milliseconds: milliseconds) }

  private static func delivery(
    _ callback: MonitorCallback = .intervalDidStart, _ cause: DeliveryCause = .natural, sequence: Int64 = 1,
    dueAt: Int64 = 0, decidedAt: Int64 = 0, length: Int64 = 100
  ) -> Delivery {
    Delivery(
      family: Bench.family, sequence: sequence, callback: callback, activity: "day", event: nil, cause: cause,
      dueAt: at(dueAt), decidedAt: at(decidedAt),
      interval: DeliveryInterval(id: "day@0", start: at(0), end: at(length)), registration: 1)
  }

  private static func line(
    _ callback: MonitorCallback, event: String? = nil, start: Int64? = 10, sequence: Int64? = nil
  ) -> CallbackExplanation {
    CallbackExplanation(
      callback, event: event, interval: start.map { TimeSpan(start: at($0), end: at($0 + 5)) }, .fired, .clockTime,
      delivery: sequence.map { delivery(sequence: $0) })
  }

  /// In order. The numbers of the deliveries descend, except where nothing else distinguishes two lines.
  private static let ordered = [
    line(.intervalDidEnd, start: 0, sequence: 20), line(.intervalWillStartWarning, sequence: 19),
    line(.intervalDidStart, sequence: 18), line(.eventWillReachThresholdWarning, sequence: 17),
    line(.eventWillReachThresholdWarning, event: "a", sequence: 16),
    line(.eventWillReachThresholdWarning, event: "b", sequence: 15),
    line(.eventDidReachThreshold, sequence: 14), line(.eventDidReachThreshold, event: "B", sequence: 13),
    line(.eventDidReachThreshold, event: "a", sequence: 12), line(.eventDidReachThreshold, event: "é", sequence: 11),
    line(.intervalWillEndWarning, sequence: 10), line(.intervalDidEnd, sequence: 8), line(.intervalDidEnd, sequence: 9),
    line(.intervalDidEnd), line(.intervalDidStart, start: 11, sequence: 7),
    line(.intervalWillStartWarning, start: nil, sequence: 6), line(.intervalDidEnd, start: nil, sequence: 5),
  ]

  @Test func `lines are ordered by interval, callback, event and number, and those without an interval come last`() {
    for (index, one) in Self.ordered.enumerated() {
      #expect(!CallbackExplanation.isOrdered(one, one), "\(index)")
      for (distance, other) in Self.ordered[(index + 1)...].enumerated() {
        #expect(CallbackExplanation.isOrdered(one, other), "\(index) and \(index + 1 + distance)")
        #expect(!CallbackExplanation.isOrdered(other, one), "\(index) and \(index + 1 + distance)")
      }
    }
  }

  @Test(
    arguments: [
      (CallbackChoice.all, [true, true, true]), (.interval, [true, false, false]), (.event("a"), [false, true, false]),
      (.event("b"), [false, false, true]), (.event("c"), [false, false, false]),
    ] as [(CallbackChoice, [Bool])])
  func `a choice includes what it names`(_ choice: CallbackChoice, _ expected: [Bool]) {
    #expect([nil, "a", "b"].map { choice.includes(.eventDidReachThreshold, event: $0) } == expected)
  }

  @Test func `the verdict on a delivery follows its own ending`() {
    let record = CallbackRecord(
      deliveries: [], use: UseLedger(), window: TimeSpan(start: Self.at(0), end: Self.at(1)),
      endings: [1: .applied, 2: .unapplied, 3: .pending])
    #expect(
      (1...4).map { record.verdict(on: Self.delivery(sequence: $0)) } == [.fired, .failed, .notYet, .fired])
  }

  @Test func `the counted use of an explanation is the sum of its pieces (E11)`() {
    var count = CallbackExplanation.Count(
      from: Self.at(0), to: Self.at(9), level: 5, pieces: [], items: [], stretches: [])
    #expect(count.counted == 0)
    count.pieces = [TimeSpan(start: Self.at(0), end: Self.at(2)), TimeSpan(start: Self.at(4), end: Self.at(9))]
    #expect(count.counted == 7)
  }

  /// One line of the table below.
  struct Told: Sendable, CustomTestStringConvertible {
    var callback: MonitorCallback
    var cause: DeliveryCause
    var reason: CallbackReason
    var warning: Int64?
    var dueAt: Int64 = 5
    var testDescription: String { "\(callback) \(cause) warning \(warning ?? -1) due \(dueAt)" }

    init(
      _ callback: MonitorCallback, _ cause: DeliveryCause, _ reason: CallbackReason, warning: Int64? = nil,
      dueAt: Int64 = 5
    ) {
      (self.callback, self.cause, self.reason) = (callback, cause, reason)
      (self.warning, self.dueAt) = (warning, dueAt)
    }
  }

  @Test(
    arguments: [
      .init(.intervalDidStart, .natural, .clockTime), .init(.intervalDidStart, .natural, .firstUse, dueAt: 4),
      .init(.intervalDidStart, .registration, .registeredInside),
      .init(.intervalDidStart, .registration, .registeredInside, dueAt: 4),
      .init(.intervalDidEnd, .natural, .intervalEnded), .init(.intervalDidEnd, .natural, .intervalEnded, dueAt: 4),
      .init(.intervalDidEnd, .registration, .intervalEnded), .init(.intervalDidEnd, .stop, .stopped),
      .init(.intervalDidEnd, .replaced, .replaced), .init(.intervalWillStartWarning, .natural, .warningDue),
      // The interval is 100 long: a warning just as long comes with the start by itself.
      .init(.intervalWillStartWarning, .natural, .warningDue, warning: 101),
      .init(.intervalWillEndWarning, .natural, .warningDue),
      .init(.intervalWillEndWarning, .natural, .warningDue, warning: 99),
      .init(.intervalWillEndWarning, .natural, .warningDue, warning: 100),
      .init(.intervalWillEndWarning, .natural, .warningMovedToStart, warning: 101),
      .init(.intervalWillEndWarning, .registration, .warningMovedToStart, warning: 101),
      .init(.eventDidReachThreshold, .natural, .thresholdReached(threshold: 30)),
      .init(.eventDidReachThreshold, .registration, .pastThresholdReached(threshold: 30)),
      .init(.eventWillReachThresholdWarning, .natural, .warningLevelReached(threshold: 30)),
      .init(.eventWillReachThresholdWarning, .registration, .warningLevelReached(threshold: 30)),
    ] as [Told])
  func `a delivery is explained by its callback, its cause and the moment it was due`(_ told: Told) {
    let delivery = Self.delivery(told.callback, told.cause, dueAt: told.dueAt, decidedAt: 5)
    #expect(CallbackReason(of: delivery, warning: told.warning, threshold: 30) == told.reason)
  }

  @Test(arguments: MonitorCallback.allCases)
  func `the cause of a repeated, late, stopped or replaced delivery is its reason, for every callback`(
    _ callback: MonitorCallback
  ) {
    for (cause, reason) in [
      (DeliveryCause.repeated, CallbackReason.sentAgain), (.catchUp, .caughtUp), (.stop, .stopped),
      (.replaced, .replaced),
    ] {
      #expect(CallbackReason(of: Self.delivery(callback, cause), warning: 200, threshold: 30) == reason)
    }
  }
}
