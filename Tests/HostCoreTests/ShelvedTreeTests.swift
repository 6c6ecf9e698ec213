// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ExtensionProtocol
import FamilyManifests
import ProcessSupervision
import ScreenTimeRules
import ScreenTimeStore
import Surfaces
import Testing

@testable import HostCore

/// The checked trees of widgets, the values that are stored with them, and the buttons of a drawn shield.
@Suite struct ShelvedTreeTests {
  private let scratch = Scratch()
  private let shown = WidgetContent.Shown(generation: 3, number: 0)

  private func tree(_ text: String) -> WireValue {
    ["kind": "widget", "child": ["kind": "text", "text": .string(text)]]
  }

  private func check(_ view: WireValue, _ variant: String = "light", by shelf: TreeShelf) throws -> TreeShelf.Checked {
    try shelf.check(view, variant, of: "installation", in: ViewContext(point: .widget))
  }

  @Test func `each tree is checked as itself, whichever variant it draws and whatever was checked before`() throws {
    let shelf = TreeShelf()
    let first = try check(tree("one"), by: shelf)
    let second = try check(tree("two"), by: shelf)
    let dark = try check(tree("one"), "dark", by: shelf)
    #expect(first.digest != second.digest && first.tree != second.tree)
    #expect(JSONText.text(first.tree) == String(decoding: first.bytes, as: UTF8.self))
    #expect(dark.digest == first.digest && dark.bytes == first.bytes)
    #expect(try check(tree("one"), by: shelf).digest == first.digest)
    #expect(throws: ViewFault.self) { try check(["kind": "nonsense"], by: shelf) }
    #expect(try check(tree("two"), by: shelf).digest == second.digest)
    shelf.forget()
    #expect(try check(tree("one"), by: shelf).digest == first.digest)
  }

  @Test func `a tree is checked anew for another installation, which may have other addresses`() throws {
    let shelf = TreeShelf()
    let link: WireValue = [
      "kind": "widget", "child": ["kind": "link", "url": "hw://a", "child": ["kind": "text", "text": "Link"]],
    ]
    let known = ViewContext(point: .widget, urlSchemes: ["hw"])
    let digest = try shelf.check(link, "light", of: "a", in: known).digest
    #expect(throws: ViewFault.self) { try shelf.check(link, "light", of: "b", in: ViewContext(point: .widget)) }
    #expect(try shelf.check(link, "light", of: "a", in: known).digest == digest)
  }

  @Test func `trees that are stored now are shown without being read, until their owner gets others`() throws {
    let store = try DeviceStore(directory: scratch.path + "/state", durability: .simulated)
    let shelf = TreeShelf()
    let (light, locked) = (try check(tree("one"), by: shelf), try check(tree("two"), "private", by: shelf))
    /// The variants that are shown of an entry, though none is in the store.
    func variants(_ owner: String, number: Int = 0) throws -> [String] {
      let shown = WidgetContent.Shown(generation: 3, number: number)
      return try store.read { try shelf.views(of: owner, shown, $0) ?? [:] }.keys.sorted()
    }
    for owner in ["a", "b"] {
      shelf.stored([(variant: .light, checked: light), (variant: .private, checked: locked)], of: owner, shown)
    }
    shelf.stored([(variant: .dark, checked: light)], of: "a", WidgetContent.Shown(generation: 3, number: 1))
    #expect(try variants("a") == ["light", "private"])
    #expect(try variants("a", number: 1) == ["dark"])
    #expect(try variants("a", number: 2).isEmpty)
    let views = try store.read { try shelf.views(of: "a", shown, $0) }
    #expect(views?["private"] == locked.tree)
    shelf.replaced("a")
    #expect(try variants("a").isEmpty)
    #expect(try variants("b") == ["light", "private"])
    shelf.forget()
    #expect(try variants("b").isEmpty)
  }

