// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import ScreenTimeRules

/// Each list of a setting with its own limit, under both behaviours.
@Suite struct SettingLimitTests {
  struct Row: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var limit: RuleLimits.Name
    var key: SettingKey
    var make: @Sendable ([Item]) -> SettingValue
    var item: @Sendable (Int) -> Item
  }

  static let rows: [Row] = [
    Row(testDescription: "applications", limit: .shieldApplications, key: .shieldApplications) {
      .items(ItemSet($0))
    } item: {
      .application("a\($0)")
    },
    Row(testDescription: "domains", limit: .shieldWebDomains, key: .shieldWebDomains) {
      .items(ItemSet($0))
    } item: {
      .webDomain("a\($0).org")
    },
    Row(testDescription: "hidden", limit: .blockedApplications, key: .blockedApplications) {
      .blockedApplications($0.map { .item($0) })
    } item: {
      .application("a\($0)")
    },
    Row(testDescription: "categories", limit: .shieldCategories, key: .shieldApplicationCategories) {
      .categoryPolicy(.specific(ItemSet($0), except: []))
    } item: {
      .category("\($0)")
    },
    Row(testDescription: "exceptions", limit: .shieldExceptions, key: .shieldApplicationCategories) {
      .categoryPolicy(.specific([], except: ItemSet($0)))
    } item: {
      .application("a\($0)")
    },
    Row(testDescription: "exceptions of all", limit: .shieldExceptions, key: .shieldWebDomainCategories) {
      .categoryPolicy(.all(except: ItemSet($0)))
    } item: {
      .webDomain("a\($0).org")
    },
    Row(testDescription: "filtered", limit: .filterDomains, key: .blockedByFilter) {
      .webFilter(.specific($0.map { .item($0) }))
    } item: {
      .webDomain("a\($0).org")
    },
    Row(testDescription: "filtered automatically", limit: .filterDomains, key: .blockedByFilter) {
      .webFilter(.auto($0.map { .item($0) }, except: []))
    } item: {
      .webDomain("a\($0).org")
    },
    Row(testDescription: "exceptions of automatic", limit: .filterExceptions, key: .blockedByFilter) {
      .webFilter(.auto([], except: $0.map { .item($0) }))
    } item: {
      .webDomain("a\($0).org")
    },
    Row(testDescription: "exceptions of the filter", limit: .filterExceptions, key: .blockedByFilter) {
      .webFilter(.all(except: $0.map { .item($0) }))
    } item: {
      .webDomain("a\($0).org")
    },
  ]

  @Test(arguments: rows, [true, false])
  func `a list is limited by its own limit and no other (§4)`(_ row: Row, _ isStrict: Bool) throws {
    for limited in RuleLimits.Name.allCases
    where "\(limited)".hasPrefix("shield") || "\(limited)".hasPrefix("filter")
      || limited == .blockedApplications
    {
      var bench = Bench(at: "2026-08-13 10:00")
      bench.state.families[Bench.family]?.mode = isStrict ? .strict : .appleCompatible
      try bench.rules.limits.set(limited, to: 2)
      let (two, three) = (row.make([1, 2].map(row.item)), row.make([1, 2, 3].map(row.item)))
      let (effect, larger) = (
        RuleEffect.setSetting(store: "s", key: row.key, value: two),
        RuleEffect.setSetting(store: "s", key: row.key, value: three)
      )
      #expect(violation { () throws(EffectViolation) in try bench.apply([effect]) } == nil)
      #expect(bench.state.families[Bench.family]?.stores["s"]?.values[row.key] == two)
      let found = violation { () throws(EffectViolation) in try bench.apply([larger]) }
      let value = bench.state.families[Bench.family]?.stores["s"]?.values[row.key]
      if limited != row.limit {
        #expect(found == nil && value == three, "\(limited)")
      } else if isStrict {
        #expect(found?.code.rawValue == "limit.\(row.limit.rawValue)")
        #expect(found?.limit == 2)
        #expect(found?.actual == 3)
        #expect(value == two)
      } else {
        #expect(found == nil && value == nil)
      }
    }
  }
}
