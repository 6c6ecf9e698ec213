// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ExtensionProtocol
import FamilyManifests
import PrivacyBoundary
import ProcessSupervision
import ScreenTimeRules
import ScreenTimeStore

/// Since when the person wants no ledger.
struct LedgerOff: Codable, Hashable {
  /// The entry of the switch, which stays.
  var seq: Int64
  var day: String
}

/// What operators ask for, and what a host does at its start.
struct Operations {
  let memory: DeviceMemory
  let outbox: Outbox
  let registry: FamilyRegistry
  let persons: PersonDesk
  let chronicle: Chronicle
  let consents: Consents
  let identifiers: Identifiers
  let authorizations: Authorizations
  let looks: Looks
  let notices: Notices
  let configuration: HostConfiguration
  let consent: ConsentDesk

  private var now: Timestamp { memory.state.now }

  func take(_ act: OperatorAct, _ turn: Turn) throws {
    switch act {
    case .opens: try open(turn)
    case .starts:
      outbox.open()
      try authorizations.enforcePolicy(turn)
      notices.showAgain(turn)
    case .delivers: outbox.open()
    // Every transaction writes what waits.
    case .saves: break
    case .reset(let program): try reset(program, turn)
    case .grant(let item, let end):
      try looks.show(memory.change { rules, state in rules.grant(item, until: end, in: &state) }.shields, turn)
    case .policy(let stores):
      try looks.show(memory.change { rules, state in rules.setOperatorStores(stores, in: &state) }.shields, turn)
    case .rotateTokens(let family): try identifiers.rotate(family, turn)
    case .exported(let what):
      try enter(
        LedgerEvent(family: nil, kind: .export, values: ["what": .word(what)], profile: consent.profile), turn)
    case .checked(let family, let verdict):
      try enter(
        LedgerEvent(family: family.rawValue, kind: .checkerVerdict, values: ["verdict": .word(verdict)]), turn)
    }
  }

  private func enter(_ event: LedgerEvent, _ turn: Turn) throws {
    try chronicle.enter(event, at: now, in: turn.transaction)
  }

  // MARK: - The start

  /// Gives new families a place in the state, in memory.
  func admitFamilies() {
    let place = configuration.place
    let isElsewhere = memory.state.place != place
    memory.change { rules, state in
      // A family that is not configured this time keeps its own place.
      for family in registry.families.values where state.families[family.id] == nil {
        state.families[family.id] = FamilyState(
          mode: family.manifest.behaviour == .strict ? .strict : .appleCompatible)
      }
      // The person may have travelled, or moved house, since this state was written (D16).
      rules.setPlace(place, in: &state)
    }
    if isElsewhere { notices.findAgain() }
  }

  /// Tells once what came to be, and settles what was agreed to.
  private func open(_ turn: Turn) throws {
    try enterHostEvents(turn)
    try consents.settle(turn)
    if try isPressUnclear(turn.transaction) { try forgetPlannedPress(turn) }
  }

  /// Whether the start of the host has anything to write: a host that is only asked leaves the store as it is.
  func isOpeningDue(_ reader: StoreReader) throws -> Bool {
    if memory.isUnsaved { return true }
    if try reader.meta(HostMeta.owedKeyEvent) != nil || consents.isDue(reader) { return true }
    let accepted = try reader.value([String].self, HostMeta.acceptedMissing) ?? []
    return try accepted != Set(configuration.acceptedMissing).sorted() || isPressUnclear(reader)
  }

  private func isPressUnclear(_ reader: StoreReader) throws -> Bool {
    try persons.lastAct == nil && (memory.state.shield != nil || reader.meta(HostMeta.pendingPress) != nil)
  }

  /// Makes memory follow what the store says was agreed to.
  func loadConsents() throws { try memory.store.read { try consents.load($0) } }

  /// Keys made or restored, protections accepted as missing: entered once, when they come to be.
  private func enterHostEvents(_ turn: Turn) throws {
    if let event = try turn.transaction.value(TokenKeyFile.Opened.Event.self, HostMeta.owedKeyEvent) {
      try enter(LedgerEvent(family: nil, kind: .keyEvent, values: ["event": .word(event.spoken)]), turn)
      try turn.transaction.setMeta(HostMeta.owedKeyEvent, to: nil)
    }
    let accepted = Set(configuration.acceptedMissing).sorted()
    let known = try turn.transaction.value([String].self, HostMeta.acceptedMissing) ?? []
    guard accepted != known else { return }
    for protection in accepted where !known.contains(protection) {
      try enter(
        LedgerEvent(family: nil, kind: .isolationAccepted, values: ["protection": .word(protection)]), turn)
    }
    try turn.transaction.setValue(accepted, HostMeta.acceptedMissing)
  }

  /// Builds before this one kept the press that a script had planned. If none was planned for a shield that is up, it
  /// was made: a script must not make it again.
  private func forgetPlannedPress(_ turn: Turn) throws {
    let isPlanned = try turn.transaction.meta(HostMeta.pendingPress) != nil
    let shield = memory.state.shield
    try persons.took(isPlanned ? "" : shield.map { PressScript.act(on: $0) } ?? "", in: turn.transaction)
    try turn.transaction.setMeta(HostMeta.pendingPress, to: nil)
  }

  // MARK: - Programs

  /// - Throws: `HostError` for a program that no family of this host has.
  private func reset(_ program: ProgramID, _ turn: Turn) throws {
    guard registry.program(program) != nil else {
      throw HostError(.usage, "No family here has a program “\(program)”; `sallyport families` lists them.")
    }
    registry.clearFelled(program)
    outbox.unblock(program)
    turn.say(.reset(program))
  }

  // MARK: - Ledger (PRIV-LG6)

  /// Turned off, the ledger goes on as a chain, since nothing is released without an entry (PRIV-LG3); at each daily
  /// job all but the chain is deleted of what earlier days have written.
  ///
  /// - Throws: `HostError` where it is as asked for already.
  func turnLedger(on isOn: Bool, _ turn: Turn) throws {
    let off = try turn.transaction.value(LedgerOff.self, HostMeta.ledgerOff)
    guard (off != nil) == isOn else {
      throw HostError(.failed, isOn ? "The ledger is on." : "The ledger is off since \(SpokenDay(off?.day ?? "")).")
    }
    let kept = "on again: its words are kept for \(configuration.retention.ledgerText) days"
    let receipt = try chronicle.enter(
      LedgerEvent(
        family: nil, kind: .ledgerSwitched,
        values: [
          "how": .word(isOn ? kept : "off: the words of every day are deleted when it is over, all but these")
        ]), at: now, in: turn.transaction)
    try turn.transaction.setValue(
      isOn ? nil : LedgerOff(seq: receipt.seq, day: chronicle.calendar.day(now)), HostMeta.ledgerOff)
  }
}

extension HostConfiguration {
  var place: CalendarPlace { CalendarPlace(calendar: environment.calendar, timeZone: environment.timeZone) }
}

extension TokenKeyFile.Opened.Event {
  fileprivate var spoken: String {
    switch self {
    case .made: "made"
    case .restoredFromCopy: "restored from its copy"
    case .copyRenewed: "copied anew, since its copy was missing or damaged"
    case .reset: "made anew, so that nothing families hold means anything"
    }
  }
}
