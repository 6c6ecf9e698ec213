// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ExtensionProtocol
import Pages
import ProcessSupervision
import ScreenTimeRules
import ScreenTimeStore
import Testing

@testable import HostCore

/// A shield over an application that has no name here and that no family can name.
@Suite struct StrangerShieldTests {
  @Test func `the page of shields lists what is shielded on screen, whether it is known or not`() throws {
    let stranger = Item.application("org.example.Stranger")
    let life = try PlayedLife(points: [])
    let closed = ["house": SettingsStore(values: [.shieldApplications: .items(ItemSet([stranger]))])]
    life.take(.operator(.policy(closed)))
    func page() throws -> Page {
      try PageMaker(life.facts, hasPasscode: false, hidesNames: false).page(.shields)
    }
    #expect(try page().says.text == "Nothing is shielded.")
    try life.use(stranger, minutes: 1)
    try #require(life.facts.state.shield?.item == stranger && !life.facts.knownItems.contains(stranger))
    let shown = try page()
    #expect(shown.says.text == "One item is closed.")
    let rows = shown.sections.first { $0.heading.text == "Closed now" }?.table?.rows ?? []
    #expect(rows.compactMap { $0.first?.says.text } == ["org.example.Stranger"])
  }
}
