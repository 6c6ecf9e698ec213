// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ExtensionProtocol
import FamilyManifests
import PrivacyBoundary
import ProcessSupervision
import ScreenTimeRules
import ScreenTimeStore

/// Apps that a person opens. Each opening is a pending delivery, each tap is a separate callback, and the opening is
/// settled when the person is done.
final class Visits {
  let memory: DeviceMemory
  let outbox: Outbox
  let registry: FamilyRegistry
  let desk: CallbackDesk
  let persons: PersonDesk
  let surfaces: SurfaceKeeper
  let consent: ConsentDesk
  let chronicle: Chronicle
  let requests: RequestMaker
  let settling: Settling

  init(_ owners: Owners, requests: RequestMaker, settling: Settling) {
    memory = owners.memory
    outbox = owners.outbox
    registry = owners.registry
    desk = owners.desk
    persons = owners.persons
    surfaces = owners.surfaces
    consent = owners.consent
    chronicle = owners.chronicle
    self.requests = requests
    self.settling = settling
  }

  private var now: Timestamp { memory.state.now }

  /// Makes the app's `activate` a pending delivery.
  func open(
    _ family: FamilyID, reason: ActivateArguments.Reason, openRequest: ActivateArguments.OpenRequest? = nil,
    stays: Bool = false,
    opening: AppDelivery.Opening? = nil, _ turn: Turn
  ) throws {
    guard registry[family, .app] != nil else {
      return turn.tell(
        HostEvent(at: now, .warning, family: family.rawValue, "no app in the manifest", detail: "nothing opened"))
    }
    let sequence = memory.change { _, state in
      state.families[family]?.sequence += 1
      return state.families[family]?.sequence ?? 0
    }
    let body = AppDelivery(
      reason: reason.rawValue, token: openRequest?.token.text, action: openRequest?.action,
      payload: openRequest?.payload, stays: stays, opening: opening)
    try turn.transaction.setMeta(HostMeta.opened(family), to: Array("yes".utf8))
    try outbox.owe(
      [
        PendingDelivery(
          family: family.rawValue, sequence: sequence, point: ExtensionPoint.app.rawValue, callback: body.callback.name,
          dueAt: now, owedAt: now, body: try CanonicalJSON.bytes(of: body))
      ], in: turn.transaction)
    try enterUse(of: family, turn)
  }

  /// Records in the ledger that the app learned that it was opened, or what was tapped in its window (DC6, DC8).
  private func enterUse(of family: FamilyID, _ turn: Turn) throws {
    try chronicle.enter(
      LedgerEvent(family: family.rawValue, kind: .widget, profile: consent.profile), at: now, in: turn.transaction)
  }

  func opening(_ delivery: PendingDelivery) -> AppDelivery {
    // This build can read every body that it wrote. Treat an unreadable one as an opening without a reason.
    (try? CanonicalJSON.value(AppDelivery.self, from: delivery.body, named: "opening \(delivery.id)"))
      ?? AppDelivery(reason: ActivateArguments.Reason.launch.rawValue)
  }

  /// Whether the opening ends only when the person leaves the app.
  func isVisit(_ delivery: PendingDelivery) -> Bool {
    // While taps may not be reported to the app, the person is not offered any (PRIV-FP6).
    opening(delivery).isVisit
      && !consent.isSuspended(release: 6, at: .app, of: FamilyID(delivery.family), in: memory.state)
  }

  /// Presents the app as starting, just before its `activate` is sent.
  func begins(_ delivery: PendingDelivery, _ turn: Turn) {
    let family = FamilyID(delivery.family)
    // An app that is already up does not send an unchanged window again.
    if !registry.isOpen(family) {
      surfaces.closeReports(of: family)
      surfaces.closeWindow(of: family)
    }
    turn.say(.present(.app(AppFront(family: family, isVisit: opening(delivery).isVisit, isUp: false))))
  }

