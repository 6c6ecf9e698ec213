// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ExtensionProtocol
import PrivacyBoundary
import ScreenTimeRules
import ScreenTimeStore
import Surfaces
import Testing

@testable import HostCore

/// The owners of what the host draws: a shield's look, the names behind tokens, and an app's window.
@Suite struct DrawnOwnerTests {
  private static let homework = FamilyID("homework")

  @Test func `a look belongs to the shield of one family over one item`() {
    var content = ShieldContent()
    content.submenu = ["5 minutes"]
    let shown = ShownShield(item: PlayedLife.chess, family: Self.homework, content: content)
    for (item, family, isOwn) in [
      (PlayedLife.chess, Self.homework, true), (PlayedLife.editor, Self.homework, false),
      (PlayedLife.chess, FamilyID("worklog"), false), (PlayedLife.chess, nil, false),
      (PlayedLife.editor, nil, false),
    ] as [(Item, FamilyID?, Bool)] {
      let shield = Shield(item: item, hit: .direct, family: family, since: NotificationBench.start)
      #expect(shown.look(of: shield)?.submenu == (isOwn ? ["5 minutes"] : nil), "\(item.id)")
    }
  }

  @Test func `a token that only a sealed program was sent has its name where it is drawn`() throws {
    let life = try PlayedLife(points: [])
    try life.meet("homework", picking: ["org.gnome.TextEditor"])
    let tokens = life.facts.owners.consent.tokens
    let issued = try life.facts.store.transaction {
      try tokens.issue([PlayedLife.chess], to: "homework", because: .report, day: "2026-10-19", in: $0)
    }
    let token = try #require(issued.first)
    #expect(tokens.resolve(token, of: "homework") == nil)
    let text = try #require(life.facts.token(for: PlayedLife.chess, of: Self.homework)).text
    let view: WireValue = ["kind": "text", "children": [.string(text), .string(text)]]
    #expect(life.facts.parts.names.faces(in: view, of: Self.homework) == [text: "Chess"])
  }

  @Test func `the window of an app is as large as the screen of a phone`() throws {
    let view: WireValue = [
      "kind": "vstack", "align": "center", "spacing": 8_000, "children": [["kind": "text", "text": "Homework"]],
    ]
    let window = PresentedWindow(
      family: Self.homework, familyName: "Homework", title: "First", tree: 1, view: view, at: NotificationBench.start)
    let environment = EnvironmentSnapshot(locale: "en_GB", timeZone: "UTC", firstWeekday: 2, uses24Hour: true)
    #expect(try WindowSurface(window, environment).drawing.frame == Extent(390_000, 844_000))
  }
}
