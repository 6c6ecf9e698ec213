// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ExtensionProtocol
import FamilyManifests
import PrivacyBoundary
import ProcessSupervision
import ScreenTimeRules
import ScreenTimeStore

/// The record that a person turned the ledger off.
struct LedgerOff: Codable, Hashable {
  /// The ledger entry of the switch, which is never deleted.
  var seq: Int64
  var day: String
}

/// The parts that decide what families may do.
struct FamilyTerms {
  let consents: Consents
  let identifiers: Identifiers
  let authorizations: Authorizations
}

/// Operator commands, and the work at the start of a host.
final class Operations {
  let memory: DeviceMemory
  let outbox: Outbox
  let registry: FamilyRegistry
  let persons: PersonDesk
  let chronicle: Chronicle
  let terms: FamilyTerms
  let looks: Looks
  let home: HomeScreen
  let configuration: HostConfiguration
  let consent: ConsentDesk
  let resending: Resending

  init(_ owners: Owners, terms: FamilyTerms, looks: Looks, home: HomeScreen, resending: Resending) {
    memory = owners.memory
    outbox = owners.outbox
    registry = owners.registry
    persons = owners.persons
    chronicle = owners.chronicle
    configuration = owners.configuration
    consent = owners.consent
    self.terms = terms
    self.looks = looks
    self.home = home
    self.resending = resending
  }

  private var now: Timestamp { memory.state.now }

  func take(_ act: OperatorAct, _ turn: Turn) throws {
    switch act {
    case .opens: try open(turn)
    case .starts:
      outbox.open()
      try terms.authorizations.enforcePolicy(turn)
      home.notices.showAgain(turn)
      describe()
      try home.widgets.followLocale(turn)
      for instance in home.widgets.keeper.ordered { try home.widgets.present(instance.id, turn) }
    case .delivers:
      outbox.open()
      describe()
    // Nothing to do here: every transaction also writes unsaved state.
    case .saves: break
    case .reset(let program): try reset(program, turn)
    case .resend(let family, let sequence): try resending.resend(sequence, of: family, turn)
    case .dismiss(let family, let sequence): try resending.dismiss(sequence, of: family, turn)
    case .grant(let item, let end):
      try looks.show(memory.change { rules, state in rules.grant(item, until: end, in: &state) }.shields, turn)
    case .policy(let stores):
      try looks.show(memory.change { rules, state in rules.setOperatorStores(stores, in: &state) }.shields, turn)
    case .rotateTokens(let family): try terms.identifiers.rotate(family, turn)
    case .exported(let what):
      try enter(
        LedgerEvent(family: nil, kind: .export, values: ["what": .word(what)], profile: consent.profile), turn)
    case .checked(let family, let verdict, let build):
      var event = LedgerEvent(family: family.rawValue, kind: .checkerVerdict, values: ["verdict": .word(verdict)])
      event.values["build"] = build.map { .word($0) }
      try enter(event, turn)
    case .passcode(let news, let origin):
      try chronicle.acting(as: origin?.spoken) {
        try enter(LedgerEvent(family: nil, kind: .passcode, values: ["how": .word(news.spoken)]), turn)
      }
      if news.endsReplacement, persons.changes.changes.contains(where: { $0.change == .replacesPasscode }) {
        try persons.changeChanges(turn) { $0.removeReplacement() }
      }
    }
  }

  /// Asks new builds of widgets and Focus filters what they offer.
  private func describe() {
    home.widgets.describeMissing()
    home.filters.describeMissing()
  }

  private func enter(_ event: LedgerEvent, _ turn: Turn) throws {
    try chronicle.enter(event, at: now, in: turn.transaction)
  }

  // MARK: - The start

  /// Adds new families to the state, in memory.
  func admitFamilies() {
    let place = configuration.place
    let isElsewhere = memory.state.place != place
    memory.change { rules, state in
      // Keep the state of families that are not configured in this run.
      for family in registry.families.values where state.families[family.id] == nil {
        state.families[family.id] = FamilyState(
          mode: family.manifest.behaviour == .strict ? .strict : .appleCompatible)
      }
      // The person may have changed the time zone or calendar since this state was written (D16).
      rules.setPlace(place, in: &state)
    }
    if isElsewhere { home.notices.findAgain() }
  }

  /// Enters events that are pending for the ledger and settles consents.
  private func open(_ turn: Turn) throws {
    try enterHostEvents(turn)
    try terms.consents.settle(turn)
    if try isPressUnclear(turn.transaction) { try forgetPlannedPress(turn) }
  }

  /// Whether the start of the host has anything to write. A host that only answers queries leaves the store unchanged.
  func isOpeningDue(_ reader: StoreReader) throws -> Bool {
    if memory.isUnsaved { return true }
    if try reader.meta(HostMeta.owedKeyEvent) != nil || terms.consents.isDue(reader) { return true }
    let accepted = try reader.value([String].self, HostMeta.acceptedMissing) ?? []
    return try accepted != Set(configuration.acceptedMissing).sorted() || isPressUnclear(reader)
  }

  private func isPressUnclear(_ reader: StoreReader) throws -> Bool {
    try persons.lastAct == nil && (memory.state.shield != nil || reader.meta(HostMeta.pendingPress) != nil)
  }

  /// Updates the memory from the consents in the store.
  func loadConsents() throws { try memory.store.read { try terms.consents.load($0) } }

  /// Enters key events and newly accepted missing protections in the ledger, once each.
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

  /// Converts the planned press that older builds stored. If none is stored for a shield that is up, the press was
  /// already made, and a script must not repeat it.
  private func forgetPlannedPress(_ turn: Turn) throws {
    let isPlanned = try turn.transaction.meta(HostMeta.pendingPress) != nil
    let shield = memory.state.shield
    try persons.took(isPlanned ? "" : shield.map { PressScript.act(on: $0) } ?? "", in: turn.transaction)
    try turn.transaction.setMeta(HostMeta.pendingPress, to: nil)
  }

  // MARK: - Programs

  /// - Throws: `HostError` for a program that no configured family has.
  private func reset(_ program: ProgramID, _ turn: Turn) throws {
    guard registry.program(program) != nil else {
      throw HostError(.usage, "No configured family has a program “\(program)”; `sallyport families` lists them.")
    }
    registry.clearFelled(program)
    outbox.unblock(program)
    turn.say(.reset(program))
  }

  // MARK: - Ledger (PRIV-LG6)

  /// Turns the ledger on or off. When it is off, entries are still chained, since nothing is released without one
  /// (PRIV-LG3), and each daily job deletes all but the chain from entries of earlier days.
  ///
  /// - Throws: `HostError` if the ledger is already in the requested state.
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
