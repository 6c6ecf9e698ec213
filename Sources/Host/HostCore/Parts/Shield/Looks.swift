// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ExtensionProtocol
import FamilyManifests
import PrivacyBoundary
import ProcessSupervision
import ScreenTimeRules
import ScreenTimeStore
import Surfaces

/// Shields on screen: their events and their appearance.
final class Looks {
  let memory: DeviceMemory
  let registry: FamilyRegistry
  let desk: CallbackDesk
  let surfaces: SurfaceKeeper
  let persons: PersonDesk
  let consent: ConsentDesk
  let chronicle: Chronicle
  let blocked: BlockedAttempts
  let requests: RequestMaker
  let names: Names

  init(_ owners: Owners, blocked: BlockedAttempts, requests: RequestMaker, names: Names) {
    memory = owners.memory
    registry = owners.registry
    desk = owners.desk
    surfaces = owners.surfaces
    persons = owners.persons
    consent = owners.consent
    chronicle = owners.chronicle
    self.blocked = blocked
    self.requests = requests
    self.names = names
  }

  /// The number of shields per day whose look an extension may configure; further ones get the default look (PRIV-SF6).
  private static let configuredShieldsPerDay = 200

  private var now: Timestamp { memory.state.now }

  /// Draws shields that went up or changed, and withdraws those that came down.
  func show(_ transitions: [ShieldTransition], _ turn: Turn) throws {
    chronicle.note(transitions)
    for transition in transitions { try show(transition, turn) }
  }

  private func show(_ transition: ShieldTransition, _ turn: Turn) throws {
    let shield = transition.shield
    if transition.change == .appeared {
      try surfaces.countShield(on: chronicle.calendar.day(transition.at), in: turn.transaction)
      // No press has been made on the new shield.
      try persons.took("", in: turn.transaction)
    }
    turn.tell(
      HostEvent(
        at: transition.at, .shield, family: shield.family?.rawValue,
        "\(transition.change.word) \(names[shield.item])", detail: shield.hit.spoken { names[$0] }))
    surfaces.show(nil)
    switch transition.change {
    case .appeared: try draw(ShieldDrawing(shield: shield, isRedraw: false, isOnScreen: true), turn)
    case .changed: try draw(ShieldDrawing(shield: shield, isRedraw: true, isOnScreen: true), turn)
    case .disappeared:
      turn.say(
        .withdraw(
          .shield(
            LiftedShield(
              shield: shield, itemName: names[shield.item], familyName: names.display(shield.family),
              since: names.spoken(shield.since), until: names.spoken(transition.at)))))
    }
  }

  /// Asks the extension of the shield's family for its look in a fresh, sealed process. In any other case the default
  /// shield is shown.
  func draw(_ look: ShieldDrawing, _ turn: Turn) throws {
    let shield = look.shield
    guard hasConfiguration(shield), let family = shield.family,
      let program = registry[family, .shieldConfiguration],
      surfaces.shieldCount.count(on: chronicle.calendar.day(now)) <= Self.configuredShieldsPerDay
    else { return try present(look, nil, turn) }
    let receipt = try recordShieldShown(shield, family, turn)
    guard let arguments = arguments(shield, family, isRedraw: look.isRedraw) else {
      return try present(look, nil, turn)
    }
    // On a real clock the person must not wait for the extension, so show the default shield first.
    if look.isOnScreen, requests.configuration.clock == .real {
      turn.say(surface(look, nil, try buttons(for: look, sent: nil, turn), isRepeated: false))
    }
    let call = desk.begin(.look(look), at: program)
    turn.afterCommit {
      let message = self.requests.sealed(
        .shieldConfiguration(arguments), now: HostCalendar.wholeMinute(self.now), program, receipt)
      turn.say(.perform(call, program.id, message))
    }
  }

  /// Shows the look that the extension sent, or the default shield if it sent none in time.
  func ended(_ look: ShieldDrawing, _ end: CallEnd, _ program: HostedProgram, _ turn: Turn) throws {
    turn.tell(.sealed(program, end, at: now))
    try blocked.noteSealed(end, of: program, registry, turn)
    // Discard a look for a shield that is down or belongs to another family by now (H4).
    let isCurrent = memory.state.shield?.item == look.shield.item && memory.state.shield?.family == look.shield.family
    guard isCurrent || !look.isOnScreen else { return }
    var reply: WireValue?
    if case .replied(let value) = end { reply = value }
    try present(look, reply, turn)
  }

