// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import PrivacyBoundary
import ScreenTimeRules
import ScreenTimeStore

/// Changes that open something and wait, so that a person who set a limit in the morning can't lift it in the evening
/// (LIVE-CHG1).
final class WaitingChanges {
  let memory: DeviceMemory
  let persons: PersonDesk
  let items: ItemActs
  let identifiers: Identifiers
  let authorizations: Authorizations
  let looks: Looks
  let names: Names

  init(
    _ o: Owners, items: ItemActs, identifiers: Identifiers, authorizations: Authorizations, looks: Looks, names: Names
  ) {
    memory = o.memory
    persons = o.persons
    self.items = items
    self.identifiers = identifiers
    self.authorizations = authorizations
    self.looks = looks
    self.names = names
  }

  private var now: Timestamp { memory.state.now }

  func wait(
    _ change: LooserChange, opening opened: [Item], until end: Timestamp, by authority: Authority, _ turn: Turn
  ) throws {
    switch change {
    case .lifts(let family, removes: false):
      try authorizations.revoke(family, by: authority, keepsShields: true, turn)
    case .lifts(let family, removes: true):
      try authorizations.remove(family, by: authority, keepsShields: true, turn)
    case .changesItem, .withdraws, .shortensDelay, .replacesPasscode: break
    }
    try persons.changeChanges(turn) { $0.add(change, opening: opened, at: now, until: end) }
    try items.enter("\(what(change)) at \(names.spoken(end)), unless that is cancelled", opened, turn)
  }

  /// - Throws: `HostError` if it does not wait any more.
  func cancel(_ number: Int64, _ turn: Turn) throws {
    guard let waiting = persons.changes[number] else {
      throw HostError(.failed, "No change \(number) waits any more.", as: .settled)
    }
    try persons.changeChanges(turn) { $0.remove(number) }
    try items.enter("cancelled: \(what(waiting.change))", waiting.items, turn)
  }

  var isDue: Bool { persons.nextChange.map { $0 <= now } ?? false }

  /// Carries out the first change that is due. Each has its own transaction, because a change can depend on the one
  /// before it: for example on the items that a family can name.
  func carryOutNext(_ turn: Turn) throws {
    // The driver ends the wait of a passcode, since it has the new one.
    let due = persons.changes.changes.first { $0.until <= now && $0.change != .replacesPasscode }
    guard let due else { return }
    try persons.changeChanges(turn) { $0.remove(due.number) }
    switch due.change {
    case .changesItem(let change): try items.change(change, turn)
    case .withdraws(let item, let family): try identifiers.withdrawIfNamed(item, from: family, turn)
    case .lifts(let family, _): try lift(family, due.items, turn)
    case .shortensDelay(let seconds): try delay(by: seconds, turn)
    case .replacesPasscode: break
    }
  }

  /// Ends the shields that stayed as the operator's own.
  private func lift(_ family: FamilyID, _ opened: [Item], _ turn: Turn) throws {
    let outcome = memory.change { rules, state in
      let kept = state.operatorStores.filter { !$0.key.hasPrefix("\(family.rawValue)/") }
      return rules.setOperatorStores(kept, in: &state)
    }
    try looks.show(outcome.shields, turn)
    try items.enter("the shields that stayed of \(family.rawValue) have ended", opened, turn)
  }

  /// Sets how long later changes wait. Those that wait already keep their ends.
  func delay(by seconds: Int64, _ turn: Turn) throws {
    try persons.changeChanges(turn) { $0.delaySeconds = seconds }
    try items.enter("what opens something waits \(Self.spoken(seconds)) from now on", [], turn)
  }

  static func spoken(_ seconds: Int64) -> String {
    seconds == 0
      ? "not at all" : seconds % 3_600 == 0 ? "\(seconds / 3_600) h" : "\(seconds / 60) min \(seconds % 60) s"
  }

  private func what(_ change: LooserChange) -> String {
    switch change {
    case .changesItem(.renames(_, let name)): "it is named “\(name)”"
    case .changesItem(.files(_, let category)): "it is filed under \(names[category])"
    case .changesItem(.merges(_, let target)): "it is one with \(names[target])"
    case .withdraws(_, let family): "\(family.rawValue) can't name it any more"
    case .lifts(let family, _): "the shields that stay of \(family.rawValue) end"
    case .shortensDelay(let seconds): "what opens something waits \(Self.spoken(seconds))"
    case .replacesPasscode: "the guardian's passcode is replaced without the recovery code"
    }
  }
}
