// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ExtensionProtocol
import Foundation
import HostCore
import PrivacyBoundary
import ScreenTimeRules
import ScreenTimeStore
import Testing

/// A host whose policy was widened since the person consented.
@Suite struct WideningRunTests {
  private static let editor = Item.application("org.gnome.TextEditor")

  private func kinds(_ run: HostedRun, _ kind: LedgerKind) throws -> [LedgerEntry] {
    try run.host.facts.store.read { try PrivacyLedger.entries(in: $0, name: \.id) }.filter { $0.kind == kind }
  }

  private func endings(_ run: HostedRun) throws -> [String] {
    try run.host.facts.store.read { try $0.deliveryHistory() }.filter { $0.point == "monitor" }.map { delivery in
      let event = (try? delivery.monitorDelivery())?.event
      return "\(event ?? delivery.callback) \(delivery.settlement?.outcome.rawValue ?? "owed")"
    }
  }

  /// The monitor's callbacks that were sent to it.
  private func sent(_ messages: [[String: Any]]) -> [String] {
    messages.compactMap { $0["params"] as? [String: Any] }.compactMap { params in
      (params["arguments"] as? [String: Any])?["event"] as? String ?? params["callback"] as? String
    }.filter { $0 != "activate" }
  }

  /// Runs one host over the families' state and returns what it sent.
  private func life(
    _ families: ScriptFamilies, picks: [[String: [String]]] = [], profile: PrivacyProfile = .open,
    policy: FlowPolicy? = nil, _ body: (HostedRun) throws -> Void
  ) throws -> [String] {
    let run = try HostedRun(families, picks: picks, profile: profile, policy: policy)
    try body(run)
    return sent(try run.close())
  }

  @Test func `widened data waits for the person while all else continues, and consent sends what waited`() throws {
    let families = try ScriptFamilies()
    try families.add("steady")
    let family = FamilyID("steady")
    let wider = try FlowPolicy.widened(1)
    #expect(try life(families) { try $0.use(Self.editor, onDay: 0) }.contains("first"))
    let meanwhile = try life(families, policy: wider) { run in
      #expect(run.host.facts.suspension(of: family)?.sentence.contains("sallyport consent steady --agree") == true)
      #expect(run.host.facts.consentSheet(for: family).suspended?.waits.count == 1)
      try run.use(Self.editor, onDay: 1)
      #expect(try endings(run).suffix(3) == ["intervalDidEnd applied", "intervalDidStart applied", "first owed"])
      let hold = try run.host.facts.deliveryStories(of: family).last?.hold
      #expect(hold?.code == "suspended" && hold?.rule == "PRIV-FP6")
      let told = try kinds(run, .policyWidened)
      #expect(told.count == 1 && told.first?.says.contains("waits for your consent to Steady") == true)
    }
    #expect(meanwhile == ["intervalDidEnd", "intervalDidStart"])
    // A restarted host records nothing new and keeps waiting.
    let after = try life(families, policy: wider) { run in
      try run.use(Self.editor, onDay: 2)
      #expect(try kinds(run, .policyWidened).count == 1)
      #expect(try endings(run).filter { $0 == "first owed" }.count == 2)
      try run.host.agree(to: family, by: .person)
      #expect(run.host.facts.suspension(of: family) == nil && run.host.facts.suspensions.isEmpty)
      #expect(throws: HostError.self) { try run.host.agree(to: family, by: .person) }
      try run.use(nil, onDay: 3)
      #expect(try !endings(run).contains { $0.hasSuffix("owed") })
      #expect(try kinds(run, .grant).map(\.policy) == [wider.version - 1, wider.version])
    }
    // Two that had waited, and one from the day after.
    #expect(after.filter { $0 == "first" }.count == 3)
  }

  @Test func `a delivery that waits for seven days expires and is recorded in the ledger`() throws {
    let families = try ScriptFamilies()
    try families.add("steady")
    _ = try life(families) { try $0.use(nil, onDay: 0) }
    _ = try life(families, policy: .widened(1)) { run in
      try run.use(Self.editor, onDay: 1)
      try run.use(nil, onDay: 9)
      #expect(try endings(run).contains("first expired"))
      #expect(try kinds(run, .deliveryExpired).count == 1)
    }
  }

