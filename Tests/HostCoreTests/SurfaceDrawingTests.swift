// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ExtensionProtocol
import FamilyManifests
import Foundation
import PrivacyBoundary
import ScreenTimeRules
import ScreenTimeStore
import ScreenTimeVocabulary
import Surfaces
import Testing

@testable import HostCore

/// How surfaces are drawn from what is presented: variants of widgets, the home page, and names behind tokens.
@Suite struct SurfaceDrawingTests {
  private static let family = FamilyID("worklog")
  private static let start = Timestamp(milliseconds: UsageLines.midnight)
  private static let environment = EnvironmentSnapshot(
    locale: "en_GB", timeZone: "UTC", firstWeekday: 2, uses24Hour: true)

  private func widget(
    title: String = "Clock", size: String = "systemSmall", place: Int = 0, views: [String: String] = [:],
    failure: String? = nil, isInvalidated: Bool = false
  ) -> PresentedWidget {
    PresentedWidget(
      id: "id of \(title)", family: Self.family, familyName: "Worklog", kind: "Clock", title: title, size: size,
      spot: PresentedWidget.Spot(place: place),
      views: views.mapValues {
        ["kind": "widget", "child": ["kind": "text", "text": .string($0), "invalidatable": true]]
      },
      condition: PresentedWidget.Condition(
        isPlaceholder: false, isOrphan: false, failure: failure, isInvalidated: isInvalidated),
      hasMargins: true, links: PresentedWidget.Links(schemes: [], hosts: []), at: Self.start)
  }

  private func reading(_ widget: PresentedWidget, _ variant: WidgetVariant) throws -> String {
    try widget.surface(variant, Self.environment, assets: AssetCatalog()).reading
  }

  // MARK: - Widgets

  @Test(
    arguments: [
      (["light", "dark", "private"], "light", "dark"), (["light", "private"], "light", "light"),
      (["private"], "private", "private"), (["dark"], "Clock", "dark"), ([], "Clock", "Clock"),
    ] as [([String], String, String)])
  func `a variant that is missing is drawn as the light one, then as the private one, then by the widget's title`(
    _ variants: [String], _ light: String, _ dark: String
  ) throws {
    let widget = widget(views: Dictionary(uniqueKeysWithValues: variants.map { ($0, "words for \($0)") }))
    for (variant, text) in [(WidgetVariant.light, light), (.dark, dark)] {
      let expected = text == "Clock" ? text : "words for \(text)"
      let reading = try reading(widget, variant)
      #expect(reading.contains(expected), "\(reading)")
    }
  }

  @Test func `a widget whose button was used is drawn dimmed`() throws {
    func svg(isInvalidated: Bool) throws -> String {
      try widget(views: ["light": "3"], isInvalidated: isInvalidated)
        .surface(.light, Self.environment, assets: AssetCatalog()).svg(.light)
    }
    #expect(try svg(isInvalidated: true) != svg(isInvalidated: false))
  }

  @Test(arguments: ["systemSmall", "systemMedium", "accessoryCircular", "accessoryRectangular", "unknown"])
  func `a tile has the size of its widget, and a small one's if the size is unknown`(_ name: String) throws {
    let size = WidgetSize(rawValue: name) ?? .systemSmall
    let tile = try HomePage.Tile(
      widget(size: name, views: ["light": "1", "dark": "2"]), Self.environment, assets: AssetCatalog())
    #expect(tile.width == size.points.width && tile.height == size.points.height)
    #expect(tile.isAccessory == name.hasPrefix("accessory"))
    #expect(tile.light != tile.dark && tile.reading.contains("1"))
    #expect(tile.title == "Clock" && tile.familyName == "Worklog")
  }

  @Test func `a tile says its note and its place in a stack, unless it has a caption`() throws {
    func tile(_ number: Int, of count: Int, caption: String? = nil) throws -> HomePage.Tile {
      var widget = widget(views: ["light": "3"], failure: "late")
      widget.spot = PresentedWidget.Spot(place: 4, isHidden: false, number: number, count: count)
      return try HomePage.Tile(widget, Self.environment, assets: AssetCatalog(), caption: caption)
    }
    let stacked = try tile(2, of: 3)
    #expect(stacked.note == "could not be updated" && stacked.stack?.number == 2 && stacked.stack?.count == 3)
    let pair = try tile(1, of: 2)
    #expect(pair.stack?.number == 1 && pair.stack?.count == 2)
    let alone = try tile(1, of: 1)
    #expect(alone.note == "could not be updated" && alone.stack == nil)
    let captioned = try tile(2, of: 3, caption: "10:00")
    #expect(captioned.note == "10:00" && captioned.stack == nil)
  }