  @Test func `an entry with one unreadable tree has none, and is read again once it is whole`() throws {
    let store = try DeviceStore(directory: scratch.path + "/state", durability: .simulated)
    let shelf = TreeShelf()
    func put(_ variant: String, _ bytes: [UInt8]) throws {
      try store.transaction {
        try $0.put([WidgetTree(number: 0, variant: variant, bytes: bytes)], of: "a", generation: 3)
      }
    }
    func views() throws -> [String: WireValue]? { try store.read { try shelf.views(of: "a", shown, $0) } }
    try put("light", JSONText.bytes(tree("one")))
    try put("dark", [0xFF, 0x00])
    #expect(try views() == nil)
    try put("dark", JSONText.bytes(tree("two")))
    let expected: [String: WireValue] = ["light": tree("one"), "dark": tree("two")]
    #expect(try views() == expected)
  }

  // MARK: Stored values

  @Test func `a stored parameter that can't be read is left out of a widget's configuration`() {
    let whole = ParameterValue(name: "subject", value: .string("maths"))
    var widget = WidgetInstance(
      id: "a", family: FamilyID("home"), kind: "Clock", size: "systemSmall",
      parameters: [StoredParameter(name: "bad", json: "{"), StoredParameter(whole)], place: 0,
      at: Timestamp(milliseconds: 0))
    #expect(widget.configuration == [whole])
    #expect(StoredParameter(name: "bad", json: #"{"unknown":1}"#).wireValue == nil)
    #expect(widget.request == WidgetRequest(kind: "Clock", size: .systemSmall))
    widget.size = "systemHuge"
    #expect(widget.request == nil)
  }

  @Test func `a family's failures are said in the order of its programs, and a family without any has none`() {
    var offers = Offers<WidgetDescription>()
    let family = FamilyID("home")
    offers[ProgramID("home.a")] = Offer(installation: "1")
    #expect(offers.failure(of: family) == nil)
    offers[ProgramID("home.c")] = Offer(installation: "1", failure: "it crashed")
    offers[ProgramID("home.b")] = Offer(installation: "1", failure: "it was late")
    offers[ProgramID("work.a")] = Offer(installation: "1", failure: "it left")
    #expect(offers.failure(of: family) == "it was late; it crashed")
    offers[ProgramID("home.c")] = Offer(installation: "2")
    #expect(offers.failure(of: family) == "it was late" && offers[ProgramID("home.c")]?.installation == "2")
    #expect(offers.of(family).count == 3)
  }

  // MARK: Buttons

  @Test func `a shield takes over other labels with its own colours, and choices only behind a second button`() {
    var content = ShieldContent()
    #expect(content.buttons == ShieldButtons())
    content.submenu = ["5 minutes"]
    #expect(content.buttons == ShieldButtons())
    let (red, blue) = (RGBA(200, 30, 30), RGBA(30, 30, 200))
    content.primaryButton = ShieldContent.Label("Back", color: red)
    content.secondaryButton = ShieldContent.Label("Ask", color: blue)
    #expect(content.buttons == ShieldButtons(primary: "Back", secondary: "Ask", submenu: ["5 minutes"]))
    content.buttons = ShieldButtons(primary: "Close", secondary: "Later", submenu: ["a", "b"])
    #expect(content.primaryButton == ShieldContent.Label("Close", color: red))
    #expect(content.secondaryButton == ShieldContent.Label("Later", color: blue) && content.submenu == ["a", "b"])
    content.buttons = ShieldButtons(secondary: "Only")
    #expect(content.primaryButton == nil && content.secondaryButton?.text == "Only" && content.submenu.isEmpty)
    content.buttons = ShieldButtons(primary: "Close")
    #expect(content.primaryButton == ShieldContent.Label("Close") && content.secondaryButton == nil)
  }

  @Test func `a button, a reason for ignoring it and a change of a shield each have words of their own`() {
    #expect(
      ShieldButton.allCases.map(\.spoken) == [
        "the first button", "the second button", "the first choice", "the second choice", "the third choice",
      ])
    #expect(
      IgnoredTap.allCases.map(\.spoken) == [
        "the last press is not answered yet", "the shield has no such button",
      ])
    let changes: [ShieldTransition.Change] = [.appeared, .changed, .disappeared]
    #expect(changes.map(\.word) == ["up over", "asked again over", "down from"])
    let hits: [ShieldHit] = [.direct, .category(.category("2")), .linked(.application("chess"))]
    #expect(hits.map { $0.spoken { $0.id } } == ["direct", "category 2", "belongs to chess"])
  }
}
