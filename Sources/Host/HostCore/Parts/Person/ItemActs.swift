// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import PrivacyBoundary
import ScreenTimeRules
import ScreenTimeStore

/// The person's changes to items. A family learns of a merge by its tokens, as of a rotation (T9), and of nothing else.
final class ItemActs {
  let memory: DeviceMemory
  let persons: PersonDesk
  let desk: ItemDesk
  let consent: ConsentDesk
  let chronicle: Chronicle
  let looks: Looks

  init(_ owners: Owners, looks: Looks) {
    memory = owners.memory
    persons = owners.persons
    desk = owners.items
    consent = owners.consent
    chronicle = owners.chronicle
    self.looks = looks
  }

  private var now: Timestamp { memory.state.now }

  func change(_ change: ItemChange, _ turn: Turn) throws {
    switch change {
    case .renames(let item, let name):
      try desk.change(in: turn.transaction) { $0.names[item] = name == desk.toldName(of: item) ? nil : name }
      try enter("it is named “\(name)”", item, turn)
    case .files(let item, let category):
      let isOwn = category != desk.configuredCategory(of: item)
      try desk.change(in: turn.transaction) { $0.categories[item] = isOwn ? category : nil }
      memory.adjustRules { $0.registry = desk.registry }
      try looks.show(memory.change { rules, state in rules.reconsider(&state) }.shields, turn)
      try enter("it is filed under \(name(category))", item, turn)
    case .merges(let item, let target): try merge(item, into: target, turn)
    }
  }

  private func merge(_ item: Item, into target: Item, _ turn: Turn) throws {
    guard item != target, desk.merged(item) == item, desk.merged(target) == target else { return }
    let told = try consent.tokens.issue(
      target, inPlaceOf: item, day: chronicle.calendar.day(now), in: turn.transaction)
    try desk.change(in: turn.transaction) { book in
      // Items that were merged into this one earlier follow it.
      for (earlier, merge) in book.merges where merge.target == item { book.merges[earlier]?.target = target }
      book.merges[item] = ItemBook.Merge(target: target, at: now)
      (book.names[item], book.categories[item]) = (nil, nil)
    }
    memory.adjustRules { $0.registry = desk.registry }
    let outcome = memory.change { rules, state in rules.merge(item, into: target, in: &state) }
    try persons.changeTimeRequests(turn) { $0.move(item, to: target, at: now) }
    turn.afterCommit { self.consent.tokens.setMerges(self.desk.merges) }
    try looks.show(outcome.shields, turn)
    try enter("it is one with \(name(target))", item, turn)
    for family in told {
      try chronicle.enter(
        LedgerEvent(family: family, kind: .tokenIssued, values: ["count": .number(1)], profile: consent.profile),
        at: now, in: turn.transaction)
    }
  }

  // MARK: - The end of a merge

  /// The merged items whose tokens have been resolved for as long as those of a rotation (T9).
  var endedMerges: [Item] {
    guard !desk.book.merges.isEmpty else { return [] }
    let latest = now.advanced(by: -Int64(TokenRegistry.rotationDays) * 86_400_000)
    return desk.book.merges.filter { !$0.value.isSettled && $0.value.at <= latest }.keys.sorted()
  }

  func endMerges(_ turn: Turn) throws {
    for item in endedMerges {
      for family in consent.tokens.families {
        try consent.tokens.revoke(item, of: family, in: turn.transaction)
      }
      try desk.change(in: turn.transaction) { $0.merges[item]?.isSettled = true }
    }
  }

  func enter(_ what: String, _ item: Item, _ turn: Turn) throws { try enter(what, [item], turn) }

  func enter(_ what: String, _ items: [Item], _ turn: Turn) throws {
    try chronicle.enter(
      LedgerEvent(
        family: nil, kind: .itemChanged,
        values: ["item": items.isEmpty ? .word("Changes that wait") : .items(items), "what": .word(what)]), at: now,
      in: turn.transaction)
  }

  private func name(_ item: Item) -> String { desk[item] ?? item.id }
}