  @Test func `the home page shows the widgets that are seen, by their places`() throws {
    var hidden = widget(title: "Hidden", place: 1)
    hidden.spot.isHidden = true
    // Two widgets of one place are in the order of their ids.
    let seen = [("Last", 7), ("Third", 3), ("First", 0), ("Second", 3)].map { widget(title: $0, place: $1) }
    let widgets = [hidden] + seen
    let html = try HomePage(widgets, Self.environment) { _ in AssetCatalog() }.html
    #expect(html.contains("<title>Home</title>") && !html.contains("Hidden"))
    let places = try ["First", "Second", "Third", "Last"].map { title in
      try #require(html.range(of: title)?.lowerBound, "\(title) is not on the page")
    }
    #expect(places == places.sorted())
  }

  // MARK: - Names

  @Test func `the names behind a family's own tokens are found wherever they are in a view`() throws {
    let life = try PlayedLife(points: [])
    try life.meet("homework", picking: ["org.gnome.TextEditor", "org.gnome.Chess"])
    let names = life.facts.parts.names
    let homework = FamilyID("homework")
    let tokens = try [PlayedLife.editor, PlayedLife.chess].map {
      try #require(life.facts.token(for: $0, of: homework)).text
    }
    let view: WireValue = [
      "kind": "vstack", "nothing": .null, "on": true, "count": 3,
      "children": [.string(tokens[0]), ["child": ["item": .string(tokens[1])]], "words"],
    ]
    #expect(names.faces(in: view, of: homework) == [tokens[0]: "Editor", tokens[1]: "Chess"])
    #expect(names.faces(in: view, of: Self.family) == [:] && names.faces(in: view, of: nil) == [:])
    #expect(names.faces(in: nil, of: homework) == [:])
    #expect(
      [nil, homework, FamilyID("nobody")].map { names.display($0) } == ["Operator's policy", "Homework", "nobody"])
    let nameless = Item.application("org.example.Nameless")
    #expect([PlayedLife.chess, nameless].map { names[$0] } == ["Chess", "org.example.Nameless"])
    #expect([PlayedLife.chess, nameless].map { names.told($0) } == ["Chess", "org.example.Nameless"])
  }

  @Test func `a drawing has the instant, the zone and the names that it is given, and UTC for an unknown zone`() {
    func drawing(zone: String) -> DrawEnvironment {
      let environment = EnvironmentSnapshot(locale: "de_DE", timeZone: zone, firstWeekday: 2, uses24Hour: true)
      return DrawEnvironment(environment, at: Self.start, faces: ["token": "Chess"])
    }
    let berlin = drawing(zone: "Europe/Berlin")
    #expect(berlin.now == Self.start.milliseconds && berlin.locale.identifier == "de_DE")
    #expect(berlin.timeZone.identifier == "Europe/Berlin" && drawing(zone: "Nowhere/Town").timeZone == .gmt)
    #expect(berlin.tokens("token")?.name == "Chess" && berlin.tokens("other") == nil)
  }

  @Test func `a person who always wants the same button reads the labels without the item's name`() {
    func first(_ primary: String, _ secondary: String, item: String) -> ShieldButton {
      let shield = PresentedShield(
        shield: Shield(item: PlayedLife.chess, hit: .direct, family: Self.family, since: Self.start), itemName: item,
        familyName: "Worklog", look: nil, buttons: .constant(ShieldButtons(primary: primary, secondary: secondary)),
        grade: "default shield", ordinal: 1, isOnScreen: true, isRepeated: false, faces: [:], at: Self.start)
      return shield.firstByLabel
    }
    #expect(first("Close", "Ask", item: "") == .secondaryButtonPressed)
    #expect(first("Ask", "Close", item: "") == .primaryButtonPressed)
    #expect(first("Zoo closed", "Ask", item: "Zoo") == .primaryButtonPressed)
    #expect(first("Close", "Ask", item: "Ask") == .secondaryButtonPressed)
  }
}
