// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import ScreenTimeRules

@Suite struct SettingExplanationTests {
  private static let other = FamilyID("another")

  private func bench() -> Bench {
    var bench = Bench(at: "2026-08-13 10:00")
    bench.state.families[Self.other] = FamilyState(authorization: .approved, member: .individual)
    return bench
  }

  private func explain(_ bench: Bench, _ key: SettingKey) -> SettingExplanation? {
    bench.rules.explainSettings(in: bench.state).first { $0.key == key }
  }

  private func set(_ key: SettingKey, _ value: SettingValue, in store: String = "Default") -> [RuleEffect] {
    [.setSetting(store: store, key: key, value: value)]
  }

  @Test func `explains which store decides and which is weaker`() throws {
    var bench = bench()
    try bench.apply(set(.maximumMovieRating, .integer(300)) + set(.maximumMovieRating, .integer(1_000), in: "lax"))
    try bench.apply(set(.maximumMovieRating, .integer(600)), of: Self.other)
    let rating = try #require(explain(bench, .maximumMovieRating))
    #expect(rating.effective == .integer(300))
    #expect(
      rating.contributions.map { "\($0.family?.rawValue ?? "operator") \($0.store) \($0.reason)" } == [
        "another Default weaker", "homework Default decides", "homework lax noOpinion",
      ])
  }

  @Test func `explains a skipped value: an inactive store, a family without approval`() throws {
    var bench = bench()
    try bench.apply(set(.denySiri, .bool(true)) + [.setStoreActive(store: "Default", isActive: false)])
    try bench.apply(set(.denySiri, .bool(true)), of: Self.other)
    bench.state.families[Self.other]?.authorization = .denied
    _ = bench.rules.setOperatorStores(
      ["policy": SettingsStore(values: [.denySiri: .bool(false)])], in: &bench.state)
    let siri = try #require(explain(bench, .denySiri))
    #expect(siri.effective == .bool(false))
    #expect(siri.contributions.map(\.reason) == [.notApproved, .inactive, .noOpinion])
    #expect(siri.contributions.last?.family == nil)
  }

  @Test func `a policy without categories expresses no opinion, even if it has exceptions (M3)`() throws {
    let policies: [(CategoryPolicy, ContributionReason)] = [
      (.none, .noOpinion), (.specific([], except: []), .noOpinion),
      (.specific([], except: [.application("A")]), .noOpinion),
      (.specific([.category("1")], except: []), .decides), (.all(except: [.application("A")]), .decides),
    ]
    for (policy, reason) in policies {
      var bench = bench()
      try bench.apply(set(.shieldApplicationCategories, .categoryPolicy(policy)))
      let found = try #require(explain(bench, .shieldApplicationCategories))
      #expect(found.contributions.map(\.reason) == [reason], "\(policy)")
    }
  }

  @Test func `lists settings this device can't enforce as not enforced (M13)`() throws {
    var bench = bench()
    try bench.apply(
      set(.lockESIM, .bool(true)) + set(.denySiri, .bool(true)) + set(.denyAddingFriends, .bool(true))
        + set(.shieldApplications, .items([.application("A")])))
    let enforced = Dictionary(
      uniqueKeysWithValues: bench.rules.explainSettings(in: bench.state).map { ($0.key, $0.isEnforced) })
    #expect(
      enforced == [.lockESIM: false, .denySiri: false, .denyAddingFriends: false, .shieldApplications: true])
  }

  @Test func `omits settings that no store has`() {
    #expect(bench().rules.explainSettings(in: bench().state).isEmpty)
  }
}
