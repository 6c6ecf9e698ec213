// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import BoundaryChecker
import ExtensionTrials
import HostCore
import PrivacyBoundary
import WallTrials

/// The results of an audit.
struct AuditBundle {
  /// The result of one program's conformance suite.
  struct Wire {
    enum Result {
      case report(ConformanceReport)
      case notLaunched(String)
    }
    var program: String
    var result: Result

    var verdict: BoundaryVerdict {
      switch result {
      case .report(let report): report.failures.isEmpty ? .passed : .open
      case .notLaunched: .notTestable
      }
    }
  }

  /// One part of the audit, as its summary shows it.
  struct Part {
    var name: String
    var question: String
    var verdict: BoundaryVerdict
    var word: String
    var meaning: String
  }

  /// The family's name for people.
  var name: String
  var signer: AuditPublicKey?
  var wall: TrialSummary
  var wire: [Wire]
  var boundary: PrivacyReport
  /// The result of a call with sample data to programs that gave no answer.
  var trials: [String]
  /// `nil` if no state was named.
  var ledger: LedgerPage?

  var parts: [Part] { [wallPart, wirePart, boundaryPart] }

  /// The overall status: the boundary's own, unless another part has failed.
  var exitStatus: Int32 {
    let others = [wallPart, wirePart].map(\.verdict)
    if boundary.verdict == .open || others.contains(.open) { return BoundaryVerdict.open.exitStatus }
    if others.contains(.notTestable) { return BoundaryVerdict.notTestable.exitStatus }
    return boundary.verdict.exitStatus
  }

  private var wallPart: Part {
    let lines = wall.walls
    let attempted = lines.reduce(0) { $0 + $1.attempted }
    let contained = lines.reduce(0) { $0 + $1.contained }
    let residual = lines.reduce(0) { $0 + $1.residual }
    let verdict: BoundaryVerdict = lines.isEmpty ? .notTestable : wall.failures.isEmpty ? .passed : .open
    let meaning =
      switch verdict {
      case .notTestable: "This computer provides no sandbox: \(wall.refused.map(\.reason).joined(separator: "; "))"
      case .passed, .takenAway:
        "Of \(attempted) attacks, \(contained) were stopped. \(residual) learned something small about the computer that no sandbox of this kind "
          + "hides; each is listed below, with the reason why it is accepted."
      case .open: "Of \(attempted) attacks, \(wall.failures.count) succeeded that should have failed; listed below."
      }
    return Part(
      name: "Sandbox", question: "Can a hostile program get out of its sandbox on this computer?", verdict: verdict,
      word: verdict.rawValue, meaning: meaning)
  }

  private var wirePart: Part {
    let failed = wire.filter { $0.verdict == .open }.map(\.program)
    let unknown = wire.filter { $0.verdict == .notTestable }.map(\.program)
    let verdict: BoundaryVerdict = !failed.isEmpty ? .open : !unknown.isEmpty ? .notTestable : .passed
    let meaning =
      switch verdict {
      case .passed, .takenAway: "All \(wire.count) programs keep to every rule that applies to them."
      case .open: "These programs break a rule: \(failed.joined(separator: ", "))."
      case .notTestable: "These programs could not be started: \(unknown.joined(separator: ", "))."
      }
    // A broken rule is not a leak, so it has a word of its own.
    return Part(
      name: "Messages", question: "Do the programs keep to the rules for messages between them and Sallyport?",
      verdict: verdict, word: verdict == .open ? "FAILED" : verdict.rawValue, meaning: meaning)
  }

  private var boundaryPart: Part {
    let meaning =
      switch boundary.verdict {
      case .passed: "No test found a way by which a secret left the programs that are shown it."
      case .open: "A secret can reach the developer. Each way is listed below, with the most that it can carry."
      case .takenAway:
        "Programs let secrets show, for example in how long they take, and Sallyport hides this from the developer."
      case .notTestable: "There is no verdict: \(boundary.vacuous.joined(separator: "; "))."
      }
    return Part(
      name: "Privacy boundary", question: "Does anything that only you should see reach the developer?",
      verdict: boundary.verdict, word: boundary.verdict.rawValue, meaning: meaning)
  }
}
