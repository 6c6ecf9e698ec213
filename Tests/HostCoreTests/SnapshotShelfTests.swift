// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ExtensionProtocol
import ScreenTimeRules
import Testing

@testable import HostCore

/// Snapshots that are kept while nothing in them has changed.
@Suite struct SnapshotShelfTests {
  private static let item = Item.application("org.gnome.Chess")
  private static let homework = FamilyID("homework")

  private struct OneToken: TokenMinting {
    let token: WireToken

    func token(for item: Item) -> WireToken { token }
    func isHeld(_ item: Item) -> Bool { true }
  }

  private let shelf = SnapshotShelf()
  private var family: FamilyState = {
    var family = FamilyState(authorization: .approved, member: .individual)
    family.stores["Default"] = {
      var store = SettingsStore()
      store[.shieldApplications] = .items([item])
      return store
    }()
    return family
  }()

  private func builder(
    _ token: String = "AQEAAU0DtWW4NYle7PaK_k8D_dzmv95W", zone: String = "UTC", groups: [String] = []
  ) throws -> SnapshotBuilder {
    SnapshotBuilder(
      environment: EnvironmentSnapshot(locale: "en_GB", timeZone: zone, firstWeekday: 2, uses24Hour: true),
      minting: OneToken(token: try #require(WireToken(token))), groups: groups)
  }

  @Test func `builds equal snapshots once per family and point`() throws {
    let builder = try builder()
    for _ in 0..<3 {
      for point in [ExtensionPoint.widget, .monitor] {
        for id in [Self.homework, FamilyID("chat")] {
          let kept = shelf.snapshot(of: family, id, for: point, effective: nil, by: builder, 1)
          #expect(kept.wire == builder.snapshot(of: family, for: point, effective: nil).wire)
        }
      }
    }
    #expect(shelf.count == 4)
  }

  @Test func `builds a snapshot again after any change of its sources (PRIV-TK5)`() throws {
    func take(
      _ family: FamilyState, effective: EffectiveMedia? = nil, by builder: SnapshotBuilder, edition: Int = 1
    ) -> Snapshot {
      let kept = shelf.snapshot(of: family, Self.homework, for: .widget, effective: effective, by: builder, edition)
      #expect(kept.wire == builder.snapshot(of: family, for: .widget, effective: effective).wire)
      return kept
    }
    var changed = family
    let first = take(family, by: try builder())
    changed.stores["Default"]?[.denyAppRemoval] = .bool(true)
    #expect(take(changed, by: try builder()).wire != first.wire)
    changed = family
    changed.defaults["group.suite"] = ["reached": .bool(true)]
    #expect(take(changed, by: try builder(groups: ["group.suite"])).wire != first.wire)
    #expect(take(family, by: try builder(zone: "Europe/Berlin")).wire != first.wire)
    let strict = EffectiveMedia(denyExplicitContent: true, maximumMovieRating: 7, maximumTVShowRating: 7)
    #expect(take(family, effective: strict, by: try builder()).wire != first.wire)
    // The state is the same, and the tokens are other ones.
    let other = take(family, by: try builder("AQEAAQAAAAAAAAAAAAAAAAAAAAAAAAAA"), edition: 2)
    #expect(other.wire != first.wire)
  }
}