  @Test func `shows no picker for a family that could not be given the selection`() throws {
    let families = try ScriptFamilies()
    try families.add("steady", app: "picker.py")
    var before = 0
    _ = try life(families, picks: [["applications": [Self.editor.id]]]) { run in
      try run.use(nil, onDay: 0)
      before = try kinds(run, .picker).count
    }
    #expect(before > 0)
    _ = try life(families, picks: [["applications": ["org.gnome.Chess"]]], policy: .widened(4)) { run in
      try run.host.open(FamilyID("steady"))
      #expect(try kinds(run, .picker).count == before)
    }
  }

  @Test func `a suspended sealed point has the default shield, and a press on it has no delivery`() throws {
    let scratch = Scratch()
    for (policy, grade, presses) in [
      (nil, "sealed", ["applied reply.ok"]),
      (try FlowPolicy.widened(3, fields: "perform/arguments/item/name"), "default shield", []),
    ] {
      // The configuration is all or nothing: widening the item's name is enough to suspend it.
      let live = try LiveHost("closer", look: .staticProgram, privacy: policy, in: scratch)
      try live.use(minutes: 1)
      let shield = try #require(live.host.facts.shield(over: LiveHost.editor))
      let before = try live.endings(of: "handle").count
      let shown = try live.ledger().count { $0 == "shieldShown" }
      #expect(try live.host.look(at: shield).grade == grade)
      try live.host.press(.primaryButtonPressed, on: shield)
      #expect(try Array(live.endings(of: "handle").dropFirst(before)) == presses)
      #expect(try live.ledger().count { $0 == "shieldShown" } == shown + (policy == nil ? 1 : 0))
      try live.close()
    }
  }

  @Test func `narrowing the profile does not consent to what a policy widened`() throws {
    let families = try ScriptFamilies()
    try families.add("steady")
    _ = try life(families, profile: .standard) { try $0.use(nil, onDay: 0) }
    _ = try life(families, profile: .tight, policy: .widened(1)) { run in
      #expect(run.host.facts.profile == .tight && run.host.facts.suspension(of: FamilyID("steady")) != nil)
    }
  }

  @Test func `every command reports what waits, and consent releases it`() throws {
    let families = try ScriptFamilies()
    try families.add("steady")
    #expect(try families.run().status == 0)
    // Consented to before any policy, so everything counts as widened since.
    let key = "host.consent.steady"
    func agreed() throws -> String {
      let store = try DeviceStore(directory: families.state, durability: .simulated)
      return String(decoding: try store.read { try $0.meta(key) } ?? [], as: UTF8.self)
    }
    let current = try agreed()
    do {
      let store = try DeviceStore(directory: families.state, durability: .simulated)
      let older = current.replacing(#/"policy":\d+/#, with: "\"policy\":0")
      try store.transaction { try $0.setMeta(key, to: Array(older.utf8)) }
    }
    let sentence = "sallyport consent steady --agree"
    let state = ["--state", families.state]
    for command in [
      ["consent", "steady"], ["explain", "callback", "steady", "day"], ["explain", "activity", "steady"],
      ["ledger", "--family", "steady"], ["families", families.manifests], ["doctor"],
    ] {
      let said = try HostProgram.run(command + state).complaints
      #expect(said.components(separatedBy: sentence).count == 2, "\(command): \(said)")
    }
    #expect(try HostProgram.run(["consent", "steady", "--as", "guardian"] + state).status == 2)
    let done = try HostProgram.run(["consent", "steady", "--agree"] + state)
    #expect(done.status == 0, "\(done.complaints)")
    #expect(try !HostProgram.run(["consent", "steady"] + state).complaints.contains(sentence))
    #expect(try HostProgram.run(["consent", "steady", "--agree"] + state).status == 1)
    #expect(try agreed() == current)
    // An unreadable state does not prevent listing families.
    try "{}".write(toFile: families.state + "/run.json", atomically: true, encoding: .utf8)
    let listed = try HostProgram.run(["families", families.manifests] + state)
    #expect(listed.status == 0 && listed.output.contains("steady"))
    #expect(listed.complaints.contains("Can't find out whether something waits for consent"))
  }
}
