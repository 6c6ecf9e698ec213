// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ExtensionProtocol
import Foundation
import ProcessSupervision
import ScreenTimeRules
import Testing

@testable import HostCore

/// The descriptions that the programs of families offer.
@Suite struct OffersTests {
  private static func offer(_ kind: String) throws -> Offer<WidgetDescription> {
    let kinds: WireValue = [
      [
        "asksForConfiguration": false, "backgroundRemovable": true, "kind": .string(kind), "margins": true,
        "sizes": ["systemSmall"], "title": .string(kind),
      ]
    ]
    return Offer(
      installation: "i", description: try WidgetDescription(wire: ["kinds": kinds], at: "", from: .extension))
  }

  private func offers() throws -> Offers<WidgetDescription> {
    var offers = Offers<WidgetDescription>()
    for (program, kind) in [("home.widget", "own"), ("home.b", "twice"), ("homework.a", "other"), ("home.a", "twice")] {
      offers[ProgramID(program)] = try Self.offer(kind)
    }
    return offers
  }

  @Test func `a family has the offers of its own programs, in their order`() throws {
    var offers = try offers()
    let home = FamilyID("home")
    #expect(offers.of(home).map(\.program.rawValue) == ["home.a", "home.b", "home.widget"])
    #expect(offers.first(of: home) { $0.kinds.map(\.kind) == ["twice"] }?.program.rawValue == "home.a")
    #expect(offers.first(of: home) { $0.kinds.map(\.kind) == ["other"] } == nil)
    offers[ProgramID("home.a")] = nil
    #expect(offers.first(of: home) { $0.kinds.map(\.kind) == ["twice"] }?.program.rawValue == "home.b")
    offers[ProgramID("home.b")] = Offer(installation: "i", failure: "it crashed")
    #expect(offers.failure(of: home) == "it crashed" && offers.of(home).count == 2)
    offers.remove(home)
    #expect(offers.of(home).isEmpty && offers.of(FamilyID("homework")).count == 1)
  }

  @Test func `offers are stored by program, and read back`() throws {
    let offers = try offers()
    let bytes = try JSONEncoder().encode(offers)
    let byProgram = try JSONDecoder().decode([String: Offer<WidgetDescription>].self, from: bytes)
    #expect(byProgram.keys.sorted() == ["home.a", "home.b", "home.widget", "homework.a"])
    #expect(try JSONDecoder().decode(Offers<WidgetDescription>.self, from: bytes) == offers)
  }
}
