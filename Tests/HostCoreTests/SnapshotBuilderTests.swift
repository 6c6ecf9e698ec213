// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ExtensionProtocol
import ScreenTimeRules
import Testing

@testable import HostCore

/// What a family's snapshot holds, by the extension point that it is for.
@Suite struct SnapshotBuilderTests {
  private static let held = Item.application("held")
  private static let other = Item.application("other")

  /// A family that holds the token of one item.
  private struct OneHeld: TokenMinting {
    let token: WireToken

    func token(for item: Item) -> WireToken { token }
    func isHeld(_ item: Item) -> Bool { item == SnapshotBuilderTests.held }
  }

  private func builder(_ groups: [String] = []) throws -> SnapshotBuilder {
    SnapshotBuilder(
      environment: EnvironmentSnapshot(locale: "en_GB", timeZone: "UTC", firstWeekday: 2, uses24Hour: true),
      minting: OneHeld(token: try #require(WireToken("AQEAAU0DtWW4NYle7PaK_k8D_dzmv95W"))), groups: groups)
  }

  @Test func `every group has a suite, and each point its own standard one, in order`() throws {
    var family = FamilyState(authorization: .approved, member: .individual)
    family.defaults["standard@monitor"] = ["b": .integer(1), "a": .integer(2)]
    family.defaults["standard@app"] = ["c": .integer(3)]
    family.defaults["group.z"] = ["d": .bool(true)]
    family.defaults["group.gone"] = ["e": .bool(true)]
    family.defaults["standard"] = ["f": .bool(true)]
    func suites(_ point: ExtensionPoint) throws -> [String] {
      try builder(["zoo", "group.z"]).snapshot(of: family, for: point, effective: nil).defaults.map { suite in
        ([suite.suite] + suite.values.map(\.key)).joined(separator: " ")
      }
    }
    #expect(try suites(.monitor) == ["group.z d", "standard a b", "zoo"])
    #expect(try suites(.app) == ["group.z d", "standard c", "zoo"])
    #expect(try suites(.widget) == ["group.z d", "standard", "zoo"])
  }

  @Test(arguments: ExtensionPoint.allCases)
  func `only points that may tell something learn how often the state has changed`(_ point: ExtensionPoint) throws {
    var family = FamilyState(authorization: .approved, member: .individual)
    family.revision = 7
    let strict = EffectiveMedia(denyExplicitContent: true, maximumMovieRating: 7, maximumTVShowRating: 7)
    let snapshot = try builder().snapshot(of: family, for: point, effective: strict)
    let isSealed = [.shieldConfiguration, .report].contains(point)
    #expect(snapshot.revision == (isSealed ? nil : 7))
    #expect(snapshot.authorization == .approved && snapshot.effective == strict)
  }

  @Test func `an item without a held token is left out of every form of a setting, and a name stays`() throws {
    let (own, not) = (ItemReference.item(Self.held), ItemReference.item(Self.other))
    var store = SettingsStore()
    store[.shieldApplications] = .items([Self.held, Self.other])
    store[.blockedApplications] = .blockedApplications([own, not, .name("com.example.e")])
    store[.blockedByFilter] = .webFilter(.auto([own, not, .name("d.example")], except: [not, own]))
    var family = FamilyState(authorization: .approved, member: .individual)
    family.stores["one"] = store
    let builder = try builder()
    let token = builder.minting.token(for: Self.held)
    let settings = builder.snapshot(of: family, for: .monitor, effective: nil).stores.first?.settings
    #expect(settings?.count == 3)
    #expect(settings?[.shieldApplications] == .tokens([token]))
    #expect(settings?[.blockedApplications] == .blockedApplications([.token(token), .bundleID("com.example.e")]))
    #expect(
      settings?[.blockedByFilter]
        == .webFilter(.auto(domains: [.token(token), .domain("d.example")], except: [.token(token)])))
  }
}
