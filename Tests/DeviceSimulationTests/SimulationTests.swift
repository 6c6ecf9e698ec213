// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import DeviceSimulation

/// A small part of `sallyport simulate`; the command runs all of it.
@Suite struct SimulationTests {
  @Test(arguments: [UInt64(1), 2, 3, 4])
  func `a run with every fault breaks no invariant (C2, C4, C5, C7, D10, E3, E4, E11, M2)`(seed: UInt64) throws {
    let outcome = try Simulation().run(SimulationPlan(seed: seed, days: 2, families: 2, activities: 2))
    #expect(outcome.findings.map(\.description) == [], "\(outcome.plan.command)")
    #expect(outcome.days == 2)
    #expect(outcome.deliveries > 10)
  }

  /// Plans that once failed, each with the reason.
  @Test(arguments: [
    // Callbacks of a savepoint that the reply withdrew were delivered (D12).
    SimulationPlan(seed: 1, days: 2, families: 1, activities: 2, faults: []),
    SimulationPlan(seed: 8, days: 1, families: 2, activities: 2, faults: []),
    // The disk was full while a grant was written: the app's callback was applied, and the family was approved without
    // a ledger entry and without tokens (A1, PRIV-LG3).
    SimulationPlan(seed: 306, days: 1, families: 3, activities: 1, faults: [.full]),
    SimulationPlan(seed: 980, days: 1, families: 3, activities: 1, faults: [.garbage, .full]),
    SimulationPlan(seed: 993, days: 1, families: 3, activities: 1, faults: [.full]),
    // Two openings with an identical request each crashed a process, so the second was poison at its first attempt
    // (C5).
    SimulationPlan(seed: 643, days: 4, families: 1, activities: 1, faults: [.crash, .hang, .refusal, .clock]),
    // The model dropped the end of a delivered start when one reply replaced an activity twice (D10).
    SimulationPlan(seed: 72, days: 1, families: 2, activities: 1, faults: []),
    // The device had deleted the starts and ledger rows of a run that lasted longer than 30 days.
    SimulationPlan(seed: 143, days: 7, families: 1, activities: 2, faults: [.suspend, .revoke]),
  ])
  func `plans that failed before now pass (A1, C5, C10, D12, PRIV-LG3)`(plan: SimulationPlan) throws {
    #expect(try Simulation().run(plan).findings.map(\.description) == [], "\(plan.command)")
  }

  @Test func `the same seed gives the same run`() throws {
    let plan = SimulationPlan(seed: 5, days: 1, families: 2, activities: 2)
    let (one, other) = (try Simulation().run(plan), try Simulation().run(plan))
    #expect(one.deliveries == other.deliveries && one.injected == other.injected)
    #expect(one.findings == other.findings)
  }

  @Test(arguments: PlantedFault.allCases)
  func `a planted fault is reported and shrinks to one line`(_ fault: PlantedFault) throws {
    var found: Simulation.Outcome?
    // Not every run has a shield or a threshold on its first days.
    for seed in UInt64(1)...8 where found == nil {
      let plan = SimulationPlan(
        seed: seed, days: 2, families: 2, activities: 2, faults: [.kill, .crash], planted: fault)
      let outcome = try Simulation().run(plan)
      if !outcome.findings.isEmpty { found = outcome }
    }
    let failing = try #require(found)
    let shrunk = try Shrinker(Simulation().run).shrink(failing)
    #expect(shrunk.findings.first?.invariant == failing.findings.first?.invariant)
    #expect(shrunk.plan.faults.isEmpty && shrunk.plan.families == 1)
    #expect(!shrunk.plan.command.contains("\n") && shrunk.plan.command.hasSuffix("--plant \(fault.rawValue)"))
  }

  @Test func `a failure shrinks to the plan's essential parts, the same way each time`() throws {
    // Fails if the plan contains travel, at least two families and at least three days.
    let run = { (plan: SimulationPlan) in
      let fails = plan.faults.contains(.travel) && plan.families >= 2 && plan.days >= 3
      return Simulation.Outcome(
        plan: plan, findings: fails ? [Finding(invariant: .outboxDrains, at: 0, what: "it fails")] : [], injected: [:],
        deliveries: 0, days: plan.days)
    }
    let shrunk = try Shrinker(run).shrink(run(SimulationPlan(seed: 17, days: 30, families: 4, activities: 6)))
    #expect(
      shrunk.plan.command == "sallyport simulate --seed 17 --days 3 --families 2 --activities 1 --faults travel")
  }
}
