// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import HostCore
import ScreenTimeRules

/// What a person names on the command line, looked up in the state; each complaint says what there is.
extension VirtualDriver {
  /// - Throws: `HostError` for a family that never was in this state.
  func requireFamily(_ family: String) throws(HostError) {
    guard facts.state.families[FamilyID(family)] == nil else { return }
    throw HostError(
      .usage,
      "The family “\(family)” is not in this state; "
        + KnownNames.sentence(facts.state.families.keys.map(\.rawValue).sorted(), like: family))
  }

  /// - Throws: `HostError` for an activity that the family never had.
  func requireActivity(_ activity: String, of family: FamilyID) throws {
    let known = try facts.knownActivities(of: family)
    guard !known.contains(activity) else { return }
    throw HostError(
      .usage,
      "\(family.rawValue) never had an activity “\(activity)”; " + KnownNames.sentence(known, like: activity))
  }

  /// An application, web domain or category, by id or by the name a person reads.
  ///
  /// - Throws: `HostError` for one that nobody knows.
  func item(named name: String, allowsCategories: Bool = false) throws(HostError) -> Item {
    let names = configuration.names
    let candidates = names.keys.filter { allowsCategories || $0.kind != .category }.sorted()
    if let found = candidates.first(where: { $0.id == name && $0.kind != .category })
      ?? candidates.first(where: { names[$0] == name })
    {
      return found
    }
    let kinds = allowsCategories ? "application, web domain or category" : "application or web domain"
    throw HostError(
      .usage,
      "“\(name)” is no \(kinds) this state knows; "
        + KnownNames.sentence(candidates.compactMap { names[$0] }.sorted { $0.isOrderedBefore($1) }, like: name))
  }

  /// How reasons read here: local time, and the names a person knows items by.
  func reasonWords(_ calendar: Calendar) -> ReasonWords {
    ReasonWords(
      instant: { DisplayFormat.instant($0.milliseconds, in: calendar) }, duration: DisplayFormat.duration,
      item: facts.name(of:))
  }
}

/// The end of a complaint about a name: what could have been meant.
enum KnownNames {
  private static let shown = 8

  /// `there are a, b and 3 more.`, names that look like the wrong one first.
  static func sentence(_ names: [String], like wrong: String) -> String {
    guard !names.isEmpty else { return "there is none." }
    let start = wrong.prefix(2).lowercased()
    let near = names.filter { !start.isEmpty && $0.lowercased().hasPrefix(start) }
    let ordered = near + names.filter { !near.contains($0) }
    let rest = ordered.count - shown
    return "there \(names.count == 1 ? "is" : "are") " + ordered.prefix(shown).joined(separator: ", ")
      + (rest > 0 ? " and \(rest) more." : ".")
  }
}