  private func present(_ look: ShieldDrawing, _ reply: WireValue?, _ turn: Turn) throws {
    let shield = look.shield
    let content = reply.flatMap { try? ShieldContent(reply: $0, assets: registry.assets(of: shield.family)) }
    let buttons = try buttons(for: look, sent: content, turn)
    // A look that did not arrive in time is recorded as unknown, unless the family's buttons are known.
    if look.isOnScreen, content != nil || buttons != nil || !hasConfiguration(shield) {
      var shown = content ?? ShieldContent()
      if let buttons { shown.buttons = buttons }
      surfaces.show(ShownShield(item: shield.item, family: shield.family, content: shown))
    }
    turn.say(surface(look, content == nil ? nil : reply, buttons, isRepeated: false))
  }

  private func surface(
    _ look: ShieldDrawing, _ reply: WireValue?, _ buttons: ShieldButtons?, isRepeated: Bool
  ) -> DeviceCommand {
    let shield = look.shield
    return .present(
      .shield(
        PresentedShield(
          shield: shield, itemName: names[shield.item], familyName: names.display(shield.family), look: reply,
          buttons: buttons.map { .constant($0) } ?? .own,
          grade: reply == nil ? "default shield" : gradeOfLook(of: shield),
          ordinal: surfaces.shieldCount.count(on: chronicle.calendar.day(shield.since)),
          isOnScreen: look.isOnScreen, isRepeated: isRepeated, faces: names.faces(in: reply, of: shield.family),
          at: now)))
  }

  private func gradeOfLook(of shield: Shield) -> String {
    shield.family.map { registry.grade($0, .shieldConfiguration) } ?? "none"
  }

  /// The command that shows the shield of the previous run again after a restart.
  var again: [DeviceCommand] {
    guard let shield = memory.state.shield else { return [] }
    return [surface(ShieldDrawing(shield: shield, isRedraw: true, isOnScreen: true), nil, nil, isRepeated: true)]
  }

  /// Whether an extension configures the look. It does not for a linked domain (S12) or in a family without that
  /// program (S4).
  func hasConfiguration(_ shield: Shield) -> Bool {
    guard let family = shield.family, shield.target != nil else { return false }
    return registry[family, .shieldConfiguration] != nil
      && !consent.isSuspended(.shieldConfiguration, of: family, in: memory.state)
  }

  /// Enters the shield in the ledger, durably before the request is sent (PRIV-LG3).
  private func recordShieldShown(_ shield: Shield, _ family: FamilyID, _ turn: Turn) throws -> LedgerReceipt {
    var items = [shield.item]
    if case .category(let category) = shield.hit { items.append(category) }
    try consent.tokens.issue(
      items, to: family.rawValue, because: .shield, day: chronicle.calendar.day(now), in: turn.transaction)
    return try chronicle.enter(
      LedgerEvent(
        family: family.rawValue, kind: .shieldShown, values: ["item": .items([shield.item])],
        profile: consent.profile), at: now, in: turn.transaction)
  }

  private func arguments(_ shield: Shield, _ family: FamilyID, isRedraw: Bool) -> ShieldConfigurationArguments? {
    func token(_ item: Item) -> WireToken? { consent.tokens.token(for: item, of: family.rawValue)?.wireToken }
    guard let own = token(shield.item) else { return nil }
    let isApplication = shield.item.kind == .application
    let item = ShieldConfigurationArguments.Item(
      kind: isApplication ? .application : .webDomain, token: own,
      name: nameTold(of: shield.item),
      bundleID: isApplication && consent.profile == .open ? shield.item.id : nil)
    var category: ShieldConfigurationArguments.Category?
    if case .category(let hit) = shield.hit, let token = token(hit) {
      category = .init(token: token, name: names.told(hit))
    }
    return ShieldConfigurationArguments(item: item, category: category, isRedraw: isRedraw)
  }
}

extension ShieldTransition.Change {
  var word: String {
    switch self {
    case .appeared: "up over"
    case .changed: "asked again over"
    case .disappeared: "down from"
    }
  }
}

extension ShieldHit {
  func spoken(_ name: (Item) -> String) -> String {
    switch self {
    case .direct: "direct"
    case .category(let category): "category \(name(category))"
    case .linked(let item): "belongs to \(name(item))"
    }
  }
}
