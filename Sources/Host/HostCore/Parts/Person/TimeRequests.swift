// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import PrivacyBoundary
import ScreenTimeRules
import ScreenTimeStore

/// Requests for more time, their answers, and time grants (LIVE-GRT1). A family learns none of it.
final class TimeRequests {
  let memory: DeviceMemory
  let persons: PersonDesk
  let chronicle: Chronicle
  let looks: Looks

  init(_ owners: Owners, looks: Looks) {
    memory = owners.memory
    persons = owners.persons
    chronicle = owners.chronicle
    self.looks = looks
  }

  private var now: Timestamp { memory.state.now }

  func ask(_ item: Item, seconds: Int64, reason: String, _ turn: Turn) throws {
    guard persons.timeRequests.open(for: item) == nil else { return }
    try persons.changeTimeRequests(turn) { $0.add(item, seconds: seconds, reason: reason, at: now) }
    try enter("\(Self.spoken(seconds)) were asked for", item, turn)
  }

  func withdraw(_ item: Item, _ turn: Turn) throws { try close(item, .withdrawn, "the request was withdrawn", turn) }

  /// - Throws: `HostError` if the request has been answered since.
  func refuse(_ number: Int64, by authority: Authority, _ turn: Turn) throws {
    guard let request = persons.timeRequests[number], request.isOpen else {
      throw HostError(.failed, "Request \(number) is not open any more.", as: .settled)
    }
    try close(request.item, .refused, "the \(authority.spoken) refused more time", turn)
  }

  /// Opens an item for a while, and closes its request as allowed.
  ///
  /// - Throws: `HostError` if the text is not a length of time.
  func allow(_ item: Item, _ length: GrantLength, by authority: Authority, _ turn: Turn) throws {
    let grant = Grant(
      id: "\(item.id)", target: item, mode: length.mode, seconds: length.seconds, approver: authority.rawValue)
    do {
      let outcome = try memory.change { rules, state in try rules.grant(grant, in: &state) }
      try looks.show(outcome.shields, turn)
    } catch let fault as Grant.Fault {
      throw HostError(.usage, fault.description)
    }
    let word = length.seconds.map { Self.spoken($0) } ?? "the rest of the day"
    if let open = persons.timeRequests.open(for: item) {
      try persons.changeTimeRequests(turn) { $0.close(open.number, .allowed, at: now) }
    }
    try enter("the \(authority.spoken) allowed \(word)", item, turn)
  }

  func end(_ item: Item, _ turn: Turn) throws {
    try looks.show(memory.change { rules, state in rules.grant(item, until: state.now, in: &state) }.shields, turn)
    try enter("the time grant was ended", item, turn)
  }

  private func close(_ item: Item, _ outcome: TimeRequest.Outcome, _ what: String, _ turn: Turn) throws {
    guard let open = persons.timeRequests.open(for: item) else { return }
    try persons.changeTimeRequests(turn) { $0.close(open.number, outcome, at: now) }
    try enter(what, item, turn)
  }

  private func enter(_ what: String, _ item: Item, _ turn: Turn) throws {
    try chronicle.enter(
      LedgerEvent(family: nil, kind: .timeRequest, values: ["item": .items([item]), "what": .word(what)]), at: now,
      in: turn.transaction)
  }

  private static func spoken(_ seconds: Int64) -> String {
    seconds % 60 == 0 ? "\(seconds / 60) min" : "\(seconds) s"
  }
}

extension Authority {
  fileprivate var spoken: String { self == .guardian ? "guardian" : "owner" }
}
