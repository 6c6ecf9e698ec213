// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

internal import Foundation

/// How rare a trigger may be for a search to find it: a program may leak on one name of a hundred or on one date only.
package struct SearchPower: Hashable, Sendable {
  /// The searched values, such as `names shown to report`.
  package var what: String
  /// The number of different values that were tried.
  package var tried: Int
  /// The number of all values, if they can all be tried.
  package var all: Int?

  package init(what: String, tried: Int, all: Int? = nil) {
    self.what = what
    self.tried = tried
    self.all = all
  }

  /// The confidence of the stated share.
  package static let confidence = 0.95

  /// The smallest share of triggering values of which at least one was among those tried, with 95 % probability.
  package var smallestShare: Double {
    guard tried > 0 else { return 1 }
    if let all, tried >= all { return 1 / Double(all) }
    return 1 - pow(1 - Self.confidence, 1 / Double(tried))
  }

  /// The number of values that a search needs to find a trigger of this share, with 95 % probability.
  package static func needed(forShare share: Double) -> Int { Int((log(1 - confidence) / log(1 - share)).rounded(.up)) }

  /// The rarest trigger, for tables.
  package var rarest: String {
    if let all, tried >= all { return "all \(all)" }
    return smallestShare < 1 ? "1 in \(Int((1 / smallestShare).rounded(.down)))" : "none"
  }

  package var sentence: String {
    if let all, tried >= all { return "\(what): all \(all) were tried" }
    let tried = all.map { "\(self.tried) of \($0)" } ?? "\(self.tried)"
    guard smallestShare < 1 else { return "\(what): none were tried" }
    let one = Int((1 / smallestShare).rounded(.down))
    let found = one > 1 ? "1 in \(one) or more" : "all of them, and on no fewer,"
    return "\(what): \(tried) were tried; a leak on \(found) is found (95 %)"
  }
}
