// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

package import ExtensionProtocol
import FamilyManifests
import PrivacyBoundary
import ProcessSupervision
package import ScreenTimeRules
import ScreenTimeStore
import Surfaces

/// A press on a shield as the outbox keeps it.
struct PressDelivery: Codable, Hashable {
  var button: String
  var item: Item
  /// The item under which the family's own rule named it: the item itself or its category (TK7).
  var target: Item
}

// MARK: - Presses

extension ScreenTimeHost {
  /// Takes the simulated person's press when its time has come and the shield is still there.
  func pressIfDue() throws {
    guard let press = pendingPress, press.at <= state.now else { return }
    pendingPress = nil
    guard let shield = state.shield, shield.item == press.item,
      let button = ShieldButton(rawValue: press.button)
    else { return try persist { try savePress(in: $0) } }
    try self.press(button, on: shield)
  }

  /// What is planned of presses, durable with the shield itself.
  func savePress(in transaction: StoreTransaction) throws {
    try transaction.setValue(pendingPress, HostMeta.pendingPress)
    try transaction.setValue(shieldCount, HostMeta.shieldCount)
  }

  /// A person pressed a button of the shield on screen.
  package func press(_ button: ShieldButton, on shield: Shield) throws {
    guard let tap = ShieldTap(button) else { return }
    if let reason = whyIgnored(tap, on: shield) {
      tell(shield, "\(button.rawValue) on \(name(of: shield.item)) is ignored", detail: reason.spoken)
      return try persist { try savePress(in: $0) }
    }
    tell(shield, "\(button.rawValue) on \(name(of: shield.item))")
    // A press can't wait: one that may not be told is answered as where nobody is asked (FP6).
    guard let family = shield.family, program(family, .shieldAction) != nil, let target = shield.target,
      !isSuspended(.shieldAction, of: family)
    else {
      return try respond(tap.defaultResponse, to: shield, tap: tap)
    }
    let press = PressDelivery(button: button.rawValue, item: shield.item, target: target)
    state.families[family]?.sequence += 1
    let sequence = state.families[family]?.sequence ?? 0
    var added: [OwedDelivery] = []
    try persist { transaction in
      try savePress(in: transaction)
      added = try transaction.owe([
        OwedDelivery(
          family: family.rawValue, sequence: sequence, point: ExtensionPoint.shieldAction.rawValue, callback: "handle",
          dueAt: state.now, owedAt: state.now, body: try CanonicalJSON.bytes(of: press))
      ])
      try ledger.append(
        LedgerEvent(
          family: family.rawValue, kind: .shieldAction, values: ["button": .word(button.spoken)],
          profile: profile),
        day: calendar.day(state.now), slot: calendar.minute(state.now), in: transaction)
    }
    owed += added
    try deliverOwed()
  }

  private func whyIgnored(_ tap: ShieldTap, on shield: Shield) -> IgnoredTap? {
    let isOneOpen = owed.contains {
      $0.family == shield.family?.rawValue && $0.point == ExtensionPoint.shieldAction.rawValue
    }
    // A look that failed to come in time is no reason for another day: a scripted person presses what was meant.
    let look = shownShield?.look(of: shield).map { ($0.secondaryButton != nil, $0.submenu.count) }
    return tap.whyIgnored(isOneOpen: isOneOpen, look: look)
  }

  private func tell(_ shield: Shield, _ what: String, detail: String = "") {
    observer.tell(
      state.now, HostEvent(at: state.now, .press, family: shield.family?.rawValue, what, detail: detail))
  }

  /// Performs `handle` and does what the answer says (S6–S9).
  func deliverPress(_ owed: OwedDelivery, _ program: HostedProgram) throws -> Bool {
    let family = FamilyID(owed.family)
    let press = try CanonicalJSON.value(PressDelivery.self, from: owed.body, named: "press \(owed.id)")
    guard let action = ShieldButton(rawValue: press.button), let tap = ShieldTap(action),
      let token = tokens.token(for: press.target, of: owed.family)?.wireToken
    else { return try settle(owed, .dropped, reason: "token.unknown") }
    let transaction = CallbackTransaction(self, program, family: family, performing: nil)
    let shield = state.shield
    var result = ShieldActionResult(response: .none)
    let outcome = program.supervised.perform(
      PerformCall(
        prepare: { [self] _, _ in
          let arguments = ShieldActionArguments(action: action, target: .init(press.target.kind), token: token)
          return OutgoingRequest(
            params: try encoder(for: .shieldAction, of: family).perform(
              PerformParams(
                callback: .shieldAction(arguments), delivery: deliveryInfo(owed, cause: .natural),
                snapshot: snapshot(of: family, in: state, for: .shieldAction),
                deadlineMs: program.declaration.limits.deadlineMs)
            ).body)
        },
        answer: { [self] request in answer(request, program, transaction) },
        judge: { [self] value in
          judge(transaction, owed, program, detail: "answered") { () throws(WireError) in
            result = try ShieldActionResult(wire: value, at: "", from: .extension)
            return result.effects
          }
        }), now: state.now.milliseconds)
    try transaction.checkStore()
    guard outcome == .accepted else {
      // S7: no answer by the deadline, or a refused one, is `.none`, and it is not repeated.
      return try conclude(outcome, owed, program)
    }
    try transaction.showShields()
    // An answer of a newer protocol that this host has no word for does nothing, like `.none`.
    let response = ShieldResponse(rawValue: result.response.rawValue) ?? .none
    if let shield {
      try respond(
        response, to: shield, tap: tap, payload: result.payload, isFresh: transaction.hasAsked(over: shield.item))
    }
    return true
  }

  /// What a response means for the shield that was pressed (S8, S9).
  ///
  /// - Parameter isFresh: what came with the answer has made the shield ask for its look already.
  private func respond(
    _ response: ShieldResponse, to shield: Shield, tap: ShieldTap, payload: String? = nil, isFresh: Bool = false
  ) throws {
    tell(shield, "\(response.rawValue) for \(name(of: shield.item))")
    let hasApp = shield.family.map { program($0, .app) != nil } ?? false
    switch response.consequence(isUp: state.shield?.item == shield.item, hasApp: hasApp) {
    case .nothing: break
    case .closesItem:
      // What the person does next is for the usage source to tell.
      tell(
        shield, "\(name(of: shield.item)) closes", detail: shield.item.kind == .webDomain ? "its page" : "its windows")
    case .asksAgain:
      guard !isFresh, let family = shield.family else { return }
      let transitions = rules.askAgain(family, over: shield.item, in: &state)
      try persist()
      for transition in transitions { try show(transition) }
    case .missesApp:
      observer.tell(
        state.now,
        HostEvent(
          at: state.now, .warning, family: shield.family?.rawValue, "no app in the manifest", detail: "nothing opened"))
    case .opensApp:
      guard let family = shield.family,
        let token = tokens.token(for: shield.target ?? shield.item, of: family.rawValue)?.wireToken
      else { return }
      try openApp(
        family, reason: .shield, openRequest: .init(token: token, action: tap.rawValue, payload: payload))
    }
  }
}

/// The look of a shield as the person sees it.
struct ShownShield {
  var item: Item
  var family: FamilyID?
  var content: ShieldContent

  /// What `shield` shows, if this is it.
  func look(of shield: Shield) -> ShieldContent? {
    shield.item == item && shield.family == family ? content : nil
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

extension ShieldActionArguments.Target {
  init(_ kind: Item.Kind) {
    switch kind {
    case .application: self = .application
    case .webDomain: self = .webDomain
    case .category: self = .category
    }
  }
}

extension ShieldButton {
  /// The button in the person's words.
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
