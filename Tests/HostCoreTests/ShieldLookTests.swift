// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ExtensionProtocol
import FamilyManifests
import Pages
import ProcessSupervision
import ScreenTimeRules
import ScreenTimeStore
import Testing

@testable import HostCore

/// The buttons of a shield: what its family draws, what the pages offer, and what a person who reads them sees.
@Suite struct ShieldLookTests {
  private static let homework = FamilyID("homework")

  /// A family's buttons, and the labels that a person can press, each with its button.
  struct Look: Sendable {
    var primary: String?
    var secondary: String?
    var submenu: [String] = []
    var labels: [(String, ShieldButton)]
  }

  private static let looks = [
    Look(labels: [("OK", .primaryButtonPressed)]), Look(primary: "Back", labels: [("Back", .primaryButtonPressed)]),
    Look(secondary: "Ask", labels: [("OK", .primaryButtonPressed), ("Ask", .secondaryButtonPressed)]),
    Look(
      primary: "Back", secondary: "Ask", labels: [("Back", .primaryButtonPressed), ("Ask", .secondaryButtonPressed)]),
    Look(
      primary: "Back", secondary: "Ask", submenu: ["5 minutes"],
      labels: [("Back", .primaryButtonPressed), ("5 minutes", .firstSecondarySubmenuItemPressed)]),
    Look(
      secondary: "Ask", submenu: ["c", "b", "a"],
      labels: [
        ("OK", .primaryButtonPressed), ("c", .firstSecondarySubmenuItemPressed),
        ("b", .secondSecondarySubmenuItemPressed), ("a", .thirdSecondarySubmenuItemPressed),
      ]),
  ]

  private func label(_ text: String) -> WireValue { ["color": "#1d2b1fff", "text": .string(text)] }

  /// A device with a shield on screen whose family has drawn it.
  private func life(_ look: Look) throws -> PlayedLife {
    let life = try PlayedLife(extras: ["shieldAction": #", "requests": ["shields"]"#])
    life.reply = { one in
      guard one.program.hasSuffix(".shieldconfiguration") else { return nil }
      var members: WireObject = ["title": label("Closed")]
      members["primaryButton"] = look.primary.map(label)
      members["secondaryButton"] = look.secondary.map(label)
      if !look.submenu.isEmpty { members["submenu"] = .array(look.submenu.map { .string($0) }) }
      return .replied(["configuration": .object(members)])
    }
    try life.meet("homework", picking: ["org.gnome.Chess"])
    try life.use(PlayedLife.chess, minutes: 22)
    return life
  }

  @Test func `a shield on screen before a restart is presented again, marked as repeated`() throws {
    let life = try life(Self.looks[0])
    func shields() -> [PresentedShield] {
      life.bench.presented.compactMap { if case .shield(let shield) = $0 { shield } else { nil } }
    }
    #expect(!shields().isEmpty && shields().allSatisfy { !$0.isRepeated })
    try life.restart()
    let first = try #require(shields().first)
    #expect(first.isRepeated && first.isOnScreen && first.shield.item == PlayedLife.chess)
  }

  @Test(arguments: [false, true])
  func `a deferred shield asks for its look once, even if the reply's effects ask too (S8)`(
    _ refreshes: Bool
  ) throws {
    let life = try life(Self.looks[0])
    let usual = life.reply
    var asked = 0
    life.reply = { one in
      if one.program.hasSuffix(".shieldconfiguration") { asked += 1 }
      guard one.program.hasSuffix(".shieldaction") else { return try usual(one) }
      return .replied(["effects": .array(refreshes ? [["kind": "refreshShields"]] : []), "response": "defer"])
    }
    try life.press(.primaryButtonPressed)
    #expect(asked == 1)
    // A request that comes too soon after another is made later.
    try life.use(PlayedLife.chess, minutes: 5)
    #expect(asked == 1)
  }

  @Test(arguments: looks.indices) func `each button that a shield shows can be pressed on its page`(_ index: Int) throws
  {
    let look = Self.looks[index]
    let life = try life(look)
    let maker = PageMaker(life.facts, hasPasscode: false)
    let presses = maker.shieldControls(PlayedLife.chess).filter { $0.command.contains("shield press") }
    #expect(presses.map { $0.act["button"] } == look.labels.map { .text($0.1.rawValue) })
    for (press, (text, _)) in zip(presses, look.labels) {
      let isChoice = look.submenu.contains(text)
      #expect(press.label.text == (isChoice ? "\(look.secondary ?? ""): \(text)" : text))
    }
    let words = look.submenu.indices.map { "\($0 + 1)" }
    let expected = ["primary"] + (look.secondary == nil ? [] : look.submenu.isEmpty ? ["secondary"] : words)
    #expect(presses.map { $0.command.split(separator: " ").last.map(String.init) } == expected)
  }

  @Test(arguments: looks.indices) func `a press of a button that the shield does not show is ignored`(
    _ index: Int
  ) throws {
    let look = Self.looks[index]
    let life = try life(look)
    for button in ShieldButton.allCases {
      let before = life.lines.count
      let shield = try #require(life.facts.state.shield)
      life.take(.person(PersonAct(.presses(button, shield), id: "press \(button)")))
      let isSent = life.bench.sent.contains { $0.program == "homework.shieldaction" }
      // A script may press a second button that only opens its choices.
      let isShown =
        look.labels.contains { $0.1 == button } || button == .secondaryButtonPressed && look.secondary != nil
      #expect(isSent == isShown, "\(button)")
      life.reply = { one in
        one.program.hasSuffix(".shieldaction") ? .replied(["effects": [], "response": "none"]) : nil
      }
      try life.settle()
      #expect(isSent || life.lines.dropFirst(before).contains { $0.contains("is ignored") }, "\(button)")
    }
  }

  @Test(arguments: looks.indices) func `a person who reads the labels sees those of the look, or the family's own`(
    _ index: Int
  ) throws {
    let look = Self.looks[index]
    let life = try life(look)
    var drawn: PresentedShield?
    for case .shield(let shield) in life.bench.presented where shield.look != nil { drawn = shield }
    let shield = try #require(drawn)
    #expect(shield.labelledButtons.map(\.label) == look.labels.map(\.0))
    #expect(shield.labelledButtons.map(\.button) == look.labels.map(\.1))
    #expect(shield.firstByLabel == look.labels.min { $0.0 < $1.0 }?.1)
    var constant = shield
    constant.buttons = .constant(ShieldButtons(primary: "Chess off", secondary: "A", submenu: []))
    #expect(constant.labelledButtons.map(\.label) == ["Chess off", "A"])
    // Without the name of the item, the first label comes first.
    #expect(constant.firstByLabel == .primaryButtonPressed)
  }

  @Test func `looking at a shield again does not record its family's buttons`() throws {
    let life = try life(Self.looks[3])
    func capacity() throws -> Int64? {
      try life.facts.store.read { try life.facts.parts.looks.pressCapacity(of: Self.homework, $0) }
    }
    let before = try capacity()
    life.reply = { one in
      guard one.program.hasSuffix(".shieldconfiguration") else { return nil }
      return .replied([
        "configuration": ["secondaryButton": label("Other"), "title": label("Closed")]
      ])
    }
    let shield = try #require(life.facts.state.shield)
    life.take(.person(PersonAct(.looksAt(shield, isRedraw: false))))
    try life.settle()
    #expect(try capacity() == before)
    try life.use(PlayedLife.editor, minutes: 1)
    try life.use(PlayedLife.chess, minutes: 1)
    #expect(try capacity() != before)
  }
}
