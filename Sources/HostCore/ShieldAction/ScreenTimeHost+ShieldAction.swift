// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

package import ExtensionProtocol
import FamilyManifests
import PrivacyBoundary
import ProcessSupervision
package import ScreenTimeRules
import ScreenTimeStore

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
    else { return try persist { try $0.setValue(pendingPress, HostMeta.pendingPress) } }
    try self.press(button, on: shield)
  }

  /// A person pressed a button of the shield on screen.
  package func press(_ button: ShieldButton, on shield: Shield) throws {
    observer.tell(
      state.now,
      HostEvent(
        at: state.now, .press, family: shield.family?.rawValue, "\(button.rawValue) on \(name(of: shield.item))"))
    guard let family = shield.family, program(family, .shieldAction) != nil, let target = shield.target else {
      // No action extension: primary closes, anything else does nothing (S10).
      return try respond(button == .primaryButtonPressed ? .close : .none, to: shield, payload: nil)
    }
    let press = PressDelivery(button: button.rawValue, item: shield.item, target: target)
    state.families[family]?.sequence += 1
    let sequence = state.families[family]?.sequence ?? 0
    var added: [OwedDelivery] = []
    try persist { transaction in
      try transaction.setValue(pendingPress, HostMeta.pendingPress)
      added = try transaction.owe([
        OwedDelivery(
          family: family.rawValue, sequence: sequence, point: ExtensionPoint.shieldAction.rawValue, callback: "handle",
          dueAt: state.now, owedAt: state.now, body: try CanonicalJSON.bytes(of: press))
      ])
      try ledger.append(
        LedgerEvent(
          family: family.rawValue, kind: .shieldAction, values: ["button": .word(button.spoken)],
          profile: configuration.profile),
        day: calendar.day(state.now), slot: calendar.minute(state.now), in: transaction)
    }
    owed += added
    try deliverOwed()
  }

  /// Performs `handle` and does what the answer says (S6–S9).
  func deliverPress(_ owed: OwedDelivery, _ program: HostedProgram) throws -> Bool {
    let family = FamilyID(owed.family)
    let press = try CanonicalJSON.value(PressDelivery.self, from: owed.body, named: "press \(owed.id)")
    guard let action = ShieldButton(rawValue: press.button),
      let token = tokens.token(for: press.target, of: owed.family)?.wireToken
    else { return try settle(owed, .dropped, reason: "token.unknown") }
    let transaction = CallbackTransaction(self, program, family: family, performing: nil)
    let shield = state.shield
    var failure: (any Error)?
    var result = ShieldActionResult(response: .none)
    let outcome = program.supervised.perform(
      PerformCall(
        prepare: { [self] _, _ in
          let arguments = ShieldActionArguments(action: action, target: .init(press.target.kind), token: token)
          return OutgoingRequest(
            params: try encoder(for: .shieldAction).perform(
              PerformParams(
                callback: .shieldAction(arguments), delivery: deliveryInfo(owed, cause: .natural),
                snapshot: snapshot(of: family, in: state, for: .shieldAction),
                deadlineMs: program.declaration.limits.deadlineMs)
            ).body)
        },
        answer: { [self] request in answer(request, program, transaction) },
        judge: { [self] value in
          judge(transaction, failure: &failure, owed, program, detail: "answered") { () throws(WireError) in
            result = try ShieldActionResult(wire: value, at: "", from: .extension)
            return result.effects
          }
        }), now: state.now.milliseconds)
    if let failure { throw failure }
    guard outcome == .accepted else {
      // S7: no answer by the deadline, or a refused one, is `.none`, and it is not repeated.
      return try conclude(outcome, owed, program)
    }
    try transaction.showShields()
    if let shield { try respond(result.response, to: shield, payload: result.payload, action: action) }
    return true
  }

  /// What a response means for the shield that was pressed (S8, S9).
  private func respond(
    _ response: ShieldActionResult.Response, to shield: Shield, payload: String?,
    action: ShieldButton = .primaryButtonPressed
  ) throws {
    observer.tell(
      state.now,
      HostEvent(
        at: state.now, .press, family: shield.family?.rawValue, "\(response.rawValue) for \(name(of: shield.item))"))
    switch response {
    case .none: break
    case .close:
      // The item's windows close. What the person does next is for the usage source to tell.
      break
    case .defer:
      if let visible = state.shield, visible.item == shield.item {
        try drawShield(visible, isRedraw: true)
      }
    case .openParentalControlsApp:
      guard let family = shield.family, let token = tokens.token(for: shield.target ?? shield.item, of: family.rawValue)
      else { return }
      try openApp(
        family, reason: .shield,
        openRequest: token.wireToken.map { .init(token: $0, action: action.rawValue, payload: payload) })
    }
  }
}

extension Shield {
  /// The item under which the family's rule named what is covered; `nil` where nobody is asked (S12).
  var target: Item? {
    switch hit {
    case .direct: item
    case .category(let category): category
    case .linked: nil
    }
  }
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
