// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ExtensionProtocol
import FamilyManifests
import PrivacyBoundary
import ProcessSupervision
import ScreenTimeRules
import ScreenTimeStore

/// What an extension tried and the host stopped: a class in the host's own words, never the extension's (LG4).
enum BlockedAttempt: String, CaseIterable {
  /// TK6: garbage, foreign, revoked and sealed tokens look alike to the family, and here too.
  case foreignToken
  /// B13: the effect is not open to the point, or was not granted.
  case effect
  /// The wire's rules were broken, with whatever it was.
  case wire
  /// A system call that the wall forbids ended the process.
  case systemCall
  /// A sealed process answered with something that is no surface.
  case sealedAnswer
  /// A sealed process printed something.
  case sealedOutput

  var spoken: String {
    switch self {
    case .foreignToken: "to name something you had not picked for it"
    case .effect: "to change something it may not change"
    case .wire: "to send what no message holds"
    case .systemCall: "to reach outside its walls"
    case .sealedAnswer: "to answer a sealed request with more than a picture"
    case .sealedOutput: "to print while it was sealed"
    }
  }

  init?(_ error: ErrorObject) {
    switch error.code {
    case .unknownToken: self = .foreignToken
    case .denied: self = .effect
    default: return nil
    }
  }

  init?(_ outcome: PerformOutcome, isSealed: Bool) {
    switch outcome {
    case .malformed where isSealed: self = .sealedAnswer
    case .fallback(let reason) where reason.hasPrefix("violation."): self = .wire
    case .fallback("crash.SIGSYS"): self = .systemCall
    case .accepted, .denied, .malformed, .failed, .fallback, .unavailable: return nil
    }
  }
}

/// Attempts of one day, so that somebody who tries a million times fills no ledger.
struct BlockedCounts: Codable, Hashable {
  /// Every one of so many is an entry of its own.
  static let single = 20

  private var day = ""
  private var counts: [String: Int] = [:]

  /// Counts one attempt.
  ///
  /// - Returns: how many attempts an entry is owed for now: 1 for each of the first, then the sum at each power of ten.
  mutating func count(_ attempt: BlockedAttempt, on today: String) -> Int? {
    if day != today { self = BlockedCounts(day: today) }
    let number = counts[attempt.rawValue, default: 0] + 1
    counts[attempt.rawValue] = number
    if number <= Self.single { return 1 }
    var (step, last) = (100, Self.single)
    while step < number { (last, step) = (step, step * 10) }
    return step == number ? number - last : nil
  }

  init() {}

  private init(day: String) { self.day = day }
}

// MARK: - In the ledger

extension ScreenTimeHost {
  /// Writes down that a family tried something it may not.
  func note(_ attempt: BlockedAttempt, by family: FamilyID) throws {
    let key = HostMeta.blocked(family)
    var counts = try store.read { try $0.value(BlockedCounts.self, key) } ?? BlockedCounts()
    let owed = counts.count(attempt, on: calendar.day(state.now))
    try store.transaction { transaction in
      try transaction.setValue(counts, key)
      guard let owed else { return }
      try enter(
        LedgerEvent(
          family: family.rawValue, kind: .blockedAttempt,
          values: ["class": .word(attempt.spoken), "count": .number(owed)], profile: profile), in: transaction)
    }
  }

  /// What a sealed process did beside its surface, as a class and a count (SE5).
  func noteSealed(_ outcome: PerformOutcome, of program: HostedProgram, _ family: FamilyID) throws {
    if let attempt = BlockedAttempt(outcome, isSealed: true) { try note(attempt, by: family) }
    if observer.takeSealedOutput(of: program.declaration.id) { try note(.sealedOutput, by: family) }
  }
}
