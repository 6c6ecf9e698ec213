// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ExtensionProtocol
import FamilyManifests
import PrivacyBoundary
import ProcessSupervision
package import ScreenTimeRules
import ScreenTimeStore
package import Surfaces

// MARK: - Shields on screen

extension ScreenTimeHost {
  /// Shields that are configured by an extension in a day and family; more get the default shield (SF6).
  private static let configuredShieldsPerDay = 200

  /// Plans or forgets the simulated person's press as shields come and go; durable with the next `persist`.
  func updatePress(for transitions: [ShieldTransition]) {
    observer.note(transitions)
    for transition in transitions {
      switch transition.change {
      case .appeared:
        let count = shieldCount.increment(on: calendar.day(transition.at))
        pendingPress = configuration.presses.press(on: transition.shield, count: count)
      case .changed: break
      case .disappeared: pendingPress = nil
      }
    }
  }

  /// Draws a shield that went up or changed, and says what came down.
  func show(_ transition: ShieldTransition) throws {
    let shield = transition.shield
    let what = "\(transition.change.word) \(name(of: shield.item))"
    observer.tell(
      transition.at,
      HostEvent(
        at: transition.at, .shield, family: shield.family?.rawValue, what, detail: shield.hit.spoken(name(of:))))
    switch transition.change {
    case .appeared: try drawShield(shield, isRedraw: false)
    case .changed: try drawShield(shield, isRedraw: true)
    case .disappeared:
      shownShield = nil
      try pages?.lifted(shield, at: transition.at, in: self)
    }
  }

  /// Asks the winner for its configuration in a fresh, sealed process; the default shield stands in for anything else.
  func drawShield(_ shield: Shield, isRedraw: Bool) throws {
    shownShield = nil
    let (content, grade) = try configuration(of: shield, isRedraw: isRedraw)
    let isAnswered = grade == "sealed" || !hasConfiguration(shield)
    if isAnswered { shownShield = ShownShield(item: shield.item, family: shield.family, content: content) }
    try pages?.shield(shield, content: content, grade: grade, in: self)
  }

  /// Whether anybody is asked for the look of a shield: not for a linked domain (S12), nor without an extension (S4).
  private func hasConfiguration(_ shield: Shield) -> Bool {
    guard let family = shield.family, shield.target != nil else { return false }
    return program(family, .shieldConfiguration) != nil && !isSuspended(.shieldConfiguration, of: family)
  }

  /// The look of a shield: the extension's, or the default one (S4), with the grade of the process that drew it.
  package func configuration(of shield: Shield, isRedraw: Bool) throws -> (ShieldContent, grade: String) {
    let fallback = (ShieldContent(), "default shield")
    guard hasConfiguration(shield), let family = shield.family, let program = program(family, .shieldConfiguration),
      shieldCount.count(on: calendar.day(state.now)) <= Self.configuredShieldsPerDay
    else { return fallback }
    let receipt = try recordShieldShown(shield, family)
    guard let arguments = shieldArguments(shield, family, isRedraw: isRedraw) else { return fallback }
    var content: ShieldContent?
    let outcome = program.supervised.perform(
      PerformCall(
        prepare: { [self] _, evidence in
          let seal = try Seal(
            policy: policy, point: .shieldConfiguration, profile: profile, consent: agreedPolicy(of: family),
            family: family.rawValue, entry: receipt, audit: { evidence.differences })
          let sealed = try seal.perform(
            PerformParams(
              callback: .shieldConfiguration(arguments),
              delivery: DeliveryInfo(attempt: 1, now: HostCalendar.wholeMinute(state.now).milliseconds, seed: 0),
              snapshot: snapshot(of: family, in: state, for: .shieldConfiguration),
              deadlineMs: program.declaration.limits.deadlineMs))
          return OutgoingRequest(params: sealed.request.body)
        },
        judge: { [assets = assets(of: family)] value in
          do {
            content = try ShieldContent(reply: value, assets: assets)
            return .accepted
          } catch {
            return .malformed(ErrorObject(.schema, String(describing: error)))
          }
        }), now: state.now.milliseconds)
    observer.sealed(program, outcome, at: state.now)
    try noteSealed(outcome, of: program, family)
    guard outcome == .accepted, let content else { return fallback }
    return (content, "sealed")
  }

  /// No entry, no release: in a transaction of its own, before the request is sent (LG3).
  private func recordShieldShown(_ shield: Shield, _ family: FamilyID) throws -> LedgerReceipt {
    try store.transaction { transaction in
      var items = [shield.item]
      if case .category(let category) = shield.hit { items.append(category) }
      try tokens.issue(
        items, to: family.rawValue, because: .shield, day: calendar.day(state.now), in: transaction)
      return try ledger.append(
        LedgerEvent(
          family: family.rawValue, kind: .shieldShown, values: ["item": .items([shield.item])],
          profile: profile),
        day: calendar.day(state.now), slot: calendar.minute(state.now), in: transaction)
    }
  }

  private func shieldArguments(
    _ shield: Shield, _ family: FamilyID, isRedraw: Bool
  ) -> ShieldConfigurationArguments? {
    guard let token = tokens.token(for: shield.item, of: family.rawValue)?.wireToken else { return nil }
    let isApplication = shield.item.kind == .application
    let item = ShieldConfigurationArguments.Item(
      kind: isApplication ? .application : .webDomain, token: token,
      name: isApplication ? name(of: shield.item) : shield.item.id,
      bundleID: isApplication && profile == .open ? shield.item.id : nil)
    var category: ShieldConfigurationArguments.Category?
    if case .category(let hit) = shield.hit, let token = tokens.token(for: hit, of: family.rawValue)?.wireToken {
      category = .init(token: token, name: name(of: hit))
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

// MARK: - For the commands

extension ScreenTimeHost {
  /// A shield as it is drawn: for the terminal, and where its page went.
  package struct DrawnShield {
    /// The shield itself, for whatever a person wants of it.
    package var surface: ShieldSurface
    package var terminal: String
    package var grade: String
    package var path: String?
  }

  /// The shield that covers an item now, in front or not.
  package func shield(over item: Item) -> Shield? {
    guard case .shielded(let hit, let winner) = rules.decision(on: item, in: state) else { return nil }
    return Shield(item: item, hit: hit, family: winner, since: state.now)
  }

  /// Draws a shield on demand.
  package func draw(_ shield: Shield) throws -> DrawnShield {
    let (content, grade) = try configuration(of: shield, isRedraw: false)
    try pages?.shield(shield, content: content, grade: grade, in: self)
    try pages?.flush()
    let surface = ShieldSurface(
      content, itemName: name(of: shield.item), familyName: displayName(of: shield.family),
      environment: drawEnvironment(of: shield.family))
    return DrawnShield(
      surface: surface, terminal: try surface.terminal(columns: 80), grade: grade, path: writtenPages.last)
  }

  /// Pages written in this run, in order.
  package var writtenPages: [String] { pages?.written ?? [] }
}
