// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import HostCore
import PrivacyBoundary
import ScreenTimeRules
import ScreenTimeStore
import Testing

/// Delivery grid and daily budget in a running host (`privacy.md#profiles`).
@Suite struct MeteringRunTests {
  private static let editor = Item.application("org.gnome.TextEditor")

  private func run(_ family: String, _ profile: PrivacyProfile) throws -> HostedRun {
    let families = try ScriptFamilies()
    try families.add(family, app: "ladder.py")
    return try HostedRun(families, profile: profile)
  }

  private func kinds(_ run: HostedRun) throws -> [String] {
    try run.host.facts.store.read { try $0.ledger() }.map(\.kind)
  }

  @Test(arguments: [
    ("ladder22", PrivacyProfile.tight, true), ("ladder23", .tight, false), ("ladder46", .standard, true),
    ("ladder47", .standard, false), ("ladder90", .open, true),
  ])
  func `registration refuses a ladder over the daily budget and records the refusal`(
    family: String, profile: PrivacyProfile, fits: Bool
  ) throws {
    let run = try run(family, profile)
    try run.use(Self.editor, onDay: 0)
    let state = run.host.facts.state.families[FamilyID(family)]
    #expect((state?.activities["day"] != nil) == fits)
    #expect(try kinds(run).contains("budgetRefused") == !fits)
    let ending = try run.host.facts.store.read { try $0.deliveryHistory() }.first { $0.callback == "activate" }?
      .settlement
    #expect(ending?.outcome == (fits ? .applied : .refused))
    let page = try run.host.facts.ledgerPage(of: FamilyID(family))
    #expect(page.callbacks.most == profile.callbacksPerDay)
    #expect(page.stopped.isEmpty == fits)
    if fits, profile != .open { #expect(page.callbacks.registered == page.callbacks.most) }
    _ = try run.close()
  }

  @Test(arguments: [(PrivacyProfile.standard, Int64(5)), (.tight, 15)])
  func `callbacks about use come on the family's slots, and their clock shows the slot`(
    profile: PrivacyProfile, minutes: Int64
  ) throws {
    let run = try run("ladder4", profile)
    try run.use(Self.editor, onDay: 0)
    // Past the last slot of the use.
    try run.use(nil, onDay: 1)
    let messages = try run.close()
    let told = messages.compactMap { $0["params"] as? [String: Any] }.filter { params in
      (params["callback"] as? String)?.hasPrefix("eventDidReach") == true
    }
    #expect(!told.isEmpty)
    let step = minutes * 60_000
    let clocks = told.compactMap { ($0["delivery"] as? [String: Any])?["now"] as? Int64 }
    let dues = told.compactMap { ($0["delivery"] as? [String: Any])?["dueAt"] as? Int64 }
    #expect(clocks == dues)
    let phases = Set(clocks.map { ($0 - UsageLines.midnight) % step })
    #expect(phases.count == 1)
    #expect(clocks.count { $0 < UsageLines.midnight + 86_400_000 } == 4)
  }
}
