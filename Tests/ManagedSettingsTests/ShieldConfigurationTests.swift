// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ExtensionProtocol
import Testing

@Suite struct ShieldConfigurationTests {
  private typealias Answer = ShieldConfigurationResult

  /// The configuration in the one message that a sealed process sends after its hello.
  private func configuration(_ sent: [Envelope]) throws -> Answer {
    #expect(sent.count == 2)
    guard case .result(_, let result)? = sent.last else { throw WireError(at: "", "is not an answer: \(sent)") }
    return try Answer(wire: result, at: "", from: .extension)
  }

  private func violation(_ sent: [Envelope]) -> String? {
    guard case .failure(_, let error)? = sent.last else { return nil }
    return error.violation
  }

  @Test func `the base class returns the default shield (S4)`() throws {
    #expect(try configuration(ShieldFixture.base.ask()) == Answer())
  }

  @Test func `a match by category calls the method with the category (S2)`() throws {
    #expect(try configuration(ShieldFixture.named.ask()).title?.text == "Block World ")
    #expect(try configuration(ShieldFixture.named.ask(category: "Games")).title?.text == "Block World Games")
  }

  @Test func `colours follow the appearance, and icons are sent by name`() throws {
    let light = try configuration(ShieldFixture.adaptive.ask())
    #expect(light.blur == "systemUltraThinMaterialDark")
    #expect(light.background?.text == "#ffffffff")
    #expect(light.icon == "book")
    #expect(light.primaryButtonBackground?.text == "#ffffff80")
    let dark = try configuration(ShieldFixture.adaptive.ask(colorScheme: .dark))
    #expect(dark.background?.text == "#000000ff")
  }

  @Test func `a title over its limit refuses the answer; compat cuts it between characters (§4)`() throws {
    #expect(violation(ShieldFixture.longTitle.ask()) == "limit.shieldText")
    let cut = try configuration(ShieldFixture.longTitle.ask(behaviour: .appleCompatible))
    #expect(cut.title?.text.count == 128)
  }

  @Test func `a submenu without a secondary label is ignored, four items are refused (S4, §4)`() throws {
    #expect(try configuration(ShieldFixture.submenuWithoutLabel.ask()).submenu.isEmpty)
    #expect(violation(ShieldFixture.fourItems.ask()) == "limit.submenu")
    let kept = try configuration(ShieldFixture.fourItems.ask(behaviour: .appleCompatible))
    #expect(kept.submenu == ["a", "b", "c"])
  }

  @Test func `a colour out of range refuses the answer, and a bitmap icon costs the icon (§8)`() throws {
    #expect(violation(ShieldFixture.glaring.ask()) == "shield.color")
    #expect(try configuration(ShieldFixture.bitmap.ask()).icon == nil)
    #expect(try configuration(ShieldFixture.bitmap.ask(behaviour: .appleCompatible)).icon == nil)
  }

  @Test(arguments: [
    (
      ShieldFixture.longTitle, "title is 400 bytes long; 0…256 are allowed (limit.shieldText).",
      ShieldConfigurationResult(title: .init(text: String(repeating: "ä", count: 128), color: .black))
    ),
    (
      .controlled, "title holds the character U+7 (limit.shieldText).", ShieldConfigurationResult()
    ),
    (
      .glaring, "backgroundColor has a component that is not a number from 0 to 1 (shield.color).",
      ShieldConfigurationResult()
    ),
    (
      .notANumber, "backgroundColor has a component that is not a number from 0 to 1 (shield.color).",
      ShieldConfigurationResult()
    ),
    (
      .emptyItem, "secondaryButtonSubmenuItems holds an empty item (limit.shieldText).",
      ShieldConfigurationResult(secondaryButton: .init(text: "More", color: .black), submenu: ["a"])
    ),
    (
      .noItems, "secondaryButtonSubmenuItems has 0 items; 1…3 are allowed (limit.submenu).",
      ShieldConfigurationResult(secondaryButton: .init(text: "More", color: .black))
    ),
    (
      .fourItems, "secondaryButtonSubmenuItems has 4 items; 1…3 are allowed (limit.submenu).",
      ShieldConfigurationResult(secondaryButton: .init(text: "More", color: .black), submenu: ["a", "b", "c"])
    ),
  ])
  func `a shield that can't be shown refuses the answer in one sentence; compat drops the field (§8.9, §4)`(
    fixture: ShieldFixture, sentence: String, compat: ShieldConfigurationResult
  ) throws {
    guard case .failure(_, let error)? = fixture.ask().last else {
      Issue.record("The shield was accepted.")
      return
    }
    #expect(error.message == sentence)
    #expect(try configuration(fixture.ask(behaviour: .appleCompatible)) == compat)
  }

  @Test func `a line feed in a text and a submenu without its label are allowed (§8.9, S4)`() throws {
    #expect(try configuration(ShieldFixture.lineFeed.ask()).title?.text == "a\nb")
    #expect(try configuration(ShieldFixture.submenuWithoutLabel.ask()) == ShieldConfigurationResult())
  }
}

extension ColorValue {
  fileprivate static let black = ColorValue("#000000ff") ?? { preconditionFailure("a colour") }()
}
