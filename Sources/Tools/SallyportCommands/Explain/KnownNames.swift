// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import HostCore
import ScreenTimeRules

/// Lookups of names from the command line; an error lists the known names.
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

  /// Finds an application, web domain or category by id or display name.
  ///
  /// - Throws: `HostError` for an unknown name.
  func item(named name: String, allowsCategories: Bool = false) throws(HostError) -> Item {
    let candidates = facts.items(containing: "").filter { allowsCategories || $0.kind != .category }
    if let found = candidates.first(where: { $0.id == name && $0.kind != .category })
      ?? candidates.first(where: { facts.name(of: $0) == name })
    {
      return found
    }
    // A person types a name as it sounds; only one that fits no other may be meant.
    let alike = candidates.filter { item in
      [facts.name(of: item), item.kind == .category ? nil : item.id].contains { $0?.isSpelled(like: name) == true }
    }
    if let only = alike.first, alike.count == 1 { return only }
    if alike.count > 1 {
      throw HostError(
        .usage, "“\(name)” may be \(alike.map(\.id).joined(separator: " or ")); use the one that you mean.")
    }
    let kinds = allowsCategories ? "application, web domain or category" : "application or web domain"
    throw HostError(
      .usage,
      "“\(name)” is not an \(kinds) in this state; "
        + KnownNames.sentence(candidates.map { facts.name(of: $0) }.sorted { $0.isOrderedBefore($1) }, like: name))
  }

  func reasonWords(_ calendar: Calendar) -> ReasonWords { facts.reasonWords(calendar) }
}

extension String {
  /// Whether two names differ at most in case and accents.
  fileprivate func isSpelled(like other: String) -> Bool {
    compare(other, options: [.caseInsensitive, .diacriticInsensitive]) == .orderedSame
  }
}

extension DeviceFacts {
  /// The formats of reasons in commands: local time, and display names of items.
  func reasonWords(_ calendar: Calendar) -> ReasonWords {
    ReasonWords(
      instant: { DisplayFormat.instant($0.milliseconds, in: calendar) }, duration: DisplayFormat.duration,
      item: name(of:))
  }
}

/// The end of an error message about an unknown name, with the known names.
enum KnownNames {
  private static let shown = 8

  /// A list such as `there are a, b and 3 more.`, with the most similar names first.
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
