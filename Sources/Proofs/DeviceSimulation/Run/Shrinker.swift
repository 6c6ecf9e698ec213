// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

/// Shrinks a failing plan while it still violates the same invariant: fewer days, families, faults, activities.
///
/// Greedy and deterministic: the same failure always shrinks to the same plan.
package struct Shrinker {
  private let run: (SimulationPlan) throws -> Simulation.Outcome

  package init(_ run: @escaping (SimulationPlan) throws -> Simulation.Outcome) { self.run = run }

  /// - Returns: the smallest failing outcome found.
  package func shrink(_ failing: Simulation.Outcome) throws -> Simulation.Outcome {
    guard let invariant = failing.findings.first?.invariant else { return failing }
    var smallest = failing
    var hasShrunk = true
    while hasShrunk {
      hasShrunk = false
      for candidate in candidates(for: smallest) {
        let outcome = try run(candidate)
        guard outcome.findings.first?.invariant == invariant else { continue }
        (smallest, hasShrunk) = (outcome, true)
        break
      }
    }
    return smallest
  }

  /// Smaller plans, the smallest first.
  private func candidates(for outcome: Simulation.Outcome) -> [SimulationPlan] {
    let plan = outcome.plan
    var candidates: [SimulationPlan] = []
    func add(_ change: (inout SimulationPlan) -> Void) {
      var smaller = plan
      change(&smaller)
      if smaller != plan { candidates.append(smaller) }
    }
    add { $0.faults = [] }
    // A run stops on the day of its failure, so later days don't matter.
    add { $0.days = max(1, outcome.days) }
    add { $0.days = max(1, $0.days / 2) }
    add { $0.families = 1 }
    add { $0.activities = 1 }
    for fault in SimulatedFault.allCases where plan.faults.count > 1 { add { $0.faults.remove(fault) } }
    add { $0.days = max(1, $0.days - 1) }
    add { $0.families = max(1, $0.families - 1) }
    add { $0.activities = max(1, $0.activities - 1) }
    return candidates
  }
}
