// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ExtensionProtocol
import FamilyManifests
import Foundation
import HostCore
import PrivacyBoundary
import ScreenTimeRules
import ScreenTimeStore
import Surfaces
import Testing

/// A sealed shield configuration that knows the name of an item tries to tell it to its family by way of the person,
/// who presses the button that says “Close”, wherever it is (PRIV-SF7).
@Suite struct ShieldButtonTests {
  /// How a hostile configuration says one bit of a name.
  enum Code: CaseIterable, Sendable {
    case place, presence, submenuOrder, crash, words

    /// The look that says `bit`, or `nil` for a crash.
    func look(_ bit: Bool) -> WireValue? {
      let (close, later): (WireValue, WireValue) = (label("Close"), label("Later"))
      switch self {
      case .place: return ["primaryButton": bit ? later : close, "secondaryButton": bit ? close : later]
      case .presence: return bit ? ["primaryButton": later, "secondaryButton": close] : ["primaryButton": close]
      case .submenuOrder:
        return [
          "primaryButton": later, "secondaryButton": label("More"),
          "submenu": bit ? ["Close", "Wait"] : ["Wait", "Close"],
        ]
      case .crash: return bit ? nil : ["primaryButton": later, "secondaryButton": close]
      case .words: return ["primaryButton": label(bit ? "Away" : "Close"), "secondaryButton": label("Close")]
      }
    }
  }

  private static let items = (0..<8).map { Item.application("org.example.app\($0)") }
  private static let bits = [false, true, true, false, true, false, false, true]
  private static let names = Dictionary(uniqueKeysWithValues: items.map { ($0, "Name of \($0.id.suffix(4))") })

  /// A day on which the person opens each item and presses “Close” on its shield.
  private final class Day {
    let run: LiveRun
    let driver: VirtualDriver
    private(set) var contents: [ShieldContent] = []

    init(
      _ profile: PrivacyProfile, buttons: String = "", in families: ScriptFamilies? = nil,
      look: @escaping @Sendable (String) -> WireValue?
    ) throws {
      let families = try families ?? ScriptFamilies()
      let program = "\"executable\": \"monitor.sh\", \"interpreter\": \"/bin/sh\""
      try families.scratch.write(
        """
        {
          "manifest": 1, "family": "finger", "displayName": "Finger", "version": "1.0",
          "developer": { "name": "Test" }, "groups": ["group.test.finger"], "bundle": "../bundle",
          "app": { \(program), "requests": ["authorization", "settings"] },
          "extensions": [
            { "name": "look", "point": "shieldConfiguration", \(program)\(buttons) },
            { "name": "action", "point": "shieldAction", \(program) }
          ]
        }

        """, to: "manifests/finger.json")
      run = try LiveRun(
        [
          "finger.app": .shieldsAll, "finger.look": .looks(look),
          "finger.action": .answers(["response": "none", "effects": []]),
        ],
        in: families)
      var configuration = try run.configuration(clock: .virtual)
      configuration.profile = profile
      configuration.registry = ItemRegistry(
        categories: Dictionary(uniqueKeysWithValues: items.map { ($0, .category("6")) }))
      configuration.names = names
      driver = try VirtualDriver(configuration)
    }

    /// Opens an item and presses what says “Close”, otherwise the first button.
    func close(_ item: Item) throws {
      let now = driver.facts.state.now
      let end = now.advanced(by: 60_000)
      try driver.run(through: [UseSpan(start: now, end: end, app: item, isPresent: true)], until: end)
      let shield = try #require(driver.facts.state.shield)
      #expect(shield.item == item)
      let content = try driver.look(at: shield).content
      contents.append(content)
      try driver.press(Self.button(that: "Close", on: content), on: shield)
    }

    static func button(that says: String, on content: ShieldContent) -> ShieldButton {
      if content.primaryButton?.text == says { return .primaryButtonPressed }
      if content.secondaryButton?.text == says { return .secondaryButtonPressed }
      switch content.submenu.firstIndex(of: says) {
      case 0: return .firstSecondarySubmenuItemPressed
      case 1: return .secondSecondarySubmenuItemPressed
      case 2: return .thirdSecondarySubmenuItemPressed
      default: return .primaryButtonPressed
      }
    }

    /// The buttons that the family was told of.
    var told: [String] { run.programs.stage.requests.filter { $0.callback == "handle" }.compactMap(\.action) }
  }

  @Sendable private static func bit(of name: String) -> Bool {
    items.firstIndex { names[$0] == name }.map { bits[$0] } ?? false
  }

  @Test(arguments: Code.allCases, [PrivacyProfile.standard, .tight])
  func `a press tells nothing of the name under standard and tight (PRIV-SF7)`(_ code: Code, _ profile: PrivacyProfile)
    throws
  {
    let day = try Day(profile) { code.look(Self.bit(of: $0)) }
    for item in Self.items { try day.close(item) }
    #expect(day.told.count == Self.items.count)
    #expect(Set(day.told).count == 1)
    #expect(Set(day.contents.map { [$0.primaryButton?.text, $0.secondaryButton?.text] + $0.submenu }).count == 1)
    let attempts = try day.driver.facts.store.read { try $0.ledger() }.filter { $0.kind == "blockedAttempt" }
    // A crash is none, and gets the default shield with the same buttons.
    #expect(attempts.isEmpty == (code == .crash))
    try day.driver.close()
  }

  @Test(arguments: [Code.place, .presence, .submenuOrder])
  func `under open the buttons are free, and a press is charged what the choice carries (PRIV-SF7)`(_ code: Code) throws
  {
    let day = try Day(.open) { code.look(Self.bit(of: $0)) }
    for item in Self.items { try day.close(item) }
    // The attack works where it is allowed, so the tests above could see it.
    #expect(zip(day.told, Self.bits).allSatisfy { ($0 == day.told[1]) == $1 })
    let presses = try day.driver.facts.store.read { try $0.ledger() }.filter { $0.kind == "shieldAction" }
    let text = presses.map { $0.entry ?? "" }
    #expect(text.first?.contains("\"millibits\":0") == true)
    #expect(text.dropFirst().allSatisfy { $0.contains("\"millibits\":1000") })
    try day.driver.close()
  }

  @Test func `the labels of the first shield are filled in with each item's own name`() throws {
    let day = try Day(.standard) {
      ["primaryButton": label("Close \($0)"), "title": label($0)]
    }
    for item in Self.items.prefix(3) { try day.close(item) }
    for (item, content) in zip(Self.items, day.contents) {
      #expect(content.primaryButton?.text == "Close \(Self.names[item] ?? "")")
      #expect(content.title?.text == Self.names[item])
    }
    #expect(try day.driver.facts.store.read { try $0.ledger() }.allSatisfy { $0.kind != "blockedAttempt" })
    try day.driver.close()
  }

  @Test func `what a manifest declares holds from the first shield on`() throws {
    let declared =
      ", \"buttons\": { \"primary\": \"Close\", \"secondary\": \"More of {name}\", \"submenu\": [\"5 minutes\"] }"
    let day = try Day(.standard, buttons: declared) { _ in ["primaryButton": label("Away")] }
    try day.close(Self.items[0])
    let content = try #require(day.contents.first)
    #expect(content.primaryButton?.text == "Close" && content.submenu == ["5 minutes"])
    #expect(content.secondaryButton?.text == "More of \(Self.names[Self.items[0]] ?? "")")
    try day.driver.close()
  }
}

private func label(_ text: String) -> WireValue { ["text": .string(text), "color": "#ffffffff"] }
