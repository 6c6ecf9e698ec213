// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

/// The combined results of many runs.
package struct SimulationSeries: Sendable {
  package private(set) var seeds = 0
  package private(set) var days = 0
  package private(set) var deliveries = 0
  package private(set) var injected: [SimulatedFault: Int] = [:]
  /// The number of seeds whose first finding was each invariant.
  package private(set) var violations: [Invariant: Int] = [:]
  /// The smallest plan found for each failing seed.
  package private(set) var failures: [Simulation.Outcome] = []

  package init() {}

  /// Adds the result of one plan, and the shrunk result if it failed.
  package mutating func add(_ outcome: Simulation.Outcome, shrunk: Simulation.Outcome) {
    seeds += 1
    days += outcome.days
    deliveries += outcome.deliveries
    injected.merge(outcome.injected, uniquingKeysWith: +)
    guard let finding = outcome.findings.first else { return }
    violations[finding.invariant, default: 0] += 1
    failures.append(shrunk)
  }
}
