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

@testable import HostCore

/// The buttons that a family's shields have had, and the one set that they all get under the narrower profiles.
@Suite struct ShieldArrangementTests {
  private static let homework = FamilyID("homework")

  private static func label(_ text: String) -> WireValue { ["color": "#1d2b1fff", "text": .string(text)] }

  private static func look(_ primary: String, _ secondary: String? = nil) -> CallEnd {
    var members: WireObject = ["primaryButton": label(primary), "title": label("Closed")]
    members["secondaryButton"] = secondary.map(label)
    return .replied(["configuration": .object(members)])
  }

  // MARK: Values

  @Test func `the same buttons count once, whatever was seen since, and other ones count`() throws {
    var known = ShieldArrangements(installation: "one")
    let all = [
      ShieldButtons(), ShieldButtons(primary: "a"), ShieldButtons(secondary: "a"),
      ShieldButtons(primary: "a", secondary: "b"), ShieldButtons(secondary: "a", submenu: ["b", "c"]),
      ShieldButtons(secondary: "a", submenu: ["c", "b"]),
    ]
    #expect(known.millibits == 0)
    var millibits: [Int64] = []
    for buttons in all {
      let isNew = try known.see(buttons)
      #expect(isNew)
      millibits.append(known.millibits)
    }
    #expect(millibits == [0, 1_000, 1_585, 2_000, 2_322, 2_585])
    for buttons in all {
      let isNew = try known.see(buttons)
      #expect(!isNew)
    }
    #expect(known.seen.count == all.count && known.seen.allSatisfy { $0.count == 16 })
    #expect(known.first == nil && known.installation == "one")
  }

  @Test func `no more than 1,024 arrangements are counted`() throws {
    var known = ShieldArrangements(seen: (0..<1_023).map { "\($0)" })
    let last = try known.see(ShieldButtons(primary: "last"))
    #expect(last && known.seen.count == 1_024 && known.millibits == 10_000)
    let further = try known.see(ShieldButtons(primary: "further"))
    #expect(!further && known.seen.count == 1_024)
  }

  @Test func `setting the buttons of a look keeps its colours, and without a second one there are no choices`() {
    let (red, blue) = (RGBA(255, 0, 0), RGBA(0, 0, 255))
    var content = ShieldContent()
    content.submenu = ["hidden"]
    #expect(content.buttons == ShieldButtons())
    content.primaryButton = ShieldContent.Label("one", color: red)
    content.secondaryButton = ShieldContent.Label("two", color: blue)
    #expect(content.buttons == ShieldButtons(primary: "one", secondary: "two", submenu: ["hidden"]))
    content.buttons = ShieldButtons(primary: "first", secondary: "second", submenu: ["third"])
    #expect(content.primaryButton == ShieldContent.Label("first", color: red))
    #expect(content.secondaryButton == ShieldContent.Label("second", color: blue))
    #expect(content.submenu == ["third"])
    content.buttons = ShieldButtons()
    #expect(content == ShieldContent())
    content.buttons = ShieldButtons(primary: "new", secondary: "newer")
    #expect(content.primaryButton == ShieldContent.Label("new"))
    #expect(content.secondaryButton == ShieldContent.Label("newer"))
  }

  // MARK: A device

  /// A device on which the family's shield over chess has come up, drawn by `look`.
  private func life(
    _ profile: PrivacyProfile, buttons: String = "", look: @escaping () -> CallEnd?
  ) throws -> PlayedLife {
    let life = try PlayedLife(extras: ["shieldConfiguration": buttons]) { $0.profile = profile }
    life.reply = { $0.program.hasSuffix(".shieldconfiguration") ? look() : nil }
    try life.meet("homework", picking: ["org.gnome.Chess"])
    try life.use(PlayedLife.chess, minutes: 50)
    try #require(life.facts.state.shield?.family == Self.homework)
    return life
  }

  private func stored(_ life: PlayedLife) throws -> ShieldArrangements? {
    try life.facts.store.read { try $0.value(ShieldArrangements.self, HostMeta.buttons(Self.homework)) }
  }

  /// Leaves chess and comes back, so that its shield comes up again.
  ///
  /// - Returns: the buttons on screen, and the warnings.
  private func again(_ life: PlayedLife) throws -> (ShieldButtons?, [String]) {
    let before = life.lines.count
    try life.use(PlayedLife.editor, minutes: 1)
    try life.use(PlayedLife.chess, minutes: 1)
    let shown = life.facts.owners.surfaces.shownShield
    let warnings = life.lines.dropFirst(before).filter { $0.contains("came with other buttons") }
    return (shown?.content.buttons, Array(warnings))
  }

