// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import PrivacyBoundary
import ScreenTimeRules

/// The meaning of changes to items, and of changes that wait.
extension DeviceFacts {
  /// The changes that wait, oldest first.
  package var waitingChanges: [WaitingChange] { owners.persons.changes.changes }

  /// The replacement of the passcode that waits, if any.
  package var waitingReplacement: WaitingChange? { waitingChanges.first { $0.change == .replacesPasscode } }

  /// The replacement of the passcode whose wait is over.
  var dueReplacement: WaitingChange? { waitingReplacement.flatMap { $0.until <= state.now ? $0 : nil } }

  /// A change that waits, in words.
  package func sentence(_ waiting: WaitingChange) -> String {
    let items = waiting.items.map { name(of: $0) }.joined(separator: ", ")
    return switch waiting.change {
    case .changesItem(.renames(let item, let name)): "\(self.name(of: item)) is named “\(name)”"
    case .changesItem(.files(let item, let category)):
      "\(self.name(of: item)) is filed under \(self.name(of: category)), which opens \(items)"
    case .changesItem(.merges(let item, let target)):
      "\(self.name(of: item)) becomes one with \(self.name(of: target)), which opens \(items)"
    case .withdraws(let item, let family):
      "\(family.rawValue) can't name \(self.name(of: item)) any more, which opens \(items)"
    case .lifts(let family, _): "the shields that stay of \(family.rawValue) end, which opens \(items)"
    case .shortensDelay(let seconds): "what opens something waits \(WaitingChanges.spoken(seconds))"
    case .replacesPasscode: "the guardian's passcode is replaced without the recovery code"
    }
  }

  // MARK: - Items

  func meaning(ofRenaming name: String, to new: String, _ order: PersonOrder) throws(HostError) -> OrderMeaning {
    let item = try changeable(name)
    let text = new.precomposedStringWithCanonicalMapping.trimmingCharacters(in: .whitespaces)
    guard !text.isEmpty, text.utf8.count <= ItemChange.nameBytes,
      !text.unicodeScalars.contains(where: { CharacterSet.controlCharacters.contains($0) })
    else {
      throw HostError(
        .usage, "A name has 1 to \(ItemChange.nameBytes) bytes and no control characters; choose another one.")
    }
    guard text != self.name(of: item) else { return .already("\(item.id) has that name.") }
    return .input(.person(PersonAct(.changesItem(.renames(item, text)), order)))
  }

  func meaning(ofFiling name: String, under code: String, _ order: PersonOrder) throws(HostError) -> OrderMeaning {
    let item = try changeable(name)
    guard Self.categoryCodes.contains(code) else {
      throw HostError(.usage, "“\(code)” is not a category; use a number from 1 to 12.")
    }
    let category = Item.category(code)
    guard rules.registry.category(of: item) != category else {
      return .already("\(self.name(of: item)) is filed under \(self.name(of: category)).")
    }
    let change = ItemChange.files(item, under: category)
    var filed = rules
    filed.registry.categories[item] = category
    return try meaning(
      of: .changesItem(change), else: PersonAct(.changesItem(change), order),
      after: filed.restraints(on: knownItems, in: state), order)
  }

  func meaning(ofMerging name: String, into other: String, _ order: PersonOrder) throws(HostError) -> OrderMeaning {
    if let merged = owners.items.merges.first(where: { $0.key.id == name }) {
      return .already("\(name) is one with \(self.name(of: merged.value)).")
    }
    let (item, target) = (try changeable(name), try changeable(other))
    guard item != target else { throw HostError(.usage, "An item can't be merged into itself.") }
    guard item.kind == target.kind else {
      throw HostError(.usage, "An application can't be merged into a web domain, or the reverse.")
    }
    let change = ItemChange.merges(item, into: target)
    var merged = state
    _ = rules.merge(item, into: target, in: &merged)
    return try meaning(
      of: .changesItem(change), else: PersonAct(.changesItem(change), order),
      after: rules.restraints(on: knownItems, in: merged), order
    ) { $0 == item ? target : $0 }
  }

  // MARK: - Looser changes

  func meaning(ofWithdrawing item: Item, from family: FamilyID, _ order: PersonOrder) throws(HostError) -> OrderMeaning
  {
    var after = state
    _ = rules.withdraw(item, from: family, in: &after)
    return try meaning(
      of: .withdraws(item, from: family), else: PersonAct(.withdraws(item, from: family), order),
      after: rules.restraints(on: knownItems, in: after), order)
  }

