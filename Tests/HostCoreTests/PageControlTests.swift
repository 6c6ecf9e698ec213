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

/// The controls of pages: each is an order that the host reads, and each does what its command does (CON-1).
@Suite struct PageControlTests {
  private static let editor = Item.application("org.gnome.TextEditor")
  private static let chess = Item.application("org.gnome.Chess")
  private let family = FamilyID("steady")

  private func hosted(authorize: PromptAnswer? = nil, profile: PrivacyProfile = .open, delay: Int64 = 0) throws
    -> HostedRun
  {
    let families = try ScriptFamilies()
    try families.add("steady", app: "picker.py")
    var names = [Self.editor: "Editor", Self.chess: "Chess"]
    for code in 1...12 { names[.category("\(code)")] = "Category \(code)" }
    let run = try HostedRun(
      families, picks: [["applications": [Self.editor.id]]],
      filed: [
        Self.editor: .category("5"), Self.chess: .category("3"), .application("org.gnome.Maps"): .category("3"),
      ],
      profile: profile, authorize: authorize, names: names, looseningSeconds: delay)
    try run.use(Self.chess, onDay: 0)
    return run
  }

  private func page(_ run: HostedRun, _ path: String) throws -> Page {
    try PageMaker(run.host.facts, hasPasscode: false).page(try #require(PageAddress(path: path)))
  }

  private func entries(_ run: HostedRun, _ kind: LedgerKind) throws -> [LedgerEntry] {
    try run.host.facts.store.read { try PrivacyLedger.entries(in: $0, name: run.host.facts.name(of:)) }
      .filter { $0.kind == kind }
  }

  private static let addresses = [
    "/today", "/week", "/day", "/shields", "/requests", "/families", "/family/steady", "/ledger", "/extensions",
    "/device", "/gallery", "/trace", "/item/app:org.gnome.TextEditor", "/shield/app:org.gnome.TextEditor",
  ]

  @Test func `every control of every page is an order that the host reads, and a command that exists (CON-1)`() throws {
    let run = try hosted()
    _ = try run.host.carryOut(PersonOrder(.ask(item: "Editor", seconds: 900, reason: "why"), act: "ask"))
    let commands = try String(contentsOfFile: HostProgram.root + "/docs/cli.md", encoding: .utf8)
    var kinds: Set<String> = []
    for path in Self.addresses {
      let page = try page(run, path)
      let controls = page.sections.flatMap {
        $0.controls + ($0.table?.rows ?? []).flatMap { $0.flatMap(\.controls) }
      }
      for control in controls {
        let filled = Dictionary(
          control.fields.map { ($0.member, $0.value.isEmpty ? $0.options.first?.value ?? "x" : $0.value) }
        ) { first, _ in first }
        _ = try PressedControl(control).order(filled)
        if case .text(let kind)? = control.act["kind"] { kinds.insert(kind) }
        let words = control.command.split(separator: " ").prefix(2).joined(separator: " ")
        #expect(commands.contains("\n## \(words)\n") || commands.contains("\(words) "), "\(control.command)")
      }
    }
    let wanted: Set = [
      "open", "revoke", "remove", "resetTokens", "withdrawItem", "rename", "file", "merge", "ledger", "allow", "refuse",
      "withdraw", "press", "ask", "consent", "delayChanges",
    ]
    #expect(wanted.subtracting(kinds).isEmpty, "\(wanted.subtracting(kinds).sorted())")
    _ = try run.close()
  }

  @Test func `more time is asked for with its length and reason, and allowed for any length`() throws {
    let run = try hosted()
    let ask = try PressedControl("Ask for more time", on: page(run, "/shields"))
    #expect(try run.host.carryOut(ask.order(["seconds": "20", "reason": "level 3"])) == .done)
    let request = try #require(run.host.facts.timeRequests.first)
    #expect(request.seconds == 1_200 && request.reason == "level 3" && request.item == Self.editor)
    let now = run.host.facts.state.now
    let allow = try PressedControl("Allow this long", on: page(run, "/requests"))
    #expect(try run.host.carryOut(allow.order(["seconds": "25", "mode": "replace"])) == .done)
    #expect(run.host.facts.grantEnd(of: Self.editor) == now.advanced(by: 25 * 60_000))
    #expect(try entries(run, .timeRequest).map(\.by) == ["the owner, by a command", "the owner, by a command"])
    _ = try run.close()
  }

  @Test func `revoking can leave the shields, and a page lists what goes`() throws {
    let run = try hosted()
    let before = try page(run, "/family/steady")
    let ending = try #require(before.sections.first { $0.heading == "End it" })
    #expect(ending.text.map(\.text) == ["This ends 1 activity and 1 store."])
    _ = try run.host.carryOut(try PressedControl("Revoke, but keep its shields", on: before).order())
    #expect(run.host.facts.state.families[family]?.isApproved == false)
    let shield = try #require(run.host.facts.shield(over: Self.editor))
    #expect(shield.family == nil)
    _ = try run.close()
  }

  // MARK: - Terms

  /// A state whose person allowed less than the host's profile; its host has ended.
  private func allowedLess() throws -> ScriptFamilies {
    let run = try hosted(authorize: .unanswered, profile: .standard)
    let allow = try PressedControl("Allow", on: page(run, "/requests"))
    #expect(allow.control.fields.first?.options.map(\.value) == ["standard", "tight"])
    #expect(try run.host.carryOut(allow.order(["profile": "tight"])) == .done)
    #expect(run.host.facts.profile == .tight)
    #expect(try entries(run, .grant).map(\.profile) == [.tight])
    _ = try run.close()
    return run.families
  }

  @Test func `a yes can allow less than the host's profile, and the person is not asked for more at the next start`()
    throws
  {
    let families = try allowedLess()
    let next = try HostedRun(families, profile: .standard, authorize: .approved)
    try next.use(Self.chess, onDay: 1)
    #expect(next.host.facts.profile == .tight)
    // The person may later allow as much as the host's profile does, but no more.
    let change = try PressedControl("Use this profile", on: page(next, "/family/steady"))
    #expect(try next.host.carryOut(change.order(["profile": "standard"])) == .done)
    #expect(next.host.facts.profile == .standard)
    #expect(try entries(next, .profileChanged).map(\.says).last == "You set the profile of Steady to standard.")
    #expect(throws: HostError.self) { try next.host.carryOut(change.order(["profile": "open"])) }
    _ = try next.close()
  }

  @Test func `an answer to a sheet of another policy is stale, and changes nothing (CON-5)`() throws {
    let run = try hosted(authorize: .unanswered)
    var allow = try PressedControl("Allow", on: page(run, "/requests")).control
    guard case .number(let policy)? = allow.act["policy"] else { return #expect(Bool(false), "no policy") }
    allow.act["policy"] = .number(policy + 1)
    do {
      _ = try run.host.carryOut(PressedControl(allow).order())
      Issue.record("terms that nobody saw were agreed to")
    } catch let error as HostError { #expect(error.refusal == .stale) }
    #expect(run.host.facts.state.families[family]?.isApproved == false)
    #expect(run.host.facts.unansweredPrompts.count == 1)
    _ = try run.close()
  }

  // MARK: - Entries

  @Test func `a refusal is an entry that names who acted, and the family learns neither (CON-8)`() throws {
    let run = try hosted(authorize: .unanswered)
    #expect(try entries(run, .refused).isEmpty)
    _ = try run.host.carryOut(try PressedControl("Don’t allow", on: page(run, "/requests")).order())
    let entry = try #require(try entries(run, .refused).first)
    #expect(entry.says == "You did not let Steady manage Screen Time (individual).")
    #expect(entry.by == "the owner, by a command" && entry.family == "steady")
    try run.use(Self.chess, onDay: 1)
    let sent = try run.close().map { String(decoding: try JSONSerialization.data(withJSONObject: $0), as: UTF8.self) }
    #expect(!sent.isEmpty && sent.allSatisfy { !$0.contains("owner") && !$0.contains("by a command") })
  }

  @Test func `an answer of a script is entered as a script's (CON-23)`() throws {
    let denied = try hosted(authorize: .denied)
    #expect(try entries(denied, .refused).map(\.by) == ["a script"])
    _ = try denied.close()
    let approved = try hosted(authorize: .approved)
    #expect(try entries(approved, .grant).map(\.by) == ["a script"])
    // Nobody is named for what the device does by itself.
    #expect(try entries(approved, .intervalTold).allSatisfy { $0.by == nil })
    _ = try approved.close()
  }

  @Test func `an act through the console is entered as that, whatever its page says`() throws {
    let run = try hosted()
    var order = try PressedControl("Turn off", on: page(run, "/ledger")).order()
    order.by = .console
    _ = try run.host.carryOut(order)
    #expect(try entries(run, .ledgerSwitched).map(\.by) == ["the owner, in the console"])
    _ = try run.close()
  }

  // MARK: - The delay of looser changes

  @Test func `a longer delay holds at once and a shorter one after the present one (LIVE-CHG2)`() throws {
    let run = try hosted(delay: 86_400)
    let set = try PressedControl("Set the wait", on: page(run, "/device"))
    #expect(try run.host.carryOut(set.order(["seconds": "48"])) == .done)
    #expect(run.host.facts.looseningSeconds == 2 * 86_400)
    guard case .waiting(let says) = try run.host.carryOut(set.order(["seconds": "1"])) else {
      return #expect(Bool(false), "shortened at once")
    }
    #expect(says.contains("changes --cancel 1"))
    guard case .already = try run.host.carryOut(set.order(["seconds": "1"])) else {
      return #expect(Bool(false), "waits twice")
    }
    #expect(run.host.facts.waitingChanges.map { run.host.facts.sentence($0) } == ["what opens something waits 1 h"])
    try run.use(nil, onDay: 1)
    #expect(run.host.facts.looseningSeconds == 2 * 86_400)
    try run.use(nil, onDay: 3)
    #expect(run.host.facts.looseningSeconds == 3_600 && run.host.facts.waitingChanges.isEmpty)
    #expect(
      try entries(run, .itemChanged).last?.says == "Changes that wait: what opens something waits 1 h from now on.")
    _ = try run.close()
  }

  @Test func `an act, its consequences and its entry are one transaction (CON-6)`() throws {
    let run = try hosted()
    let before = run.host.facts.changes
    let order = PersonOrder(.revoke(family, keepsShields: false), act: "one")
    guard case .input(let input) = try run.host.facts.meaning(of: order) else {
      Issue.record("no input")
      return
    }
    _ = try run.host.device.take(input)
    #expect(run.host.facts.changes == before + 1)
    #expect(
      run.host.facts.state.families[family]?.isApproved == false && run.host.facts.shield(over: Self.editor) == nil)
    let stored = try run.host.facts.store.read { reader in
      (try PrivacyLedger.entries(in: reader, name: \.id).count { $0.kind == .revoke }, try reader.issuance().isEmpty)
    }
    #expect(stored == (1, true))
    _ = try run.close()
  }

  // MARK: - The picker

  private func groups(_ run: HostedRun, includingItems: Bool = false) throws -> [ItemPicker.Group] {
    try PageMaker(run.host.facts, hasPasscode: false).choices(for: family, includingItems: includingItems)
  }

  @Test
  func
    `the picker lists what is installed or was used, the latest day first, and each category by name (CON-11, CON-12)`()
    throws
  {
    let run = try hosted()
    let maps = Item.application("org.gnome.Maps")
    try run.use(maps, onDay: 2)
    let recent = try #require(try groups(run).first)
    // Maps was used later, and Chess longer on the whole.
    #expect(recent.name == "Recent" && recent.choices.map(\.id) == [maps.id, Self.chess.id])
    let rest = try groups(run).dropFirst()
    #expect(rest.flatMap { $0.choices.prefix(1) }.allSatisfy { $0.kind == .category })
    #expect(rest.map(\.name).count == 12)
    let listed = rest.flatMap { $0.choices.dropFirst() }.map(\.id)
    #expect(Set(listed) == [maps.id, Self.chess.id, Self.editor.id])
    for group in rest {
      let names = group.choices.dropFirst().map { $0.name.lowercased() }
      #expect(names == names.sorted())
    }
    // An item that is not installed and was last used more than 30 days ago is not listed.
    try run.host.run(through: [UseSpan](), until: run.host.facts.state.now.advanced(by: 32 * 86_400_000))
    #expect(try !groups(run).flatMap(\.choices).map(\.id).contains(maps.id))
    // A search disregards case and accents.
    #expect(run.host.facts.items(containing: "ÉDITOR") == [Self.editor])
    _ = try run.close()
  }

  @Test func `a category's row says what picking it gives (CON-13)`() throws {
    let run = try hosted()
    func row(_ includingItems: Bool) throws -> [String] {
      try groups(run, includingItems: includingItems).dropFirst().compactMap(\.choices.first?.name)
    }
    #expect(try row(false).allSatisfy { $0.hasSuffix(", the category") })
    let category = try #require(
      try groups(run, includingItems: true).dropFirst().first { $0.choices.contains { $0.id == Self.chess.id } })
    let count = category.choices.count - 1
    #expect(category.choices.first?.name == "\(category.name), and its \(count) \(count == 1 ? "item" : "items") now")
    _ = try run.close()
  }

