// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import Pages
import PrivacyBoundary
import ScreenTimeRules

/// Items in addresses and in text.
extension PageMaker {
  /// The items that this state knows, in a fixed order, which numbers them for a reader without names.
  var knownItems: [Item] { facts.knownItems }

  func plainName(_ item: Item) -> String {
    guard hidesNames, item.kind != .category else { return facts.name(of: item) }
    let kind = item.kind == .application ? "app" : "site"
    return knownItems.firstIndex(of: item).map { "\(kind) \($0 + 1)" } ?? "another \(kind)"
  }

  func name(_ item: Item) -> Phrase { .name(plainName(item)) }

  /// `app:org.mozilla.firefox`, or a number for a reader without names.
  ///
  /// - Returns: `nil` for an item without a number, which such a reader may not see.
  func subject(_ item: Item) -> String? {
    if hidesNames, item.kind != .category { return knownItems.firstIndex(of: item).map { "number:\($0 + 1)" } }
    return "\(item.kind.word):\(item.id)"
  }

  /// - Throws: `HostError` for text that names no item of this state.
  func item(_ subject: String) throws(HostError) -> Item {
    let parts = subject.split(separator: ":", maxSplits: 1).map(String.init)
    if parts.count == 2 {
      switch parts[0] {
      case "app" where !hidesNames, "site" where !hidesNames:
        let kind: Item.Kind = parts[0] == "app" ? .application : .webDomain
        if let item = try? CanonicalIdentity.item(kind, parts[1]) { return item }
      case "category": if let item = try? CanonicalIdentity.item(.category, parts[1]) { return item }
      case "number":
        if let number = Int(parts[1]), (1...).contains(number), let item = knownItems.dropFirst(number - 1).first {
          return item
        }
      default: break
      }
    }
    if !hidesNames, let item = knownItems.first(where: { $0.id == subject }) { return item }
    throw HostError(.usage, "“\(subject)” is not an application, website or category; `sallyport items` lists them.")
  }

  func address(_ item: Item) -> PageAddress? { subject(item).flatMap { PageAddress(.item, $0) } }

  func shieldAddress(_ item: Item) -> PageAddress? { subject(item).flatMap { PageAddress(.shield, $0) } }

  /// The page that explains a number of use: `2026-11-22~app:…`, `2026-11-16_2026-11-22~device`.
  func useAddress(_ item: Item?, _ first: Day, _ last: Day) -> PageAddress? {
    let span = first.name == last.name ? first.name : "\(first.name)_\(last.name)"
    guard let item else { return PageAddress(.use, "\(span)~device") }
    return subject(item).flatMap { PageAddress(.use, "\(span)~\($0)") }
  }

  // MARK: - Changes

  /// The most items in a list to choose from. With more, the id is typed.
  private static var mostChoices: Int { 200 }

  /// The changes that the person can make to an item.
  func changes(of item: Item) -> Page.Section {
    let flag = guardianDecides ? " --as guardian" : ""
    func control(_ label: Phrase, _ kind: String, _ command: String, _ field: Control.Field, warning: Phrase? = nil)
      -> Control
    {
      Control(
        label, act: ["kind": .text(kind), "item": .text(item.id)],
        command: "sallyport item \(kind) \(item.id) \(command)" + flag, needsGuardian: guardianDecides,
        warning: warning, fields: [field])
    }
    let others = knownItems.filter { $0.kind == item.kind && $0 != item }
    func options(_ items: [Item]) -> [Control.Field.Option] {
      items.count > Self.mostChoices ? [] : items.map { Control.Field.Option($0.id, facts.name(of: $0)) }
    }
    var controls = [
      control(
        "Rename", "rename", "NAME",
        Control.Field("name", "Name", atMost: ItemChange.nameBytes, value: facts.name(of: item))),
      control(
        "Put in this category", "file", "--category N",
        Control.Field("category", "Category", options: options(categories), value: category(of: item).id)),
    ]
    if !others.isEmpty {
      controls.append(
        control(
          "Merge", "merge", "INTO", Control.Field("into", "Into", options: options(others)),
          warning: """
            There is no way back. From now on its use and every rule on it belong to the other item, and families get \
            the other one's code in its place.
            """))
    }
    return Page.Section(
      "Change it",
      text: [
        "Only you see a new name. A new category counts from now on; recorded use stays where it is."
      ], controls: controls)
  }

  /// The categories in the order of their numbers.
  var categories: [Item] {
    facts.owners.items.named.filter { $0.kind == .category }
      .sorted { (Int($0.id) ?? .max, $0.id) < (Int($1.id) ?? .max, $1.id) }
  }

  func category(of item: Item) -> Item { facts.rules.registry.category(of: item) }
}

extension Item.Kind {
  fileprivate var word: String {
    switch self {
    case .application: "app"
    case .webDomain: "site"
    case .category: "category"
    }
  }
}
