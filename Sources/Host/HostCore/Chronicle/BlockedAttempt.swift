// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ExtensionProtocol
import PrivacyBoundary
import ProcessSupervision

/// A blocked attempt of an extension: a class named by the host, never by the extension (PRIV-LG4).
enum BlockedAttempt: String, CaseIterable {
  /// A garbage, foreign, revoked or sealed token. The family can't tell these apart, and neither can the ledger
  /// (PRIV-TK6).
  case foreignToken
  /// An effect that is not open to the point or was not granted (WIRE-B13).
  case effect
  /// A violation of the wire's rules.
  case wire
  /// A system call that the sandbox forbids and that ended the process.
  case systemCall
  /// An answer of a sealed process that is not a surface.
  case sealedAnswer
  /// Output printed by a sealed process.
  case sealedOutput
  /// A shield with other buttons than the family's (PRIV-SF7).
  case shieldButtons

  var spoken: String {
    switch self {
    case .foreignToken: "to name something you had not picked for it"
    case .effect: "to change something it may not change"
    case .wire: "to send what no message holds"
    case .systemCall: "to reach outside its walls"
    case .sealedAnswer: "to answer a sealed request with more than a picture"
    case .sealedOutput: "to print while it was sealed"
    case .shieldButtons: "to give one shield other buttons than the rest"
    }
  }

  init?(_ error: ErrorObject) {
    switch error.code {
    case .unknownToken: self = .foreignToken
    case .denied: self = .effect
    default: return nil
    }
  }

  init?(_ end: CallEnd, isSealed: Bool) {
    switch end {
    case .malformed where isSealed: self = .sealedAnswer
    case .fallback(.violation): self = .wire
    case .fallback(.crash(signal: "SIGSYS")): self = .systemCall
    case .replied, .denied, .malformed, .failed, .fallback, .unavailable: return nil
    }
  }
}

/// Attempts of one day, counted so that repeated attempts don't fill the ledger.
struct BlockedCounts: Codable, Hashable {
  /// The number of attempts that each get their own entry.
  static let single = 20

  private var day = ""
  private var counts: [String: Int] = [:]

  /// Counts one attempt.
  ///
  /// - Returns: the number of attempts for a new ledger entry, or `nil` for none: 1 for each of the first `single`,
  ///   then the attempts since the last entry at each power of ten.
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
