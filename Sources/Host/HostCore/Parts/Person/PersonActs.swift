// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ExtensionProtocol
import PrivacyBoundary
import ProcessSupervision
import ScreenTimeRules
import ScreenTimeStore

/// The parts that act on what a person arranges or receives beside apps and shields.
struct HomeActs {
  let notices: Notices
  let widgets: WidgetActs
  let filters: Filters
}

/// Dispatches the acts of people.
final class PersonActs {
  let persons: PersonDesk
  let prompts: PromptAnswers
  let visits: Visits
  let presses: Presses
  let looks: Looks
  let reports: Reports
  let authorizations: Authorizations
  let consents: Consents
  let operations: Operations
  let times: TimeRequests
  let changes: WaitingChanges
  let home: HomeActs

  init(
    _ o: Owners, prompts: PromptAnswers, visits: Visits, presses: Presses, looks: Looks, reports: Reports,
    authorizations: Authorizations, consents: Consents, operations: Operations, times: TimeRequests,
    changes: WaitingChanges, home: HomeActs
  ) {
    persons = o.persons
    self.prompts = prompts
    self.visits = visits
    self.presses = presses
    self.looks = looks
    self.reports = reports
    self.authorizations = authorizations
    self.consents = consents
    self.operations = operations
    self.times = times
    self.changes = changes
    self.home = home
  }

  func isLimitReached(at now: Timestamp) -> Bool { persons.nextLimit.map { $0 <= now } ?? false }

  /// - Returns: inputs that were waiting for an answer.
  func endPrompts(at now: Timestamp, _ turn: Turn) throws -> [DeviceInput] {
    try prompts.end(overdueAt: now, turn)
  }

  /// - Returns: an input that was waiting for this act.
  func take(_ act: PersonAct, _ turn: Turn) throws -> DeviceInput? {
    if let id = act.id {
      guard id != persons.lastAct else { return nil }
      try persons.took(id, in: turn.transaction)
    }
    return try times.chronicle.acting(as: act.origin?.spoken) { try carryOut(act, turn) }
  }

  private func carryOut(_ act: PersonAct, _ turn: Turn) throws -> DeviceInput? {
    switch act.kind {
    case .opens(let family, let stays): try visits.open(family, reason: .launch, stays: stays, turn)
    case .meets(let family): try authorizations.meet(family, turn)
    case .taps(let family, let label, let tree, let action, let isOn):
      try visits.tap(label, tree: tree, action: action, isOn: isOn, in: family, turn)
    case .leaves(let family, let missing): try visits.leave(family, missing: missing, turn)
    case .closes(let family): try visits.close(family, turn)
    case .presses(let button, let shield): try presses.press(button, on: shield, turn)
    case .answers(let prompt, let reply, let authority, let profile):
      return try prompts.take(reply, to: prompt, by: authority ?? .person, as: profile, turn)
    case .looksAt(let shield, let isRedraw):
      try looks.draw(ShieldDrawing(shield: shield, isRedraw: isRedraw, isOnScreen: false), turn)
    case .opensReport(let request): try reports.draw(request, isAsked: true, turn)
    case .revokes(let family, let authority, let keepsShields):
      try authorizations.revoke(family, by: authority, keepsShields: keepsShields, turn)
    case .removes(let family, let authority): try authorizations.remove(family, by: authority, turn)
    case .agrees(let family, let authority, let profile):
      try consents.agree(to: family, by: authority, as: profile, turn)
    case .resetsIdentifiers(let family): try changes.identifiers.reset(family, turn)
    case .withdraws(let item, let family): try changes.identifiers.withdraw(item, from: family, turn)
    case .answersNotification(let number, let family): try home.notices.answer(number, of: family, turn)
    case .clearsNotification(let number, let family): try home.notices.clear(number, of: family, turn)
    case .deliversPayload(let payload, let family):
      try home.notices.deliver(payload, to: family, turn)
      if payload.isContentChanged { home.widgets.widgets.reload(nil, of: family, .push, from: "push") }
    case .asksTime(let item, let seconds, let reason): try times.ask(item, seconds: seconds, reason: reason, turn)
    case .withdrawsTime(let item): try times.withdraw(item, turn)
    case .allowsTime(let item, let length, let authority): try times.allow(item, length, by: authority, turn)
    case .refusesTime(let number, let authority): try times.refuse(number, by: authority, turn)
    case .endsGrant(let item): try times.end(item, turn)
    case .changesItem(let change): try changes.items.change(change, turn)
    case .waits(let change, let items, let end, let authority):
      try changes.wait(change, opening: items, until: end, by: authority, turn)
    case .cancelsChange(let number): try changes.cancel(number, turn)
    case .delaysChanges(let seconds): try changes.delay(by: seconds, turn)
    case .turnsLedger(let isOn): try operations.turnLedger(on: isOn, turn)
    case .placesWidget(let family, let kind, let size, let parameters):
      try home.widgets.place(kind, size, parameters, of: family, turn)
    case .configuresWidget(let id, let parameters): try home.widgets.configure(id, parameters, turn)
    case .movesWidget(let id, let place): try home.widgets.move(id, to: place, turn)
    case .stacksWidget(let id, let other): try home.widgets.stack(id, onto: other, turn)
    case .unstacksWidget(let id): try home.widgets.unstack(id, turn)
    case .choosesWidget(let id): try home.widgets.choose(id, turn)
    case .refreshesWidget(let id): try home.widgets.refresh(id, turn)
    case .removesWidget(let id): try home.widgets.remove(id, turn)
    case .tapsWidget(let id, let area): try home.widgets.tap(id, area: area, turn)
    case .locksScreen(let lock): try home.widgets.lock(lock, turn)
    case .changesFocus(let change): try home.filters.make(change, turn)
    }
    return nil
  }
}
