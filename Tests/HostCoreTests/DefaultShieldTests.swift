// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ExtensionProtocol
import FamilyManifests
import PrivacyBoundary
import ProcessSupervision
import ScreenTimeRules
import ScreenTimeStore
import ScreenTimeVocabulary
import Surfaces
import Testing
import WrittenCodes

@testable import HostCore

/// Shields that no extension draws, and what the device tells the extension of one that it does draw.
@Suite struct DefaultShieldTests {
  private static let homework = FamilyID("homework")

  private func shown(_ life: PlayedLife) -> ShownShield? { life.facts.owners.surfaces.shownShield }

  @Test func `the operator's shield is known to have the default look, which has one button`() throws {
    let life = try PlayedLife()
    let closed = SettingsStore(values: [.shieldApplications: .items([PlayedLife.chess])])
    life.take(.operator(.policy(["house": closed])))
    try life.use(PlayedLife.chess, minutes: 1)
    try #require(life.facts.state.shield?.item == PlayedLife.chess && life.facts.state.shield?.family == nil)
    let look = try #require(shown(life))
    #expect(look.item == PlayedLife.chess && look.family == nil && look.content == ShieldContent())
    try life.press(.secondaryButtonPressed)
    let lines = life.lines.suffix(2)
    #expect(lines.contains { $0.contains("the shield has no such button") }, "\(lines)")
  }

  @Test func `a shield of a family that draws none is known to have the default look`() throws {
    let life = try PlayedLife(points: ["shieldAction"])
    try life.meet("homework", picking: [PlayedLife.chess.id])
    try life.use(PlayedLife.chess, minutes: 22)
    try #require(life.facts.state.shield?.family == Self.homework)
    let look = try #require(shown(life))
    #expect(look.item == PlayedLife.chess && look.family == Self.homework && look.content == ShieldContent())
  }

  @Test func `a press is taken while other callbacks of its family are pending`() throws {
    let life = try PlayedLife()
    try life.meet("homework", picking: [PlayedLife.chess.id])
    try life.use(PlayedLife.chess, minutes: 22)
    let shield = try #require(life.facts.state.shield)
    life.take(.person(PersonAct(.opens(Self.homework, stays: false))))
    let commands = life.take(.person(PersonAct(.presses(.primaryButtonPressed, shield))))
    let told = commands.compactMap { command -> String? in
      if case .tell(let event) = command { event.what } else { nil }
    }
    #expect(told == ["primaryButtonPressed on Chess"])
    #expect(life.facts.owners.outbox.owed.map(\.point) == ["app", "shieldAction"])
  }

  @Test func `the profile open reveals the bundle of an application, and a website has none`() throws {
    let life = try PlayedLife()
    try life.meet("homework", picking: [PlayedLife.chess.id])
    let call = try life.open("homework")
    let own = try #require(life.selections["homework"])
    let effects: [Effect] = [
      .setSetting(store: "s", key: .shieldApplications, value: .tokens(own.applications)),
      .setSetting(store: "s", key: .shieldWebDomains, value: .tokens(own.webDomains)),
    ]
    try life.end(call, .replied(EffectsResult(effects: effects).wire))
    life.leave("homework")
    var items: [WireObject] = []
    life.reply = { one in
      if one.program.hasSuffix(".shieldconfiguration"), case .object(let request) = one.request,
        case .object(let arguments)? = request["arguments"], case .object(let item)? = arguments["item"]
      {
        items.append(item)
      }
      return nil
    }
    try life.use(PlayedLife.chess, minutes: 1)
    try life.use(PlayedLife.browser, PlayedLife.site, minutes: 1)
    let bundles: [WireValue?] = [.string(PlayedLife.chess.id), nil]
    #expect(items.compactMap { $0["kind"] } == ["application", "webDomain"])
    #expect(items.map { $0["bundleID"] } == bundles)
  }
}