  func meaning(ofRevoking family: FamilyID, removes: Bool, _ order: PersonOrder) throws(HostError) -> OrderMeaning {
    let authority = order.role.authority
    let now =
      removes
      ? PersonAct(.removes(family, by: authority), order)
      : PersonAct(.revokes(family, by: authority, keepsShields: false), order)
    // Counts end with the family's sight. Only its shields can stay.
    var after = state
    after.families[family]?.stores = [:]
    let closed = rules.restraints(on: knownItems, in: after)
    let counted = rules.restraints(on: knownItems, in: state)
    return try meaning(
      of: .lifts(family, removes: removes), else: now, after: closed.union(counted.filter(\.isCount)), order)
  }

  /// How long a change that opens something waits.
  package var looseningSeconds: Int64 {
    owners.persons.changes.delaySeconds ?? owners.configuration.looseningSeconds
  }

  /// A longer delay holds at once, a shorter one after the present one (LIVE-CHG2).
  func meaning(ofDelaying seconds: Int64, _ order: PersonOrder) throws(HostError) -> OrderMeaning {
    guard seconds != looseningSeconds else {
      return .already("What opens something waits \(WaitingChanges.spoken(seconds)).")
    }
    let act = PersonAct(.delaysChanges(seconds: seconds), order)
    guard order.role == .owner, seconds < looseningSeconds else { return .input(.person(act)) }
    return try waiting(.shortensDelay(seconds: seconds), opening: [], order)
  }

  /// A passcode that only its waiting change knows of yet.
  func meaning(ofReplacingPasscode order: PersonOrder) throws(HostError) -> OrderMeaning {
    try waiting(.replacesPasscode, opening: [], order)
  }

  func meaning(ofCancelling number: Int64, _ order: PersonOrder) throws(HostError) -> OrderMeaning {
    guard owners.persons.changes[number] != nil else {
      throw HostError(.failed, "No change \(number) waits; `sallyport changes` lists those that do.", as: .settled)
    }
    return .input(.person(PersonAct(.cancelsChange(number), order)))
  }

  /// A change at once if it is not looser, if a guardian makes it, or if this device has no delay; else one that waits.
  ///
  /// - Parameters:
  ///   - act: the change at once.
  ///   - after: the restraints that would be left.
  ///   - moved: the item into which one was merged.
  private func meaning(
    of change: LooserChange, else act: PersonAct, after: Set<Restraint>, _ order: PersonOrder,
    moved: (Item) -> Item = { $0 }
  ) throws(HostError) -> OrderMeaning {
    let delay = looseningSeconds
    guard order.role == .owner, delay > 0 else { return .input(.person(act)) }
    let lost = rules.restraints(on: knownItems, in: state).filter { !after.contains($0.moved(to: moved($0.item))) }
    guard !lost.isEmpty else { return .input(.person(act)) }
    return try waiting(change, opening: Set(lost.map(\.item)).sorted(), order)
  }

  /// A change that waits from now on.
  private func waiting(_ change: LooserChange, opening items: [Item], _ order: PersonOrder) throws(HostError)
    -> OrderMeaning
  {
    let spoken = owners.chronicle.calendar
    if let waiting = waitingChanges.first(where: { $0.change == change }) {
      return .already("This waits until \(spoken.spoken(waiting.until)), as change \(waiting.number).")
    }
    let book = owners.persons.changes
    guard book.changes.count < ChangeBook.most else {
      throw HostError(
        .failed, "\(ChangeBook.most) changes wait already; cancel one with `sallyport changes`.", as: .busy)
    }
    let (number, end) = (book.last + 1, state.now.advanced(by: looseningSeconds * 1_000))
    let kind = PersonAct.Kind.waits(change, opening: items, until: end, by: order.role.authority)
    return .waiting(
      .person(PersonAct(kind, order)),
      "This opens something, so it waits until \(spoken.spoken(end)); `sallyport changes --cancel \(number)` stops it.",
      number: number, until: end)
  }

  /// An item that the person can change: one that is known here, or that was used.
  private func changeable(_ name: String) throws(HostError) -> Item {
    do throws(HostError) {
      return try item(named: name)
    } catch {
      let used = (try? totals(from: keptSince, to: state.now)) ?? [:]
      guard let item = used.keys.filter({ $0.kind != .category && $0.id == name }).sorted().first else { throw error }
      return item
    }
  }

  /// The codes of the fixed list of categories (LIVE-ID4).
  static let categoryCodes = Set((1...12).map(String.init))
}

extension Restraint {
  fileprivate var isCount: Bool { if case .counted = self { true } else { false } }
}
