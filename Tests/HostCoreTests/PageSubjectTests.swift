// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ExtensionProtocol
import FamilyManifests
import Foundation
import Pages
import PrivacyBoundary
import ProcessSupervision
import ScreenTimeRules
import ScreenTimeStore
import ScreenTimeVocabulary
import Testing

@testable import HostCore

/// The subjects that an address may name, and the contents of their pages for each reader.
@Suite struct PageSubjectTests {
  private func read(_ life: PlayedLife, _ address: PageAddress, hidesNames: Bool = false) throws -> Page {
    try PageMaker(life.facts, hasPasscode: false, hidesNames: hidesNames).page(address)
  }

  @Test func `only the first colon of an item's address ends the word for its kind`() throws {
    let life = try PlayedLife(points: [])
    let maker = PageMaker(life.facts, hasPasscode: false)
    #expect(try maker.item("app:org.example:one") == .application("org.example:one"))
    #expect(try maker.item("site:example.org:8080") == PlayedLife.site)
    let first = try #require(maker.knownItems.first)
    #expect(try maker.item("number:1") == first)
    let numbers = ["0", "-1", "\(Int.min)", "\(Int.max)", "\(maker.knownItems.count + 1)"].map { "number:\($0)" }
    for subject in ["number:1:2", "category:3:4", "page:a:b"] + numbers {
      #expect(throws: HostError.self, "\(subject)") { try maker.item(subject) }
    }
  }

  @Test(arguments: [("1970-W10", "03-02"), ("9999-W10", "03-08")]) func `the first and the last year have weeks`(
    _ name: String, _ first: String
  ) throws {
    let life = try PlayedLife(points: [])
    let page = try read(life, try #require(PageAddress(.week, name)))
    let columns = page.sections.first?.table?.columns ?? []
    #expect(columns.count == 9 && columns.dropFirst().first == first, "\(columns)")
  }

  @Test func `a week with something before, between or after its year and number is refused by its name`() throws {
    let life = try PlayedLife(points: [])
    for name in ["10000-W10", "2026-W43-W", "-W2026-W43", "2026-W-W43"] {
      let address = try #require(PageAddress(.week, name))
      let error = #expect(throws: HostError.self, "\(name)") { try read(life, address) }
      #expect(error?.description.contains("“\(name)” is not a week") == true, "\(name)")
    }
  }

  @Test func `the reasons for a closed item end with the ways to open it, which need its name`() throws {
    let closedGames = [
      "house": SettingsStore(values: [
        .shieldApplicationCategories: .categoryPolicy(.specific([.category("3")], except: []))
      ])
    ]
    let life = try PlayedLife(points: [])
    life.take(.operator(.policy(closedGames)))
    for (item, isClosed) in [(PlayedLife.chess, true), (PlayedLife.editor, false)] {
      let number = try #require(life.facts.knownItems.firstIndex(of: item)) + 1
      let named = try read(life, try #require(PageAddress(.shield, "app:\(item.id)")))
      #expect(named.sections.map(\.heading.text) == (isClosed ? ["Rules", "Open it"] : ["Rules"]))
      let hidden = try read(life, try #require(PageAddress(.shield, "number:\(number)")), hidesNames: true)
      #expect(hidden.title.text == "Why app \(number) is \(isClosed ? "closed" : "open")")
      #expect(hidden.sections.map(\.heading.text) == ["Rules"])
    }
  }
}
