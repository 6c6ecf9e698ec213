// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ExtensionProtocol
import Foundation
import Pages
import PrivacyBoundary
import ScreenTimeRules
import ScreenTimeStore
import Testing

@testable import HostCore

/// A person's changes to items: names, categories and merges.
@Suite struct ItemChangeTests {
  private static let editor = Item.application("org.gnome.TextEditor")
  private static let chess = Item.application("org.gnome.Chess")
  private static let maps = Item.application("org.gnome.Maps")
  private let family = FamilyID("steady")
  /// A policy of the operator that closes category 3.
  private static let closedGames = [
    "house": SettingsStore(values: [
      .shieldApplicationCategories: .categoryPolicy(.specific([.category("3")], except: []))
    ])
  ]

  /// A host with a family that shields and counts the editor, and with three applications of category 3.
  private func run(looseningSeconds: Int64 = 0) throws -> HostedRun {
    let families = try ScriptFamilies()
    try families.add("steady", app: "picker.py")
    let names = [Self.editor: "Editor", Self.chess: "Chess", Self.maps: "Maps"]
    return try HostedRun(
      families, picks: [["applications": [Self.editor.id]]], filed: names.mapValues { _ in .category("3") },
      names: names,
      looseningSeconds: looseningSeconds)
  }

  private func act(_ run: HostedRun, _ kind: PersonOrder.Kind, as role: PersonOrder.Role = .owner) throws
    -> HostClient.Outcome
  {
    try run.host.carryOut(PersonOrder(kind, as: role, act: UUID().uuidString))
  }

  private func entries(_ run: HostedRun, of kind: LedgerKind = .itemChanged) throws -> [String] {
    try run.host.facts.store.read {
      try PrivacyLedger.entries(in: $0, name: run.host.facts.name(of:)).filter { $0.kind == kind }.map(\.says)
    }
  }

  private func shielded(_ snapshot: [String: Any]?) -> [String] {
    let stores = snapshot?["stores"] as? [[String: Any]] ?? []
    return (stores.first?["settings"] as? [String: Any])?["shield.applications"] as? [String] ?? []
  }

  private func eventTokens(_ snapshot: [String: Any]?) -> [String] {
    let activities = snapshot?["activities"] as? [[String: Any]] ?? []
    return (activities.first?["events"] as? [[String: Any]])?.first?["applications"] as? [String] ?? []
  }

