// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ExtensionProtocol
import ScreenTimeRules
import Testing

@testable import HostCore

/// What a family reads back after a reset of its identifiers, once it holds new tokens for the same items (PRIV-TK5).
@Suite struct VoidTokensTests {
  private static let family = FamilyID("homework")
  private static let item = Item.application("org.gnome.Chess")

  /// A family that holds a token for every item, as after a new pick.
  private struct EverythingHeld: TokenMinting {
    let token: WireToken

    func token(for item: Item) -> WireToken { token }
    func isHeld(_ item: Item) -> Bool { true }
  }

  @Test func `stores and events from before a reset show no tokens, and those written since do`() throws {
    let minting = EverythingHeld(token: try #require(WireToken("AQEAAU0DtWW4NYle7PaK_k8D_dzmv95W")))
    let builder = SnapshotBuilder(
      environment: EnvironmentSnapshot(locale: "en_GB", timeZone: "UTC", firstWeekday: 2, uses24Hour: true),
      minting: minting, groups: [])
    let rules = DeviceRules(mode: .faithful, registry: ItemRegistry())
    var state = DeviceState(now: Timestamp(milliseconds: 1_792_427_400_000), place: CalendarPlace(timeZone: "UTC"))
    state.families[Self.family] = FamilyState(authorization: .approved, member: .individual)
    func write(_ store: String) -> [RuleEffect] {
      [
        .setSetting(store: store, key: .shieldApplications, value: .items([Self.item])),
        .startMonitoring(
          activity: store, schedule: Schedule(start: .init(minute: 0), end: .init(minute: 40), repeats: true),
          events: [
            ActivityEvent(
              name: "games", selection: ItemSelection(applications: [Self.item]), threshold: .init(minute: 10))
          ]),
      ]
    }
    func tokens() throws -> (stores: [String: [WireToken]], events: [String: [WireToken]]) {
      let snapshot = builder.snapshot(of: try #require(state.families[Self.family]), for: .monitor, effective: nil)
      let stores = snapshot.stores.map { store in
        var tokens: [WireToken] = []
        if case .tokens(let named)? = store.settings[.shieldApplications] { tokens = named }
        return (store.name, tokens)
      }
      return (
        Dictionary(uniqueKeysWithValues: stores),
        Dictionary(uniqueKeysWithValues: snapshot.activities.map { ($0.name, $0.events.flatMap(\.applications)) })
      )
    }
    _ = try rules.apply(write("old") + write("again"), of: Self.family, to: &state)
    #expect(try tokens().stores == ["again": [minting.token], "old": [minting.token]])
    rules.voidTokens(of: Self.family, in: &state)
    #expect(try tokens().stores == ["again": [], "old": []])
    #expect(try tokens().events == ["again": [], "old": []])
    _ = try rules.apply(write("again"), of: Self.family, to: &state)
    #expect(try tokens().stores == ["again": [minting.token], "old": []])
    #expect(try tokens().events == ["again": [minting.token], "old": []])
  }
}
