// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ExtensionProtocol
import ScreenTimeRules
import ScreenTimeStore
import Surfaces
import Testing

@testable import HostCore

/// Taps on a shield through a whole host: what the family receives, and the effect of its answer.
@Suite struct ShieldRunTests {
  /// Raises the shield over the editor and taps it.
  private func tapped(
    _ family: String, _ button: ShieldButton = .primaryButtonPressed, hasAction: Bool = true
  ) throws -> LiveHost {
    let live = try LiveHost(family, hasAction: hasAction)
    try live.use(minutes: 1)
    let shield = try #require(live.host.facts.state.shield)
    try live.host.press(button, on: shield)
    return live
  }

  @Test func `closes the tapped app and keeps the shield (S6, S8)`() throws {
    let live = try tapped("closer")
    #expect(live.note("tapped") == "application primaryButtonPressed")
    #expect(live.said(.press).suffix(2) == ["close for org.gnome.TextEditor", "org.gnome.TextEditor closes"])
    #expect(live.host.facts.state.shield?.item == LiveHost.editor)
    try live.close()
  }

  @Test func `names the category if the rule did, and has issued tokens of all categories (S6)`() throws {
    let live = try tapped("allcloser")
    #expect(live.note("tapped") == "category primaryButtonPressed")
    let issued = try live.host.facts.store.read { try $0.issuance() }.filter { $0.item.kind == .category }
    #expect(Set(issued.map(\.item)) == Set((1...12).map { Item.category("\($0)") }))
    #expect(issued.allSatisfy { $0.reach == "open" })
    try live.close()
  }

  @Test func `lifts a shield whose store the action cleared, whatever it answers (S8, S13)`() throws {
    let live = try tapped("lifter")
    #expect(live.host.facts.state.shield == nil)
    #expect(live.state?.stores == [:])
    #expect(live.said(.shield).last == "down from org.gnome.TextEditor")
    try live.close()
  }

  @Test func `opens the app with the token, the button and the note, and keeps the shield (S9)`() throws {
    let live = try tapped("opener")
    #expect(live.note("opened") == "primaryButtonPressed please 32")
    #expect(live.host.facts.state.shield?.item == LiveHost.editor)
    #expect(try live.endings(of: "activate") == ["applied reply.ok", "applied reply.ok"])
    try live.close()
  }

  @Test func `a press on a shield whose rule was written before a reset stays with the host (PRIV-TK4, PRIV-TK7)`()
    throws
  {
    let live = try LiveHost("closer", look: .staticProgram)
    try live.use(minutes: 1)
    try live.host.resetIdentifiers(of: live.family)
    // The shield draws again: its look gets a token that is good for drawing only.
    let shield = try #require(live.host.facts.state.shield)
    _ = try live.host.look(at: shield, isRedraw: true)
    try live.host.press(.primaryButtonPressed, on: shield)
    #expect(try live.endings(of: "handle").isEmpty)
    #expect(live.note("tapped") == nil)
    #expect(live.said(.press).suffix(2) == ["close for org.gnome.TextEditor", "org.gnome.TextEditor closes"])
    #expect(live.host.facts.state.shield?.item == LiveHost.editor)
    try live.close()
  }

  @Test func `treats a missed deadline as no answer and does not retry (S7)`() throws {
    let live = try tapped("hanger")
    #expect(try live.endings(of: "handle").count == 1)
    #expect(try live.endings(of: "handle").allSatisfy { $0.hasPrefix("failed") })
    #expect(live.note("tapped") == nil)
    #expect(live.said(.press) == ["primaryButtonPressed on org.gnome.TextEditor"])
    #expect(live.host.facts.state.shield?.item == LiveHost.editor)
    try live.close()
  }

  @Test func `treats a refused answer as no answer and applies none of it (S7, C4)`() throws {
    let live = try tapped("breaker")
    #expect(try live.endings(of: "handle").allSatisfy { $0.hasPrefix("refused") })
    #expect(live.note("tapped") == nil)
    #expect(!live.said(.press).contains("close for org.gnome.TextEditor"))
    try live.close()
  }

  @Test(arguments: [
    (ShieldButton.primaryButtonPressed, ["close for org.gnome.TextEditor", "org.gnome.TextEditor closes"]),
    (.secondaryButtonPressed, ["secondaryButtonPressed on org.gnome.TextEditor is ignored"]),
    (.firstSecondarySubmenuItemPressed, ["firstSecondarySubmenuItemPressed on org.gnome.TextEditor is ignored"]),
  ])
  func `without extensions the default shield has one button, which closes (S4, S10)`(
    _ button: ShieldButton, _ said: [String]
  ) throws {
    let live = try tapped("bare", button, hasAction: false)
    #expect(live.said(.press).suffix(said.count) == said)
    #expect(try live.endings(of: "handle").isEmpty)
    try live.close()
  }

  @Test(arguments: [
    ("closer", "Homework first, then this."), ("allcloser", "6 can wait until your homework is done."),
  ])
  func `requests a configuration for the item, alone or in its category, on each drawing (S2, S5)`(
    _ family: String, _ subtitle: String
  ) throws {
    let live = try LiveHost(family, look: .staticProgram)
    try live.use(minutes: 1)
    let drawn = try live.host.look(at: #require(live.host.facts.state.shield), isRedraw: true)
    let (content, grade) = (drawn.content, drawn.grade)
    #expect(grade == "sealed")
    #expect(content.title?.text == "org.gnome.TextEditor can wait")
    #expect(content.subtitle?.text == subtitle)
    #expect(content.icon == .symbol("book"))
    // Once when the shield came up and once now: no answer is kept.
    #expect(try live.ledger().filter { $0 == "shieldShown" }.count == 2)
    // Only its buttons can be tapped (S6): it has a second button and no submenu.
    let shield = try #require(live.host.facts.state.shield)
    try live.host.press(.firstSecondarySubmenuItemPressed, on: shield)
    #expect(try live.endings(of: "handle").isEmpty)
    try live.host.press(.secondaryButtonPressed, on: shield)
    #expect(live.note("tapped")?.hasSuffix("secondaryButtonPressed") == true)
    try live.close()
  }

  @Test func `accepts the pictures that the manifest names (S4, §4)`() throws {
    let live = try LiveHost("closer")
    #expect(live.host.facts.assets(of: live.family).images.keys.sorted() == ["logo"])
    #expect(live.host.facts.assets(of: nil).images.isEmpty)
    let reply: WireValue = ["configuration": ["icon": "logo"]]
    let content = try ShieldContent(reply: reply, assets: live.host.facts.assets(of: live.family))
    #expect(content.icon == .asset("logo"))
    #expect(live.said(.warning).isEmpty)
    try live.close()
  }

  @Test func `a page shielded only by a link has the default shield, and no extension is called (S12)`() throws {
    let live = try LiveHost("closer", look: .staticProgram)
    try live.use(minutes: 1)
    let before = try live.ledger()
    let page = Shield(
      item: .webDomain("page.example"), hit: .linked(LiveHost.editor), family: live.family,
      since: live.host.facts.state.now)
    let drawn = try live.host.look(at: page)
    let (content, grade) = (drawn.content, drawn.grade)
    #expect(content == ShieldContent())
    #expect(grade == "default shield")
    try live.host.press(.primaryButtonPressed, on: page)
    #expect(try live.ledger() == before)
    #expect(live.said(.press).last == "page.example closes")
    #expect(try live.endings(of: "handle").isEmpty)
    try live.close()
  }
}
