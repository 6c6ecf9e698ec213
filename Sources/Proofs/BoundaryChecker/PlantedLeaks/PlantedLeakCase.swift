// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

internal import Foundation

/// One row of the table of leaks: the expected result of an attempt, and how it is tried.
package struct PlantedLeakCase: Hashable, Sendable {
  package enum Verdict: String, Sendable {
    /// It must fail: the observed worlds are equal.
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
    /// As `worlds`, plus the time and work of sealed programs.
    case timed
    /// Repeats the same world often enough to see a leak that occurs once in a hundred runs.
    case rare
    /// A declared release: on the grid, within the number of callbacks.
    case metered
    /// Compares tokens of two families.
    case linkage
    /// Sections of the check, as the note says: see ``PlantedLeakSearch``.
    case search
    /// It can't be tried here; the note says why.
    case none
  }

  package var id: String
  package var verdict: Verdict
  package var trial: Trial
  package var note: String

  /// Reads the table: identifier, verdict, trial and note, separated by tabs.
  package static func table(contentsOf path: String) throws -> [PlantedLeakCase] {
    try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n").dropFirst().compactMap { line in
      let fields = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
      guard fields.count == 4, let verdict = Verdict(rawValue: fields[1]), let trial = Trial(rawValue: fields[2]) else {
        throw PlantedLeakFault(description: "\(path): “\(line)” is not a row of the table of leaks.")
      }
      return PlantedLeakCase(id: fields[0], verdict: verdict, trial: trial, note: fields[3])
    }
  }
}

package struct PlantedLeakFault: Error, CustomStringConvertible {
  package let description: String
}

/// The result of one row.
package struct PlantedLeakOutcome: Sendable {
  package enum Seen: String, Sendable {
    case blocked, flagged, metered
    /// The worlds are equal, and the host had nothing to remove.
    case equal
    /// The family could tell the worlds apart.
    case leaked
    case untried = "not tried"
  }

  package var row: PlantedLeakCase
  package var seen: Seen
  package var evidence: String

  /// Whether the result is the expected one. `blocked` and `harmless` accept equal worlds: a row without evidence of an
  /// attempt counts as `untried`.
  package var matches: Bool {
    switch (row.verdict, seen) {
    case (.blocked, .blocked), (.blocked, .equal), (.harmless, .equal), (.flagged, .flagged), (.metered, .metered): true
    case (_, .untried): row.trial == .none
    default: false
    }
  }
}
