// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ExtensionProtocol
import Foundation
import Pages
import PrivacyBoundary
import ScreenTimeRules
import ScreenTimeStore

/// The contents of a picker: what is installed, was used in the last 30 days or is selected already.
extension PageMaker {
  /// The most items in the first group.
  private static var mostRecent: Int { 12 }

  func choices(for prompt: OpenPromptFacts) throws -> [ItemPicker.Group] {
    var isWhole = false
    if case .pick(let params)? = facts.owners.persons.prompts[PromptID(number: prompt.number)]?.purpose {
      isWhole = params.includeEntireCategory
    }
    return try choices(for: prompt.family, includingItems: isWhole && facts.profile.expandsCategories)
  }

  /// First the items used in the last 30 days, the latest first, then each category with its items by name.
  ///
  /// - Parameter includingItems: whether picking a category also picks the items that are in it now.
  func choices(for asking: FamilyID, includingItems: Bool) throws -> [ItemPicker.Group] {
    let own = facts.state.families[asking]?.ownApplications ?? []
    let exempt = facts.owners.configuration.registry.exemptApplications
    let lastDays = try lastDays()
    let installed = knownItems.filter { $0.kind == .application }
    let items = Set(installed + lastDays.keys + facts.nameableItems(of: asking)).filter {
      $0.kind != .category && !own.contains($0) && !exempt.contains($0)
    }
    func isBefore(_ left: Item, _ right: Item) -> Bool {
      (facts.name(of: left).lowercased(), left) < (facts.name(of: right).lowercased(), right)
    }
    let recent = items.filter { lastDays[$0] != nil }.sorted { left, right in
      let (one, other) = (lastDays[left] ?? "", lastDays[right] ?? "")
      return one == other ? isBefore(left, right) : other.isOrderedBefore(one)
    }
    let groups = categories.map { category in
      let inside = items.filter { self.category(of: $0) == category }.sorted(by: isBefore)
      let name = facts.name(of: category)
      let says =
        includingItems ? "\(name), and its \(Self.count(inside.count, "item", "items")) now" : "\(name), the category"
      return ItemPicker.Group(
        name, [ItemPicker.Choice(.category, id: category.id, name: says)] + inside.map(choice))
    }
    return [ItemPicker.Group("Recent", recent.prefix(Self.mostRecent).map(choice))].filter { !$0.choices.isEmpty }
      + groups
  }

  /// The last day on which each item was used, within the last 30.
  private func lastDays() throws -> [Item: String] {
    let month =
      calendar.calendar.date(byAdding: .day, value: -30, to: presentDay.start.date).map { Timestamp($0) } ?? now
    var last: [Item: Timestamp] = [:]
    for span in try facts.store.read({ try $0.use(from: month, to: now) }) where span.isInUse {
      for item in [span.app, span.web].compactMap(\.self) {
        last[item] = max(last[item] ?? Timestamp(milliseconds: 0), span.end)
      }
    }
    return last.mapValues { calendar.day($0.advanced(by: -1)) }
  }

  private func choice(_ item: Item) -> ItemPicker.Choice {
    ItemPicker.Choice(item.kind == .webDomain ? .webDomain : .application, id: item.id, name: facts.name(of: item))
  }
}
