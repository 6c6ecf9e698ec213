// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ExtensionProtocol
import FamilyManifests
import PrivacyBoundary
import ProcessSupervision
import ScreenTimeRules
import ScreenTimeStore
import Surfaces

/// Presses on shields: each is delivered to the shield's family, and its answer is carried out (S6–S9).
final class Presses {
  let memory: DeviceMemory
  let outbox: Outbox
  let registry: FamilyRegistry
  let surfaces: SurfaceKeeper
  let consent: ConsentDesk
  let chronicle: Chronicle
  let looks: Looks
  let names: Names
  let visits: Visits

  init(_ owners: Owners, looks: Looks, names: Names, visits: Visits) {
    memory = owners.memory
    outbox = owners.outbox
    registry = owners.registry
    surfaces = owners.surfaces
    consent = owners.consent
    chronicle = owners.chronicle
    self.looks = looks
    self.names = names
    self.visits = visits
  }

  private var now: Timestamp { memory.state.now }

  /// Handles a press of a shield's button.
  func press(_ button: ShieldButton, on shield: Shield, _ turn: Turn) throws {
    guard let tap = ShieldTap(button) else { return }
    if let reason = whyIgnored(tap, on: shield) {
      return tell(shield, "\(button.rawValue) on \(names[shield.item]) is ignored", detail: reason.spoken, turn)
    }
    tell(shield, "\(button.rawValue) on \(names[shield.item])", turn)
    // A press can't wait. One that may not be delivered gets the default response, as without an extension (PRIV-FP6).
    guard let family = shield.family, registry[family, .shieldAction] != nil, let target = named(shield, by: family),
      !consent.isSuspended(.shieldAction, of: family, in: memory.state)
    else {
      return try respond(tap.defaultResponse, to: shield, tap: tap, payload: nil, isFresh: false, turn)
    }
    let sequence = memory.change { _, state in
      state.families[family]?.sequence += 1
      return state.families[family]?.sequence ?? 0
    }
    let body = try CanonicalJSON.bytes(of: PressDelivery(button: button.rawValue, item: shield.item, target: target))
    try outbox.owe(
      [
        PendingDelivery(
          family: family.rawValue, sequence: sequence, point: ExtensionPoint.shieldAction.rawValue, callback: "handle",
          dueAt: now, owedAt: now, body: body)
      ], in: turn.transaction)
    try chronicle.enter(
      LedgerEvent(
        family: family.rawValue, kind: .shieldAction, values: ["button": .word(button.spoken)],
        profile: consent.profile, millibits: try looks.pressCapacity(of: family, turn.transaction)),
      at: now, in: turn.transaction)
  }

  /// The item by which a rule of the family names what the shield covers, if the family holds its token (PRIV-TK7).
  /// Other presses stay with the host, since each would hand out a token (PRIV-TK4, PRIV-TK5).
  private func named(_ shield: Shield, by family: FamilyID) -> Item? {
    guard let target = shield.target, let known = memory.state.families[family] else { return nil }
    return known.names(of: target).first { consent.tokens.heldToken(for: $0, of: family.rawValue) != nil }
  }

  private func whyIgnored(_ tap: ShieldTap, on shield: Shield) -> IgnoredTap? {
    let isOneOpen = outbox.owed.contains {
      $0.family == shield.family?.rawValue && $0.point == ExtensionPoint.shieldAction.rawValue
    }
    // If the look did not arrive in time, accept the button that a scripted person meant to press.
    let look = surfaces.shownShield?.look(of: shield).map { ($0.secondaryButton != nil, $0.submenu.count) }
    return tap.whyIgnored(isOneOpen: isOneOpen, look: look)
  }

  private func tell(_ shield: Shield, _ what: String, detail: String = "", _ turn: Turn) {
    turn.tell(HostEvent(at: now, .press, family: shield.family?.rawValue, what, detail: detail))
  }

  /// Handles the extension's accepted answer. It applies to the shield that was up when the press was sent.
  func answered(
    _ result: ShieldActionResult, on shield: Shield, _ tap: ShieldTap, isFresh: Bool, _ turn: Turn
  ) throws {
    // A response that only a newer protocol defines does nothing, like `.none`.
    let response = ShieldResponse(rawValue: result.response.rawValue) ?? .none
    try respond(response, to: shield, tap: tap, payload: result.payload, isFresh: isFresh, turn)
  }

  /// Carries out a response for the shield that was pressed (S8, S9).
  ///
  /// - Parameter isFresh: whether the effects in the answer already made the shield ask for its look.
  private func respond(
    _ response: ShieldResponse, to shield: Shield, tap: ShieldTap, payload: String?, isFresh: Bool, _ turn: Turn
  ) throws {
    tell(shield, "\(response.rawValue) for \(names[shield.item])", turn)
    let hasApp = shield.family.map { registry[$0, .app] != nil } ?? false
    switch response.consequence(isUp: memory.state.shield?.item == shield.item, hasApp: hasApp) {
    case .nothing: break
    case .closesItem:
      // The usage source reports what the person does next.
      tell(
        shield, "\(names[shield.item]) closes", detail: shield.item.kind == .webDomain ? "its page" : "its windows",
        turn)
    case .asksAgain:
      guard !isFresh, let family = shield.family else { return }
      try looks.show(
        memory.change { rules, state in rules.askAgain(family, over: shield.item, in: &state) }, turn)
    case .missesApp:
      turn.tell(
        HostEvent(
          at: now, .warning, family: shield.family?.rawValue, "no app in the manifest", detail: "nothing opened"))
    case .opensApp:
      guard let family = shield.family, let target = named(shield, by: family),
        let token = consent.tokens.heldToken(for: target, of: family.rawValue)?.wireToken
      else { return }
      try visits.open(
        family, reason: .shield, openRequest: .init(token: token, action: tap.rawValue, payload: payload), turn)
    }
  }
}

extension IgnoredTap {
  var spoken: String {
    switch self {
    case .unanswered: "the last press is not answered yet"
    case .notShown: "the shield has no such button"
    }
  }
}

extension ShieldTap {
  init?(_ button: ShieldButton) { self.init(rawValue: button.rawValue) }
}

extension ShieldButton {
  /// A description of the button for people.
  var spoken: String {
    switch self {
    case .primaryButtonPressed: "the first button"
    case .secondaryButtonPressed: "the second button"
    case .firstSecondarySubmenuItemPressed: "the first choice"
    case .secondSecondarySubmenuItemPressed: "the second choice"
    case .thirdSecondarySubmenuItemPressed: "the third choice"
    }
  }
}
