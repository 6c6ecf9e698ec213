// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ExtensionProtocol
import FamilyManifests
import Foundation
import HostCore
import PrivacyBoundary
import ScreenTimeRules
import ScreenTimeStore
import Testing

/// The person's withdrawals (`privacy.md#tokens`), and the consent that a wider profile needs.
@Suite struct PersonActsTests {
  private static let editor = Item.application("org.gnome.TextEditor")
  private static let chess = Item.application("org.gnome.Chess")
  private let family = FamilyID("steady")

  private func run(_ families: ScriptFamilies? = nil, profile: PrivacyProfile = .open) throws -> HostedRun {
    let families =
      try families
      ?? {
        let made = try ScriptFamilies()
        try made.add("steady", app: "picker.py")
        return made
      }()
    return try HostedRun(families, picks: [["applications": [Self.editor.id]]], profile: profile)
  }

  private func shielded(_ snapshot: [String: Any]?) -> [String] {
    let stores = snapshot?["stores"] as? [[String: Any]] ?? []
    return (stores.first?["settings"] as? [String: Any])?["shield.applications"] as? [String] ?? []
  }

  private func said(_ run: HostedRun, _ kind: LedgerKind) throws -> [String] {
    try run.host.facts.store.read { try PrivacyLedger.entries(in: $0, name: \.id) }.filter { $0.kind == kind }.map(
      \.says)
  }

  @Test func `a reset leaves the shields up and gives nothing that links old and new tokens`() throws {
    let run = try run()
    try run.use(Self.chess, onDay: 0)
    #expect(run.host.facts.nameableItems(of: family) == [Self.editor])
    try run.host.resetIdentifiers(of: family)
    #expect(run.host.facts.nameableItems(of: family) == [])
    #expect(run.host.facts.shield(over: Self.editor) != nil)
    try run.use(Self.chess, onDay: 1)
    #expect(run.host.facts.shield(over: Self.editor) != nil)
    #expect(try said(run, .tokenReset) == ["Steady can no longer name anything it held."])
    let starts = try run.close().snapshots(of: "intervalDidStart")
    #expect(starts.map(shielded).map(\.count) == [1, 0])
    #expect(starts.last?["tokens"] == nil)
  }

  @Test func `after a reset and a second pick, the old rules show no new token`() throws {
    let families = try ScriptFamilies()
    try families.add("again", app: "picker.py")
    let again = FamilyID("again")
    let run = try HostedRun(families, picks: [["applications": [Self.editor.id]]])
    try run.use(Self.chess, onDay: 0)
    try run.host.resetIdentifiers(of: again)
    try run.host.open(again)
    try run.use(Self.chess, onDay: 1)
    #expect(run.host.facts.nameableItems(of: again) == [Self.editor])
    #expect(run.host.facts.shield(over: Self.editor) != nil)
    let starts = try run.close().snapshots(of: "intervalDidStart")
    #expect(starts.map(shielded).map(\.count) == [1, 0])
    let events = starts.map { start in
      let activities = start["activities"] as? [[String: Any]] ?? []
      return activities.flatMap { $0["events"] as? [[String: Any]] ?? [] }.flatMap {
        $0["applications"] as? [String] ?? []
      }
    }
    #expect(events.map(\.count) == [1, 0])
  }

  @Test func `withdrawing an item removes the rules on it and revokes its token`() throws {
    let run = try run()
    try run.use(Self.chess, onDay: 0)
    try run.host.withdraw(Self.editor, from: family)
    #expect(run.host.facts.shield(over: Self.editor) == nil)
    let events = try #require(run.host.facts.state.families[family]?.activities["day"]?.events)
    // An empty selection would mean all use (E8); this one must select nothing.
    #expect(events.map(\.selection.isEverything) == [false])
    #expect(events.map(\.selection.applications.items) == [[]])
    #expect(throws: HostError.self) { try run.host.withdraw(Self.editor, from: family) }
    try run.use(Self.editor, onDay: 1)
    #expect(try said(run, .tokenReset) == ["Steady can no longer name org.gnome.TextEditor."])
    let starts = try run.close().snapshots(of: "intervalDidStart")
    let told = starts.last?["tokens"] as? [[String: String]]
    #expect(told?.map { $0["status"] } == ["revoked"])
  }

  @Test func `revoking leaves no running process of the family except its open app`() throws {
    let run = try run()
    // Five seconds into the first use, the monitor has its callback and has not yet been stopped as idle.
    let now = HostedRun.start.advanced(by: 5_000)
    try run.host.run(
      through: [UseSpan(start: HostedRun.start, end: now, app: Self.chess, isPresent: true)], until: now)
    let before = run.host.facts.processStates(of: family)
    #expect(before.contains { $0 != "cold" })
    try run.host.revoke(family, by: .person)
    #expect(run.host.facts.processStates(of: family).allSatisfy { $0 == "cold" })
    #expect(run.host.facts.nameableItems(of: family) == [])
    let facts = try run.host.facts.store.read { (try $0.audiences(), try $0.issuance(), try $0.owedDeliveries()) }
    #expect(facts.0.isEmpty && facts.1.isEmpty && facts.2.isEmpty)
    _ = try run.close()
  }

  @Test func `the ledger records a blocked attempt as a class and a count`() throws {
    let families = try ScriptFamilies()
    try families.add("forger")
    let run = try HostedRun(families)
    try run.use(Self.editor, onDay: 0)
    let stopped = try run.host.facts.ledgerPage(of: FamilyID("forger")).stopped
    #expect(stopped.count == 1)
    #expect(stopped.first?.hasPrefix("to name something you had not picked for it ") == true)
    _ = try run.close()
  }

  @Test func `a narrower profile takes effect at once, a wider one needs consent`() throws {
    let families = try ScriptFamilies()
    try families.add("steady", app: "picker.py")
    func profile(_ wanted: PrivacyProfile, _ answer: PromptAnswer = .approved) throws -> (PrivacyProfile, [LedgerKind])
    {
      let run = try HostedRun(
        families, picks: [["applications": [Self.editor.id]]], profile: wanted, authorize: answer)
      defer { try? run.host.close() }
      try run.use(Self.chess, onDay: 0)
      let kinds = try run.host.facts.store.read { try PrivacyLedger.entries(in: $0, name: \.id) }.map(\.kind)
      return (run.host.facts.profile, kinds.filter { [.profileChanged, .policyWidened].contains($0) })
    }
    #expect(try profile(.standard) == (.standard, []))
    #expect(try profile(.tight) == (.tight, [.profileChanged]))
    #expect(try profile(.open, .denied) == (.tight, [.profileChanged, .policyWidened]))
    // Asked once, not at every start.
    #expect(try profile(.open, .denied) == (.tight, [.profileChanged, .policyWidened]))
    #expect(try profile(.standard, .approved) == (.standard, [.profileChanged, .policyWidened, .profileChanged]))
  }
}
