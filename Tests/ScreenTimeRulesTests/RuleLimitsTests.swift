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
