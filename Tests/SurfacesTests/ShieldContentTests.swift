// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ExtensionProtocol
import Foundation
import Surfaces
import Testing

@Suite struct ShieldContentTests {
  private func content(_ configuration: WireValue) throws -> ShieldContent {
    var assets = AssetCatalog()
    try assets.addImage(RasterImageTests.png(width: 64, height: 64), named: "ShieldIcon")
    return try ShieldContent(configuration: configuration, assets: assets)
  }

  private func code(_ configuration: WireValue) -> String {
    do {
      _ = try content(configuration)
      return "accepted"
    } catch {
      return (error as? ViewFault)?.code ?? "\(error)"
    }
  }

  private func label(_ text: String, _ color: String = "#ffffffff") -> WireValue {
    ["text": .string(text), "color": .string(color)]
  }

  private func shield(_ content: ShieldContent) -> ShieldSurface {
    ShieldSurface(content, itemName: "Block World", familyName: "Homework", environment: Samples.environment())
  }

  @Test(arguments: [
    ("#0a0a0aff", "#0a0a0aff", "#ffffff"), ("#fafafaff", "#ffffffff", "#000000"), ("#0a0a0aff", "#ff950000", "#ffffff"),
    ("#0a0a0aff", "#ff9500ff", "#ff9500"), ("#ffffffff", "#007affff", "#007aff"),
  ])
  func `a button's label can't be hidden by its colour (PRIV-SF7)`(
    _ ground: String, _ color: String, _ shown: String
  ) throws {
    let plain = try content([
      "background": .string(ground), "primaryButtonBackground": .string(ground), "primaryButton": label("Close", color),
      "secondaryButton": label("Later", color),
    ])
    let art = try shield(plain).svg(.light)
    for name in ["Close", "Later"] {
      let end = try #require(art.range(of: ">\(name)</text>"))
      let start = try #require(art[..<end.lowerBound].range(of: "<text", options: .backwards))
      #expect(art[start.lowerBound..<end.lowerBound].contains("fill=\"\(shown)\""))
    }
  }

  @Test func `uses every given field and the default for the rest`() throws {
    let full = try content([
      "blur": "systemThickMaterialDark", "background": "#10204080", "icon": "ShieldIcon",
      "title": label("Enough for today"),
      "subtitle": label("Back tomorrow"), "primaryButton": label("Close"), "primaryButtonBackground": "#ff9500ff",
      "secondaryButton": label("Ask for more"), "submenu": ["15 minutes", "1 hour"],
    ])
    #expect(full.icon == .asset("ShieldIcon"))
    #expect(full.submenu == ["15 minutes", "1 hour"])
    #expect(try content([:]) == ShieldContent())
    let page = try shield(full).html()
    #expect(page.contains("class=\"dark\""))
    #expect(page.contains(">Enough for today</text>"))
    #expect(page.contains("fill=\"#ff9500\""))
    let partial = try content(["title": label("Mine")])
    let text = try shield(partial).terminal(columns: 60)
    #expect(text.contains("Mine"))
    #expect(text.contains("“Block World” is set aside for the moment."))
    #expect(text.contains("[ OK ]"))
  }

  @Test func `draws no submenu without a secondary button`() throws {
    let page = try shield(content(["submenu": ["15 minutes"]])).html()
    #expect(!page.contains("15 minutes"))
  }

  @Test func `refuses each excess with its code`() {
    func long(_ count: Int) -> WireValue { label(String(repeating: "a", count: count)) }
    #expect(code(["title": long(256)]) == "accepted")
    #expect(code(["title": long(257)]) == "limit.shieldText")
    #expect(code(["subtitle": long(1_025)]) == "limit.shieldText")
    #expect(code(["primaryButton": long(129)]) == "limit.shieldText")
    #expect(code(["submenu": ["a", "b", "c", "d"]]) == "limit.submenu")
    #expect(code(["submenu": [""]]) == "limit.submenu")
    #expect(code(["title": label("a\u{1B}b")]) == "text")
    #expect(code(["title": label("\u{202E}a")]) == "text")
    #expect(code(["title": label("a", "#FFFFFFFF")]) == "schema")
    #expect(code(["background": "red"]) == "schema")
    #expect(code(["blur": "frosted"]) == "schema")
    #expect(code(["icon": "hourglass.bottomhalf.filled"]) == "accepted")
    #expect(code(["surprise": true]) == "schema")
  }

  @Test func `an icon that can't be drawn costs the icon and not the shield`() throws {
    for name in ["../../etc/passwd", "NoSuchAsset"] {
      let content = try ShieldContent(
        configuration: ["icon": .string(name), "title": label("Paused")], assets: AssetCatalog())
      #expect(content.icon == nil)
      #expect(content.title != nil)
    }
  }
}
