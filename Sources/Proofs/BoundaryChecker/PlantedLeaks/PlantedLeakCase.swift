// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

internal import Foundation

/// One row of the table of leaks: what has to become of an attempt, and how that is looked at.
package struct PlantedLeakCase: Hashable, Sendable {
  package enum Verdict: String, Sendable {
    /// It must fail: observers see equal worlds.
    case blocked = "B"
    /// The checker must flag it.
    case flagged = "F"
    /// A declared flow that stays within its budget.
    case metered = "Q"
    /// Harmless by construction: equal worlds.
    case harmless = "N"
  }

  package enum Trial: String, Sendable {
    /// Sealed programs and a whole day, in two worlds.
    case worlds
    /// Those, and the time and work of sealed programs.
    case timed
    /// The same world so often that what happens once in a hundred runs happens.
    case rare
    /// What is told on purpose: on the grid, within the number of callbacks.
    case metered
    /// Tokens of two families.
    case linkage
    /// Nobody here can try it; the note says why.
    case none
  }

  package var id: String
  package var verdict: Verdict
  package var trial: Trial
  package var note: String

  /// Reads the table: identifier, verdict, trial, note, with tabs between.
  package static func table(contentsOf path: String) throws -> [PlantedLeakCase] {
    try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n").dropFirst().compactMap { line in
      let fields = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
      guard fields.count == 4, let verdict = Verdict(rawValue: fields[1]), let trial = Trial(rawValue: fields[2]) else {
        throw PlantedLeakFault(description: "\(path): “\(line)” is no row of the table of leaks.")
      }
      return PlantedLeakCase(id: fields[0], verdict: verdict, trial: trial, note: fields[3])
    }
  }
}

package struct PlantedLeakFault: Error, CustomStringConvertible {
  package let description: String
}

/// What became of one row.
package struct PlantedLeakOutcome: Sendable {
  package enum Seen: String, Sendable {
    case blocked, flagged, metered
    /// Nothing tells the worlds apart, and nothing had to be taken away.
    case equal
    /// The family could tell the worlds apart.
    case leaked
    case untried = "not tried"
  }

  package var row: PlantedLeakCase
  package var seen: Seen
  package var evidence: String

  /// Equal worlds are what `blocked` and `harmless` promise; that the attempt was made is part of the evidence.
  package var matches: Bool {
    switch (row.verdict, seen) {
    case (.blocked, .blocked), (.blocked, .equal), (.harmless, .equal), (.flagged, .flagged), (.metered, .metered): true
    case (_, .untried): row.trial == .none
    default: false
    }
  }
}