  /// Handles an accepted callback of an opened app: the app is up, and the person acts next.
  func goesOn(_ delivery: PendingDelivery, _ effects: [Effect], _ turn: Turn) throws {
    let family = FamilyID(delivery.family)
    let isVisit = isVisit(delivery)
    if isVisit {
      // A later opening takes the place of an earlier one.
      if let earlier = persons.visits[family], earlier.delivery.id != delivery.id {
        try leave(family, missing: nil, turn)
      }
      persons.begin(Visit(delivery: delivery, lastEffects: effects), to: family)
      outbox.beginVisit(of: family)
    }
    turn.say(.present(.app(AppFront(family: family, isVisit: isVisit, isUp: true))))
  }

  /// Stops the app's process and removes its surfaces, after the app failed or was closed.
  func fails(_ family: FamilyID, _ turn: Turn) {
    if let app = registry[family, .app] { turn.say(.stop(app.id, .idle)) }
    surfaces.closeReports(of: family)
    surfaces.closeWindow(of: family)
    turn.say(.withdraw(.app(family)))
  }

  /// Sends a tap to the app. The tap is entered in the ledger first (DC6).
  func tap(
    _ label: String, tree: Int64, action: Int64, isOn: Bool? = nil, in family: FamilyID, _ turn: Turn
  ) throws {
    // Callbacks of a family never overlap (C6).
    guard !outbox.isInCallback(family) else {
      throw HostError(.failed, "“\(family.rawValue)” is busy with another callback; tap again when it is over.")
    }
    guard let app = registry[family, .app], surfaces.windows[family]?.tree == tree,
      let visit = persons.endVisit(to: family)
    else { throw HostError(.usage, "The app of “\(family.rawValue)” does not show that window.") }
    turn.tell(HostEvent(at: now, .press, family: family.rawValue, "“\(label)” in the app"))
    try enterUse(of: family, turn)
    let call = desk.begin(.visit(visit.delivery), at: app)
    outbox.give(family, .call(call))
    turn.afterCommit {
      let callback = Callback.tap(tree: tree, action: action, isOn: isOn)
      let request = try self.requests.callback(callback, of: visit.delivery, app)
      self.registry.remember(request.body, of: app.id)
      turn.say(.perform(call, app.id, .open(request)))
    }
  }

  /// Settles the app's opening, since the person is done with the app.
  func leave(_ family: FamilyID, missing label: String?, _ turn: Turn) throws {
    guard let visit = persons.endVisit(to: family) else { return }
    outbox.endVisit(of: family)
    if let label {
      return try settling.settle(
        visit.delivery, .failed, reason: .delivery(.unknownTap), "No button “\(label)” is in the app's window.", turn)
    }
    try outbox.settle(
      visit.delivery,
      as: .init(
        .applied, reason: .delivery(.accepted), revision: memory.state.families[family]?.revision, at: now),
      in: turn.transaction)
    try turn.transaction.note(
      DeliveryAttempt(
        delivery: visit.delivery.id, number: visit.delivery.attempts + 1, at: now, reason: .delivery(.accepted),
        detail: visit.lastEffects.map(\.summary).joined(separator: "; ")))
    turn.tell(
      .settled(
        visit.delivery, .applied, by: registry.name(of: visit.delivery), reason: .delivery(.accepted),
        detail: Replies.count(of: visit.lastEffects), at: now))
  }

  /// Closes the app. What it has set up stays in force.
  func close(_ family: FamilyID, _ turn: Turn) throws {
    try leave(family, missing: nil, turn)
    fails(family, turn)
  }

  /// Notifies an idle open app immediately of a change that another actor made (A10). A closed or busy app reads the
  /// change in the snapshot of its next callback, so no delivery is pending and a failure costs nothing.
  func push(_ changes: [StateChange], to family: FamilyID, _ turn: Turn) {
    guard let app = registry[family, .app], case .idle? = registry.standing(app.id)?.state,
      outbox.isFree(for: family)
    else { return }
    let call = desk.begin(.push, at: app)
    outbox.give(family, .call(call))
    turn.afterCommit {
      turn.say(.perform(call, app.id, .open(try self.requests.stateChanged(changes, app))))
    }
  }
}
