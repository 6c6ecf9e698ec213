// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

/// The parameters that determine a simulation: equal plans give identical runs, to the byte.
package struct SimulationPlan: Hashable, Sendable {
  package static let largestDays = 60
  package static let largestFamilies = 4
  package static let largestActivities = 6

  package var seed: UInt64
  package var days: Int
  package var families: Int
  /// The number of activities that each family may monitor at a time.
  package var activities: Int
  package var faults: Set<SimulatedFault>
  /// A fault planted in the host that must be found, to test the simulation itself.
  package var planted: PlantedFault?

  package init(
    seed: UInt64, days: Int = 7, families: Int? = nil, activities: Int? = nil,
    faults: Set<SimulatedFault> = Set(SimulatedFault.allCases), planted: PlantedFault? = nil
  ) {
    var random = SimulationRandom(seed: seed, "plan")
    self.seed = seed
    self.days = days
    let (someFamilies, someActivities) = (random.number(1...3), random.number(1...4))
    self.families = families ?? someFamilies
    self.activities = activities ?? someActivities
    self.faults = faults
    self.planted = planted
  }

  /// Whether the run uses the driver with random event order; every fourth seed uses the virtual driver.
  package var isInterleaved: Bool { faults.contains(.interleave) && seed % 4 != 0 }

  /// The command that repeats this run.
  package var command: String {
    let words = SimulatedFault.allCases.filter(faults.contains).map(\.rawValue)
    let faults =
      words.isEmpty ? "none" : words.count == SimulatedFault.allCases.count ? "all" : words.joined(separator: ",")
    return "sallyport simulate --seed \(seed) --days \(days) --families \(families) --activities \(activities) "
      + "--faults \(faults)" + (planted.map { " --plant \($0.rawValue)" } ?? "")
  }
}

/// Faults planted between the host and the invariants, to show that the checks find them.
package enum PlantedFault: String, CaseIterable, Hashable, Sendable {
  /// A delivery is missing from the outbox.
  case lostDelivery
  /// A delivery's effects are applied twice.
  case doubledEffect
  /// One store of an accepted reply is not changed.
  case halfEffect
  /// A callback is decided a millisecond late.
  case lateThreshold
  /// A callback is delivered twice.
  case repeatedDelivery
  /// A required shield is not on screen.
  case forgottenShield
}
