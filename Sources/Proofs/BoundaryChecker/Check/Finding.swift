// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

/// A difference between two worlds, or data where it must not be.
package struct Finding: Hashable, Sendable {
  package enum Property: String, CaseIterable, Sendable {
    case host = "P1"
    case confinement = "P2"
    case familyTrace = "P3"
    case notVacuous = "P4"
    case unlinkability = "P5"
  }

  /// The certainty of the finding.
  package enum Evidence: Hashable, Sendable {
    /// Observed directly and repeatable.
    case exact
    /// Found by a statistical test over `pairs` pairs; `chance` is the error probability after all corrections.
    case statistical(pairs: Int, chance: Double)
  }

  package var property: Property
  /// The channel that leaks, such as `reply time of shieldConfiguration`.
  package var channel: String
  /// The smallest set found of places in which the worlds must differ to show the leak.
  package var fields: [SecretField]
  /// The name of the pair that shows it; with the seed, it recreates the pair.
  package var pair: String
  /// The values seen in the two worlds.
  package var left: String
  package var right: String
  package var bitsPerUse: Double
  package var usesPerDay: Int
  package var evidence: Evidence
  /// The rule by which the host removes the leak before the family can see it; empty if the host doesn't.
  package var removedBy: String
  /// The two smallest worlds that show it, or `nil` if it takes no worlds to show it.
  package var worlds: WorldPair?

  package var bitsPerDay: Double { bitsPerUse * Double(usesPerDay) }

  /// The identity of the leak: findings with equal keys are the same leak.
  package var key: String { "\(property.rawValue) \(channel)" }
}
