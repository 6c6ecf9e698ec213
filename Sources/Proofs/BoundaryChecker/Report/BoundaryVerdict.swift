// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

/// The outcome of a check, and of one channel in it. Each has its own word, colour and exit status, because each asks for
/// something else: nothing, a repair, a repair of the next version, or another check.
package enum BoundaryVerdict: String, CaseIterable, Sendable {
  /// No difference at the resolution that the report states.
  case passed = "PASSED"
  /// A difference that nothing removes before the family can see it.
  case open = "OPEN"
  /// Programs show a difference, and a rule of the host removes each before the family can see it.
  case takenAway = "TAKEN AWAY"
  /// A program gave no answer, a protection is missing, or too little was tried.
  case notTestable = "NOT TESTABLE"

  /// 2 is wrong usage, as everywhere.
  package var exitStatus: Int32 {
    switch self {
    case .passed: 0
    case .open: 1
    case .notTestable: 3
    case .takenAway: 4
    }
  }

  /// The class in HTML, whose colour no other verdict has.
  package var styleClass: String {
    switch self {
    case .passed: "passed"
    case .open: "open"
    case .takenAway: "taken-away"
    case .notTestable: "not-testable"
    }
  }
}

extension Finding {
  package var verdict: BoundaryVerdict { removedBy.isEmpty ? .open : .takenAway }
}
