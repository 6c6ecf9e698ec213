// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

/// Something by which two worlds could be told apart, or that stood where nothing may stand.
package struct Finding: Hashable, Sendable {
  package enum Property: String, CaseIterable, Sendable {
    case host = "P1"
    case confinement = "P2"
    case familyTrace = "P3"
    case notVacuous = "P4"
    case unlinkability = "P5"
  }

  /// How sure it is.
  package enum Evidence: Hashable, Sendable {
    /// It was seen, and repeats.
    case exact
    /// A test on so many pairs says so, with this chance of being wrong after all corrections.
    case statistical(pairs: Int, chance: Double)
  }

  package var property: Property
  /// Where it came out, such as `reply time of shieldConfiguration`.
  package var channel: String
  /// The places in which the worlds had to differ for it, as small a set as was found.
  package var fields: [SecretField]
  /// The pair that shows it, to be made again from the seed.
  package var pair: String
  /// What was seen in either world.
  package var left: String
  package var right: String
  package var bitsPerUse: Double
  package var usesPerDay: Int
  package var evidence: Evidence
  /// The rule by which the host takes it away before anybody sees it; empty: nobody does.
  package var removedBy: String
  /// The two smallest worlds that show it; `nil` where it takes none.
  package var worlds: WorldPair?

  package var bitsPerDay: Double { bitsPerUse * Double(usesPerDay) }

  /// What makes two findings the same leak.
  package var key: String { "\(property.rawValue) \(channel)" }
}
