// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ExtensionProtocol
import PrivacyBoundary
import ProcessSupervision

/// What an extension tried and the host stopped: a class in the host's own words, never the extension's (PRIV-LG4).
enum BlockedAttempt: String, CaseIterable {
  /// PRIV-TK6: garbage, foreign, revoked and sealed tokens look alike to the family, and here too.
  case foreignToken
  /// WIRE-B13: the effect is not open to the point, or was not granted.
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

  init?(_ end: CallEnd, isSealed: Bool) {
    switch end {
    case .malformed where isSealed: self = .sealedAnswer
    case .fallback(.violation): self = .wire
    case .fallback(.crash(signal: "SIGSYS")): self = .systemCall
    case .replied, .denied, .malformed, .failed, .fallback, .unavailable: return nil
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