  @Test func `a new name is shown only to the person, and can be reverted (CON-7)`() throws {
    let run = try run()
    try run.use(Self.chess, onDay: 0)
    #expect(try act(run, .rename(item: "editor", name: "  Notes of mine ")) == .done)
    #expect(run.host.facts.name(of: Self.editor) == "Notes of mine")
    guard case .already = try act(run, .rename(item: Self.editor.id, name: "Notes of mine")) else {
      return #expect(Bool(false), "renamed to the same name")
    }
    for name in ["", "  ", String(repeating: "x", count: 121), "two\u{7}bells"] {
      #expect(throws: HostError.self) { try act(run, .rename(item: "Notes of mine", name: name)) }
    }
    let page = try PageMaker(run.host.facts, hasPasscode: false).page(
      try #require(PageAddress(.item, "app:\(Self.editor.id)")))
    #expect(page.title == .name("Notes of mine"))
    #expect(page.sections.flatMap(\.controls).map(\.act["kind"]).contains("rename"))
    try run.use(Self.editor, onDay: 1)
    #expect(try act(run, .rename(item: "Notes of mine", name: "Editor")) == .done)
    #expect(run.host.facts.owners.items.book.names.isEmpty)
    #expect(try entries(run).first == "Editor: it is named “Notes of mine”.")
    let lines = try run.close()
    let sent = String(decoding: try JSONSerialization.data(withJSONObject: lines), as: UTF8.self)
    #expect(!sent.contains("Notes of mine"))
  }

  @Test func `a filed item belongs to its category from now on, and recorded use stays (CON-7)`() throws {
    let run = try run()
    try run.use(Self.chess, onDay: 0)
    try run.host.setOperatorStores(Self.closedGames)
    #expect(run.host.facts.shield(over: Self.maps) != nil)
    #expect(try act(run, .file(item: "Maps", category: "5")) == .done)
    #expect(run.host.facts.shield(over: Self.maps) == nil)
    guard case .already = try act(run, .file(item: "Maps", category: "5")) else {
      return #expect(Bool(false), "filed twice")
    }
    #expect(throws: HostError.self) { try act(run, .file(item: "Maps", category: "13")) }
    try run.use(Self.maps, onDay: 1)
    let day = Int64(86_400_000)
    let spans = try run.host.facts.store.read {
      try $0.use(from: HostedRun.start, to: HostedRun.start.advanced(by: 2 * day))
    }
    let filed = Dictionary(grouping: spans, by: \.app).mapValues { Set($0.map(\.appCategory)) }
    #expect(filed[Self.maps] == [.category("5")])
    #expect(try act(run, .file(item: "Maps", category: "3")) == .done)
    #expect(run.host.facts.owners.items.book.categories.isEmpty && run.host.facts.shield(over: Self.maps) != nil)
    let again = try run.host.facts.store.read {
      try $0.use(from: HostedRun.start.advanced(by: day), to: HostedRun.start.advanced(by: 2 * day))
    }
    #expect(Set(again.filter { $0.app == Self.maps }.map(\.appCategory)) == [.category("5")])
    _ = try run.close()
  }

  @Test func `a merge moves use, rules and tokens, and its pair is listed for 60 days (CON-7, T9)`() throws {
    let run = try run()
    try run.use(Self.chess, onDay: 0)
    #expect(run.host.facts.nameableItems(of: family) == [Self.editor])
    #expect(try act(run, .merge(item: "Editor", into: "Maps")) == .done)
    #expect(run.host.facts.nameableItems(of: family) == [Self.maps])
    #expect(run.host.facts.shield(over: Self.maps) != nil && run.host.facts.shield(over: Self.editor) == nil)
    let event = try #require(run.host.facts.state.families[family]?.activities["day"]?.events.first)
    #expect(event.selection.applications.items == [Self.maps])
    let said = try entries(run)
    #expect(said == ["Editor: it is one with Maps."], "\(said)")
    let told = try entries(run, of: .tokenIssued)
    #expect(told.count == 1 && told.allSatisfy { $0.hasSuffix(" can name 1 more item.") }, "\(told)")
    guard case .already = try act(run, .merge(item: Self.editor.id, into: "Maps")) else {
      return #expect(Bool(false), "merged twice")
    }
    #expect(throws: HostError.self) { try act(run, .merge(item: "Maps", into: "Maps")) }
    #expect(!run.host.facts.knownItems.contains(Self.editor))
    for day: Int64 in [1, 59, 62] { try run.use(Self.editor, onDay: day) }
    let totals = try run.host.facts.totals(from: HostedRun.start, to: run.host.facts.state.now)
    #expect(totals[Self.editor] == nil)
    let starts = try run.close().snapshots(of: "intervalDidStart")
    let (old, new) = (shielded(starts.first), shielded(starts.last))
    #expect(old.count == 1 && new.count == 1 && old != new)
    #expect(starts.map(shielded) == [old] + starts.dropFirst().map { _ in new })
    #expect(starts.map(eventTokens) == starts.map(shielded))
    let listed = starts.map { $0["tokens"] as? [[String: String]] ?? [] }
    let pair = ["token": old.first ?? "", "status": "rotated", "to": new.first ?? ""]
    #expect(listed.first == [] && listed.dropFirst().first == [pair])
    #expect(listed.last == [["token": old.first ?? "", "status": "unknown"]])
  }

  @Test func `an application that is filed elsewhere loses the shield of its old category at once (CON-7)`() throws {
    let life = try PlayedLife()
    life.take(.operator(.policy(Self.closedGames)))
    let end = life.instant.advanced(by: 60_000)
    life.take(.use(UseSpan(start: life.instant, end: end, app: PlayedLife.chess, isPresent: true)))
    #expect(life.facts.state.shield?.item == PlayedLife.chess)
    let filed = ItemChange.files(PlayedLife.chess, under: .category("5"))
    let commands = life.take(.person(PersonAct(.changesItem(filed))))
    #expect(life.facts.state.shield == nil)
    #expect(commands.contains { if case .withdraw = $0 { true } else { false } })
  }

  @Test func `merging an application under a shield takes the shield down at once if the target has none`() throws {
    let life = try PlayedLife()
    life.take(.operator(.policy(Self.closedGames)))
    let end = life.instant.advanced(by: 60_000)
    life.take(.use(UseSpan(start: life.instant, end: end, app: PlayedLife.chess, isPresent: true)))
    #expect(life.facts.state.shield?.item == PlayedLife.chess)
    let merge = ItemChange.merges(PlayedLife.chess, into: PlayedLife.editor)
    let commands = life.take(.person(PersonAct(.changesItem(merge))))
    #expect(life.facts.state.shield == nil)
    #expect(commands.contains { if case .withdraw = $0 { true } else { false } })
  }

  @Test func `picking a merged item picks its target`() throws {
    let life = try PlayedLife()
    let target = Item.webDomain("example.net")
    for (item, other) in [(PlayedLife.chess, PlayedLife.editor), (PlayedLife.site, target)] {
      life.take(.person(PersonAct(.changesItem(.merges(item, into: other)))))
    }
    let pick = PersonAnswers.Pick(
      applications: [PlayedLife.chess.id, PlayedLife.browser.id], categories: ["3"], webDomains: [PlayedLife.site.id])
    let merged = life.facts.owners.items.merged(pick)
    #expect(merged.applications == [PlayedLife.editor.id, PlayedLife.browser.id])
    #expect(merged.categories == ["3"] && merged.webDomains == [target.id])
  }

  @Test func `use of a merged website is use of its target, whatever shows it`() throws {
    let life = try PlayedLife()
    let target = Item.webDomain("example.net")
    life.take(.person(PersonAct(.changesItem(.merges(PlayedLife.site, into: target)))))
    let span = UseSpan(
      start: life.instant, end: life.instant.advanced(by: 60_000), app: PlayedLife.browser, web: PlayedLife.site,
      isPresent: true)
    let merged = life.facts.owners.items.merged(span)
    #expect(merged.app == PlayedLife.browser && merged.web == target)
  }

  @Test func `changes to items outlive the host`() throws {
    /// The families are kept, since their directory goes with them.
    func changed() throws -> (HostConfiguration, ScriptFamilies) {
      let run = try run()
      try run.use(Self.chess, onDay: 0)
      #expect(try act(run, .rename(item: "Chess", name: "King’s game")) == .done)
      #expect(try act(run, .merge(item: "Editor", into: "Maps")) == .done)
      _ = try run.close()
      return (run.host.configuration, run.families)
    }
    let (configuration, families) = try changed()
    let view = try VirtualDriver(configuration) { _ in }
    #expect(view.facts.name(of: Self.chess) == "King’s game")
    #expect(view.facts.nameableItems(of: family) == [Self.maps])
    #expect(view.facts.shield(over: Self.maps) != nil)
    try view.close()
    withExtendedLifetime(families) {}
  }

  // MARK: - Changes that wait

  @Test func `a looser change waits, and a stricter one takes effect at once (CON-5, LIVE-CHG1)`() throws {
    let run = try run(looseningSeconds: 86_400)
    try run.use(Self.chess, onDay: 0)
    try run.host.setOperatorStores(Self.closedGames)
    guard case .waiting(let says) = try act(run, .file(item: "Maps", category: "5")) else {
      return #expect(Bool(false), "opened at once")
    }
    #expect(says.contains("changes --cancel 1"))
    #expect(run.host.facts.shield(over: Self.maps) != nil)
    // Renaming opens nothing, and the same change again is the one that waits.
    #expect(try act(run, .rename(item: "Maps", name: "Atlas")) == .done)
    guard case .already = try act(run, .file(item: "Atlas", category: "5")) else {
      return #expect(Bool(false), "waits twice")
    }
    let waiting = run.host.facts.waitingChanges
    #expect(waiting.map(\.items) == [[Self.maps]])
    let page = try PageMaker(run.host.facts, hasPasscode: false).page(.requests)
    #expect(page.sections.contains { $0.heading == "Changes that wait" })
    try run.use(nil, onDay: 1)
    #expect(run.host.facts.waitingChanges.isEmpty && run.host.facts.shield(over: Self.maps) == nil)
    // Back under the shield: tighter, so at once.
    #expect(try act(run, .file(item: "Atlas", category: "3")) == .done)
    #expect(run.host.facts.shield(over: Self.maps) != nil)
    _ = try run.close()
  }

  @Test func `a change that waits can be cancelled once, and a guardian's does not wait (LIVE-CHG1)`() throws {
    let run = try run(looseningSeconds: 86_400)
    try run.use(Self.chess, onDay: 0)
    guard case .waiting = try act(run, .withdrawItem(Self.editor.id, from: family)) else {
      return #expect(Bool(false), "opened at once")
    }
    #expect(run.host.facts.nameableItems(of: family) == [Self.editor])
    #expect(try act(run, .cancelChange(1)) == .done)
    do {
      _ = try act(run, .cancelChange(1))
      Issue.record("cancelled twice")
    } catch let error as HostError { #expect(error.refusal == .settled) }
    try run.use(nil, onDay: 2)
    #expect(run.host.facts.shield(over: Self.editor) != nil)
    let said = try entries(run)
    #expect(said.count == 2 && said[1].hasPrefix("Editor: cancelled"), "\(said)")
    _ = try run.close()
  }

  @Test func `a withdrawal that waits has nothing to do once the family's tokens were reset`() throws {
    let life = try PlayedLife()
    let homework = FamilyID("homework")
    try life.meet("homework", picking: [PlayedLife.chess.id])
    let due = life.instant.advanced(by: 3_600_000)
    let change = LooserChange.withdraws(PlayedLife.chess, from: homework)
    life.take(.person(PersonAct(.waits(change, opening: [PlayedLife.chess], until: due, by: .person))))
    life.take(.person(PersonAct(.resetsIdentifiers(homework))))
    #expect(life.facts.waitingChanges.count == 1 && life.facts.nameableItems(of: homework) == [])
    try life.pass(until: due)
    // A refusal would be thrown here.
    try life.bench.take(.time(life.instant))
    #expect(life.facts.waitingChanges.isEmpty)
  }

  @Test func `revoking ends a family's sight at once, and its shields after the delay (CON-8)`() throws {
    let run = try run(looseningSeconds: 86_400)
    try run.use(Self.chess, onDay: 0)
    guard case .waiting = try act(run, .revoke(family, keepsShields: false)) else {
      return #expect(Bool(false), "opened at once")
    }
    #expect(run.host.facts.state.families[family]?.isApproved == false)
    #expect(run.host.facts.nameableItems(of: family) == [])
    let shield = try #require(run.host.facts.shield(over: Self.editor))
    #expect(shield.family == nil)
    // A clock that is set forward brings the end no nearer.
    try run.host.setClock(to: run.host.facts.state.now.advanced(by: 30 * 86_400_000))
    #expect(run.host.facts.shield(over: Self.editor) != nil)
    let now = run.host.facts.state.now
    try run.host.run(through: [UseSpan](), until: now.advanced(by: 86_400_000 - 1))
    #expect(run.host.facts.shield(over: Self.editor) != nil)
    try run.host.run(through: [UseSpan](), until: now.advanced(by: 86_400_000 + 60_000))
    #expect(run.host.facts.shield(over: Self.editor) == nil)
    _ = try run.close()
  }

  @Test func `removing a family that shields something leaves the shields until the delay is over (CON-8)`() throws {
    let run = try run(looseningSeconds: 86_400)
    try run.use(Self.chess, onDay: 0)
    guard case .waiting = try act(run, .remove(family)) else { return #expect(Bool(false), "opened at once") }
    #expect(run.host.facts.state.families[family] == nil || run.host.facts.nameableItems(of: family) == [])
    #expect(run.host.facts.shield(over: Self.editor) != nil)
    try run.use(nil, onDay: 2)
    #expect(run.host.facts.shield(over: Self.editor) == nil)
    _ = try run.close()
  }

  @Test func `orders about items read back as they were written`() throws {
    for kind: PersonOrder.Kind in [
      .rename(item: "a.b", name: "A"), .file(item: "a.b", category: "3"), .merge(item: "a.b", into: "c.d"),
      .cancelChange(7),
    ] {
      let order = PersonOrder(kind, as: .guardian, act: "x")
      #expect(try PersonOrder(wire: order.wire, at: "", from: .extension) == order)
    }
  }
}
