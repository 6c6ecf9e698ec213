// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import ScreenTimeRules

/// The records that an approval, a removal and a revocation make and delete.
@Suite struct AuthorizationRecordTests {
  private func ask(_ bench: inout Bench, for family: FamilyID) -> AuthorizationVerdict {
    bench.rules.requestAuthorization(for: .individual, of: family, in: &bench.state)
  }

  @Test func `an approval is a new revision of its family and changes nothing else`() {
    var bench = Bench(at: "2026-08-13 10:00")
    bench.state.families[Bench.family] = FamilyState()
    var expected = bench.state
    expected.families[Bench.family] = FamilyState(authorization: .approved, member: .child)
    expected.families[Bench.family]?.revision = 1
    let outcome = bench.rules.approve(Bench.family, as: .child, in: &bench.state)
    #expect(outcome == Outcome() && bench.state == expected)
  }

  @Test func `a removed family's prompts are forgotten, and no other's`() throws {
    let other = FamilyID("worklog")
    var bench = Bench(at: "2026-08-13 10:00")
    for family in [Bench.family, other] {
      bench.state.families[family] = FamilyState()
      for _ in 0..<3 { #expect(ask(&bench, for: family) == .ask(.owner)) }
    }
    _ = try bench.rules.remove(Bench.family, by: .person, in: &bench.state)
    let now = bench.state.now
    #expect(bench.state.prompts == [other: [now, now, now]])
    // Installed again, it may ask as often as a family that never did.
    bench.state.families[Bench.family] = FamilyState()
    #expect(ask(&bench, for: Bench.family) == .ask(.owner))
    #expect(ask(&bench, for: other) == .refused(.authorizationCanceled))
  }

  @Test func `revoking drops the callbacks that wait for a slot, so that none comes later`() throws {
    let app = Item.application("app")
    var bench = Bench(at: "2026-08-13 06:00")
    let grid = try #require(DeliveryGrid(stepMilliseconds: 15 * 60_000, phaseMilliseconds: 236_000))
    bench.rules.grids = [Bench.family: grid]
    let limit = ActivityEvent(name: "e", selection: ItemSelection(applications: [app]), threshold: .minutes(2))
    try bench.apply([.startMonitoring(activity: "day", schedule: .daily(.at(8), .at(20)), events: [limit])])
    bench.use(app, "2026-08-13 09:06", "2026-08-13 09:12")
    #expect(bench.state.families[Bench.family]?.held?.map(\.callback) == [.intervalDidStart, .eventDidReachThreshold])
    _ = try bench.rules.revoke(Bench.family, by: .person, in: &bench.state)
    #expect(bench.state.families[Bench.family]?.held == nil)
    bench.idle(until: "2026-08-13 10:00")
    #expect(bench.deliveries == [])
  }
}