  // MARK: - Long lists, and who may see

  @Test func `a day of more than 200 stretches has several pages, and each stretch is on one (CON-27)`() throws {
    let run = try hosted()
    let start = HostedRun.start.advanced(by: 86_400_000)
    try run.host.run(through: [UseSpan](), until: start)
    let spans = (0..<450).map { number in
      let at = start.advanced(by: Int64(number) * 60_000)
      return UseSpan(
        start: at, end: at.advanced(by: 60_000), app: number.isMultiple(of: 2) ? Self.chess : Self.editor,
        isPresent: true)
    }
    try run.host.run(through: spans, until: start.advanced(by: 450 * 60_000))
    var seen: [String] = []
    for number in 1...3 {
      let page = try page(run, "/day/2026-10-20" + (number == 1 ? "" : ".\(number)"))
      let rows = try #require(page.sections.first?.table?.rows)
      #expect(rows.count <= 200)
      seen += rows.map { $0[0].says.text }
      let more = page.sections.last?.table?.rows.contains { $0[0].says == "More" }
      #expect(more == (number < 3))
    }
    #expect(seen.count == 450 && Set(seen).count == 450)
    #expect(throws: HostError.self) { try page(run, "/day/2026-10-20.4") }
    _ = try run.close()
  }

  @Test func `the child sees what is recorded, each rule, and who decided (CON-20)`() throws {
    let run = try hosted()
    _ = try run.host.carryOut(
      PersonOrder(.allow(.item("Editor"), GrantLength(.add, seconds: 600)), by: .console, act: "allow"))
    // The pages know no role: with a passcode set, a child's request gives the same page.
    let maker = PageMaker(run.host.facts, hasPasscode: true)
    #expect(maker.guardianDecides)
    let ledger = try maker.page(.ledger)
    let decided = try #require(ledger.sections.first { $0.heading == "What people decided" }?.table)
    let rows = decided.rows.map { $0.map(\.says.text) }
    #expect(
      rows.contains { $0[2] == "the owner, in the console" && $0[3] == "Editor: the owner allowed 10 min." }, "\(rows)")
    #expect(rows.contains { $0[2] == "a script" && $0[3].hasPrefix("You let Steady manage Screen Time") }, "\(rows)")
    let use = try maker.page(try #require(PageAddress(path: "/day/2026-10-19")))
    #expect(use.sections.first?.table?.rows.isEmpty == false)
    let why = try maker.page(try #require(PageAddress(path: "/shield/app:org.gnome.TextEditor")))
    #expect(why.sections.first?.table?.rows.contains { $0[0].says.text == "Steady" } == true)
    _ = try run.close()
  }

  @Test func `the page of the device says that an app outside the sandbox can act as the person (CON-42)`() throws {
    let run = try hosted()
    let rows = try page(run, "/device").sections.flatMap { $0.table?.rows ?? [] }
    #expect(rows.contains { $0[1].says == "an app of this account that is not confined can act as you" })
    _ = try run.close()
  }

  @Test func `a selection is sent as a whole, and an empty one does not cancel (CON-14)`() throws {
    func order(_ text: String) throws -> PersonOrder {
      try PersonOrder(wire: try JSONText.value(Array(text.utf8)), at: "", from: .extension)
    }
    let whole = try order(
      #"{"act":"a","kind":"pick","prompt":1,"applications":["a.b"],"categories":["3"],"webDomains":["video.example"]}"#)
    let pick = PersonAnswers.Pick(applications: ["a.b"], categories: ["3"], webDomains: ["video.example"])
    #expect(whole.kind == .pick(prompt: 1, pick))
    let empty = PersonAnswers.Pick(applications: [], categories: [], webDomains: [])
    let none = #"{"act":"a","kind":"pick","prompt":1,"applications":[],"categories":[],"webDomains":[]}"#
    #expect(try order(none).kind == .pick(prompt: 1, empty))
    #expect(
      try order(
        #"{"act":"a","kind":"pick","prompt":1,"cancel":true,"applications":[],"categories":[],"webDomains":[]}"#
      ).kind == .pick(prompt: 1, nil))
    // A selection beside a cancellation is neither.
    #expect(throws: WireError.self) {
      try order(
        #"{"act":"a","kind":"pick","prompt":1,"cancel":true,"applications":["a.b"],"categories":[],"webDomains":[]}"#)
    }
  }
}
