// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ExtensionProtocol
import FamilyManifests
import ScreenTimeVocabulary
import Testing

@testable import HostCore

/// Requests of a family that nothing on this device carries out.
@Suite struct EnforcementGapTests {
  @Test func `gaps in enforcement are told only to a family that asks for settings or timelines`() throws {
    let bench = try NotificationBench()
    var manifest = try #require(bench.driver.configuration.families.first?.manifest)
    manifest.extensions = []
    let settings = "21 of the 27 settings; `sallyport state` marks those in force"
    let timelines = "the effects invalidateRelevance"
    for (requests, gaps) in [
      ([], []), ([.badge, .notifications, .shields], []), ([.settings], [settings]), ([.timelines], [timelines]),
      ([.settings, .timelines], [timelines, settings]),
    ] as [([Capability], [String])] {
      manifest.app?.requests = requests
      #expect(EnforcementTable.gaps(in: manifest) == gaps, "\(requests)")
    }
    manifest.app = nil
    #expect(EnforcementTable.gaps(in: manifest) == [])
  }

  @Test func `the effects of one capability are not enforced, and those of the others are`() {
    for capability in Capability.allCases {
      #expect(capability.unenforcedEffects == (capability == .timelines ? ["invalidateRelevance"] : []))
    }
  }

  @Test func `an effect is carried out if its kind is, and a value if its setting is`() {
    for (effect, isCarriedOut) in [
      (.invalidateRelevance(widget: "w"), false), (.reloadTimelines(widget: nil), true), (.setBadgeCount(3), true),
      (.clearStore("s"), true), (.revokeAuthorization, true),
      (.setSetting(store: "s", key: .denySiri, value: .bool(true)), false),
      (.setSetting(store: "s", key: .denySiri, value: nil), true),
      (.setSetting(store: "s", key: .shieldApplications, value: .tokens([])), true),
      (.setSetting(store: "s", key: .shieldApplications, value: nil), true),
    ] as [(Effect, Bool)] {
      #expect(effect.isCarriedOut == isCarriedOut, "\(effect)")
    }
  }
}
