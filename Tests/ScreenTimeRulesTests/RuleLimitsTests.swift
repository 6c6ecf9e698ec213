// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import ScreenTimeRules

@Suite struct RuleLimitsTests {
  @Test(arguments: RuleLimits.Name.allCases)
  func `the operator may make every limit stricter (§4)`(_ name: RuleLimits.Name) throws {
    var limits = RuleLimits()
    let stricter: Int64 =
      switch name {
      case .minimumIntervalMilliseconds, .thresholdFloorMilliseconds, .maximumIntervalMilliseconds: 3_600_000
      default: 7
      }
    try limits.set(name, to: stricter)
    #expect(limits != RuleLimits())
  }

  @Test(
    arguments: [
      (RuleLimits.Name.activities, 40, true), (.namedStores, 51, true), (.shieldApplications, 60, true),
      (.shieldWebDomains, 60, true), (.shieldCategories, 60, true), (.shieldExceptions, 60, true),
      (.blockedApplications, 60, true), (.filterDomains, 60, true), (.filterExceptions, 60, true),
      (.minimumIntervalMilliseconds, 300_000, true), (.maximumIntervalMilliseconds, 691_200_000, true),
      (.events, 257, false), (.eventTokens, 1_001, false), (.defaultsBytes, 262_145, false),
      (.thresholdFloorMilliseconds, 59_999, false), (.activities, -1, false),
    ] as [(RuleLimits.Name, Int64, Bool)])
  func `the operator may loosen only the limits that the table marks (§4)`(
    _ name: RuleLimits.Name, _ value: Int64, _ isAllowed: Bool
  ) {
    var limits = RuleLimits()
    do throws(RuleLimits.OperatorError) {
      try limits.set(name, to: value)
      #expect(isAllowed)
      #expect(limits != RuleLimits())
    } catch {
      #expect(!isAllowed)
      #expect(limits == RuleLimits())
      #expect(error.description.contains("“\(name.rawValue)”"))
      #expect(error.description.contains("not \(value)"))
    }
  }

  private static let counts: [RuleLimits.Name] = [
    .activities, .namedStores, .shieldApplications, .shieldWebDomains, .shieldCategories, .shieldExceptions,
    .blockedApplications, .filterDomains, .filterExceptions, .eventTokens,
  ]
  private static let (minute, day): (Int64, Int64) = (60_000, 86_400_000)
  private static let bounds: [(RuleLimits.Name, least: Int64, most: Int64)] =
    counts.map { ($0, 0, 1_000) } + [
      (.events, 0, 256), (.defaultsBytes, 0, 262_144), (.minimumIntervalMilliseconds, minute, 7 * day),
      (.maximumIntervalMilliseconds, minute, 31 * day), (.thresholdFloorMilliseconds, minute, day),
    ]

  @Test func `each limit can be set to every number within its bounds and to none outside`() throws {
    #expect(Self.bounds.map(\.0.rawValue).sorted() == RuleLimits.Name.allCases.map(\.rawValue).sorted())
    for (name, least, most) in Self.bounds {
      var limits = RuleLimits()
      for value in [least, least + 1, (least + most) / 2, most - 1, most] { try limits.set(name, to: value) }
      let known = limits
      for value in [.min, -1, least - 1, most + 1, .max] as [Int64] {
        #expect(throws: RuleLimits.OperatorError(name: name, value: value)) { try limits.set(name, to: value) }
      }
      #expect(limits == known)
    }
  }

  /// An event's threshold, the use at which it is reached, and the use at which its warning, set to 100 s before, is due.
  struct Step: Sendable, CustomTestStringConvertible {
    var step: Int64
    var threshold: ScheduleComponents
    var reached: Int64
    var warned: Int64
    var testDescription: String { "\(threshold) in steps of \(step)" }

    init(_ step: Int64, _ threshold: ScheduleComponents, _ reached: Int64, _ warned: Int64) {
      (self.step, self.threshold, self.reached, self.warned) = (step, threshold, reached, warned)
    }

    static let longest = ScheduleComponents(second: Int(Int64.max / 1_000))
  }

  @Test(
    arguments: [
      .init(1, .init(second: 250), 250_000, 150_000), .init(0, .init(second: 250), 250_000, 150_000),
      .init(50_000, .init(second: 250), 250_000, 150_000), .init(60_000, .init(second: 250), 300_000, 180_000),
      .init(60_000, .init(second: 240), 240_000, 180_000), .init(60_000, .init(second: 100), 120_000, 0),
      .init(60_000, .init(second: 99), 120_000, 0), .init(60_000, .init(second: 101), 120_000, 60_000),
      // The minimum of one minute applies before rounding, and to a threshold that is not a valid duration.
      .init(50_000, .init(second: 1), 100_000, 0), .init(1, .init(), 60_000, 0), .init(1, .init(second: -9), 60_000, 0),
      .init(1, .init(second: 60), 60_000, 0), .init(1, .init(second: 61), 61_000, 0),
      // Rounding up would overflow.
      .init(60_000, Step.longest, Int64.max / 1_000 * 1_000, Int64.max / 1_000 * 1_000 - 55_000),
    ] as [Step])
  func `thresholds and warnings are rounded up to whole steps (E7, E9)`(_ step: Step) {
    var limits = RuleLimits()
    limits.thresholdStepMilliseconds = step.step
    let event = ActivityEvent(name: "e", selection: ItemSelection(), threshold: step.threshold)
    #expect(limits.threshold(of: event) == step.reached)
    #expect(limits.warningLevel(of: event, before: 100_000) == step.warned)
  }

  @Test func `registrations follow the operator's limits (§4)`() throws {
    var bench = Bench(at: "2026-08-13 13:26")
    try bench.rules.limits.set(.activities, to: 1)
    try bench.rules.limits.set(.minimumIntervalMilliseconds, to: 300_000)
    try bench.apply([.startMonitoring(activity: "a", schedule: .daily(.at(9), .at(9, 5)), events: [])])
    let found = violation { () throws(EffectViolation) in
      try bench.apply([.startMonitoring(activity: "b", schedule: .wholeDay, events: [])])
    }
    #expect(found?.code.rawValue == "excessiveActivities")
    #expect(found?.limit == 1)
  }
}
