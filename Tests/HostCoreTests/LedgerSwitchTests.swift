// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import HostCore
import PrivacyBoundary
import ScreenTimeRules
import ScreenTimeStore
import Testing

/// A ledger that the person turns off and on.
@Suite struct LedgerSwitchTests {
  private static let editor = Item.application("org.gnome.TextEditor")

  private func entries(_ run: HostedRun) throws -> [LedgerEntry] {
    try run.host.facts.store.read { try PrivacyLedger.entries(in: $0, name: \.id) }
  }

  private func rows(_ run: HostedRun) throws -> [LedgerRow] { try run.host.facts.store.read { try $0.ledger() } }

  @Test func `off keeps only the chain and the entry for the switch, and on keeps what follows (PRIV-LG6)`() throws {
    let families = try ScriptFamilies()
    try families.add("steady")
    let run = try HostedRun(families)
    try run.use(Self.editor, onDay: 0)
    let before = try rows(run)
    let heads = Dictionary(uniqueKeysWithValues: before.map { ($0.seq, $0.hash) })
    #expect(throws: HostError.self) { try run.host.turnLedger(on: true) }
    try run.host.turnLedger(on: false)
    #expect(throws: HostError.self) { try run.host.turnLedger(on: false) }
    // Everything is readable until the daily job runs.
    #expect(try entries(run).count == before.count + 1 && before.count > 3)

    try run.use(Self.editor, onDay: 1)
    let off = try entries(run)
    #expect(off.first?.kind == .ledgerSwitched && off.first?.says.hasPrefix("You turned the ledger off") == true)
    #expect(off.dropFirst().allSatisfy { $0.day > before[0].day } && off.count > 1)
    for row in try rows(run).prefix(before.count) {
      #expect(row.entry == nil && row.salt == nil && row.family == nil && row.kind.isEmpty && row.day.isEmpty)
    }
    let page = try run.host.facts.ledgerPage(of: FamilyID("steady"))
    #expect(page.ledger?.hasPrefix("off since ") == true)
    #expect(page.learned.allSatisfy { $0.contains("on 1 day") }, "\(page.learned)")

    // Many days later, the entry with the date is still there.
    try run.use(nil, onDay: 20)
    #expect(try entries(run).first?.kind == .ledgerSwitched)
    try run.host.turnLedger(on: true)
    #expect(try run.host.facts.ledgerOffSince == nil)
    try run.use(Self.editor, onDay: 21)
    try run.use(nil, onDay: 23)
    let on = try entries(run)
    #expect(on.contains { $0.kind == .ledgerSwitched && $0.says.contains("on again") })
    #expect(on.contains { $0.kind == .thresholdReached })
    #expect(try run.host.facts.ledgerPage(of: FamilyID("steady")).ledger == nil)
    let verdict = try run.host.facts.store.read { try PrivacyLedger.verify(in: $0, heads: heads) }
    #expect(verdict.isIntact, "\(verdict)")
    _ = try run.close()
  }

  @Test func `the ledger command reports the switch, and the ledger records it`() throws {
    let families = try ScriptFamilies()
    try families.add("steady")
    #expect(try families.run().status == 0)
    let state = ["--state", families.state]
    #expect(try HostProgram.run(["ledger", "on"] + state).status == 1)
    #expect(try HostProgram.run(["ledger", "off"] + state).status == 0)
    #expect(try HostProgram.run(["ledger", "off"] + state).complaints.contains("is off since "))
    for command in [["ledger"], ["ledger", "entries"]] {
      let shown = try HostProgram.run(command + state)
      #expect(shown.status == 0 && shown.complaints.contains("sallyport ledger on"), "\(shown.complaints)")
    }
    #expect(try HostProgram.run(["ledger", "entries"] + state).output.contains("You turned the ledger off"))
    #expect(try HostProgram.run(["ledger", "verify"] + state).status == 0)
    #expect(try HostProgram.run(["ledger", "on"] + state).status == 0)
    #expect(try !HostProgram.run(["ledger"] + state).complaints.contains("sallyport ledger on"))
  }
}