  private func attempts(_ life: PlayedLife) throws -> Int {
    try life.facts.store.read { try $0.ledger(family: "homework") }.count { $0.kind == "blockedAttempt" }
  }

  @Test(arguments: [PrivacyProfile.standard, .tight])
  func `a shield on screen decides the buttons of its build, without the name that it tells`(
    _ profile: PrivacyProfile
  ) throws {
    var next: CallEnd = .fallback(reason: .process(.deadline))
    let life = try life(profile) { next }
    let installation = try #require(life.facts.owners.registry[Self.homework, .shieldConfiguration]).installation
    // Neither the default shield nor one that a person only looks at decides anything.
    #expect(try stored(life) == nil)
    next = Self.look("Looked at")
    let shield = try #require(life.facts.state.shield)
    life.take(.person(PersonAct(.looksAt(shield, isRedraw: false))))
    try life.settle()
    #expect(try stored(life) == nil)
    #expect(life.facts.owners.surfaces.shownShield == nil)
    next = Self.look("Close Chess", "Chess")
    let own = ShieldButtons(primary: "Close Chess", secondary: "Chess")
    let first = try again(life)
    #expect(first.0 == own && first.1 == [])
    let known = ShieldArrangements(
      installation: installation, first: ShieldButtons(primary: "Close {name}", secondary: "Chess"))
    #expect(try stored(life) == known)
    // The same buttons are no attempt, and neither is a look that does not come.
    #expect(try again(life).1 == [])
    next = .fallback(reason: .process(.deadline))
    let missed = try again(life)
    #expect(missed.0 == own && missed.1 == [])
    #expect(try attempts(life) == 0)
    next = Self.look("Other")
    let other = try again(life)
    #expect(other.0 == own && other.1.count == 1)
    #expect(other.1.first?.contains("it keeps the family's, which its first shield had") == true)
    #expect(try attempts(life) == 1 && stored(life) == known)
    // A press is not charged, since it can carry nothing.
    #expect(
      try life.facts.store.read { try life.facts.parts.looks.pressCapacity(of: Self.homework, $0) } == nil)
  }

  @Test func `another build starts with buttons of its own`() throws {
    var next = Self.look("First")
    let life = try life(.standard) { next }
    #expect(try stored(life)?.first == ShieldButtons(primary: "First"))
    try life.restart(build: "other")
    let installation = try #require(life.facts.owners.registry[Self.homework, .shieldConfiguration]).installation
    #expect(try stored(life)?.installation != installation)
    next = Self.look("Second")
    let second = try again(life)
    #expect(second.0 == ShieldButtons(primary: "Second") && second.1 == [])
    #expect(
      try stored(life) == ShieldArrangements(installation: installation, first: ShieldButtons(primary: "Second")))
  }

  @Test func `buttons that a manifest declares are kept in no list, and the warning names it`() throws {
    var next = Self.look("Close")
    let life = try life(.standard, buttons: #", "buttons": { "primary": "Close" }"#) { next }
    #expect(try stored(life) == nil && attempts(life) == 0)
    next = Self.look("Other", "More")
    let other = try again(life)
    #expect(other.0 == ShieldButtons(primary: "Close") && other.1.count == 1)
    #expect(other.1.first?.contains("it keeps the family's, which its manifest declares") == true)
    #expect(try stored(life) == nil && attempts(life) == 1)
  }

  @Test func `under open each shield keeps its buttons, and those on screen are counted`() throws {
    var next = Self.look("First")
    let life = try life(.open) { next }
    func capacity(_ family: String = "homework") throws -> Int64? {
      try life.facts.store.read { try life.facts.parts.looks.pressCapacity(of: FamilyID(family), $0) }
    }
    #expect(try stored(life)?.seen.count == 1 && stored(life)?.first == nil && capacity() == 0)
    next = Self.look("Second")
    let second = try again(life)
    #expect(second.0 == ShieldButtons(primary: "Second") && second.1 == [])
    #expect(try stored(life)?.seen.count == 2 && capacity() == 1_000)
    // The same again, one that fails and another family's are none.
    #expect(try again(life).0 == ShieldButtons(primary: "Second"))
    next = .fallback(reason: .process(.deadline))
    #expect(try again(life).0 == nil)
    #expect(try stored(life)?.seen.count == 2 && capacity("worklog") == 0)
    #expect(try capacity("nobody") == nil && attempts(life) == 0)
  }
}
