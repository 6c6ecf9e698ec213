// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ExtensionProtocol
import Foundation
import Pages
import PrivacyBoundary
import ProcessSupervision
import ScreenTimeRules
import ScreenTimeStore
import Testing

@testable import HostCore

/// Pages at their limits, and pages with nothing to show.
@Suite struct PageEdgeTests {
  private static let homework = FamilyID("homework")
  private static let hour: Int64 = 3_600_000
  private static let day = 24 * hour

  /// Numbers of two digits have the order of their items.
  private static func app(_ number: Int) -> Item { .application("org.example.App\(number)") }

  /// A device on which the editor and the browser were in front in turns, a second each.
  private func life(stretches count: Int) throws -> PlayedLife {
    let life = try PlayedLife(points: [])
    for number in 0..<count {
      life.use(number.isMultiple(of: 2) ? PlayedLife.editor : PlayedLife.browser, milliseconds: 1_000)
    }
    life.take(.operator(.saves))
    return life
  }

  // MARK: - Limits

  @Test(arguments: [1, 200, 201, 401]) func `the stretches of a day are shown two hundred on a page`(
    _ count: Int
  ) throws {
    let life = try life(stretches: count)
    let pages = (count + 199) / 200
    var starts: [String] = []
    for number in 1...pages {
      let shown = try life.facts.page("/day/2026-10-19.\(number)")
      #expect(shown.says.text.hasSuffix(count == 1 ? "in 1 stretch." : "in \(count) stretches."))
      let stretches = try shown.section("Stretches")
      starts += stretches.table.texts.compactMap(\.first)
      let places = pages > 1 ? ["Page \(number) of \(pages)."] : []
      #expect(stretches.text.map(\.text) == places)
      let rows = try shown.section("Other days").table?.rows ?? []
      let next = rows.compactMap(\.first).filter { $0.says.text == "More" }.compactMap { $0.link?.path }
      let expected = number < pages ? ["/day/2026-10-19.\(number + 1)"] : []
      #expect(next == expected)
    }
    #expect(starts.count == count && starts == Set(starts).sorted())
    for number in [0, pages + 1] {
      #expect(throws: HostError.self) { try life.facts.page("/day/2026-10-19.\(number)") }
    }
  }

  @Test func `an explained number shows the first two hundred of its stretches, and says how many there are`() throws {
    let life = try life(stretches: 401)
    func stretches(_ app: Item) throws -> Page.Section {
      try life.facts.page("/use/2026-10-19~app:\(app.id)").section("Stretches")
    }
    let (editor, browser) = (try stretches(PlayedLife.editor), try stretches(PlayedLife.browser))
    #expect(
      editor.text.map(\.text)
        == ["The first 200 of 201 rows are shown; choose a shorter span for the others."])
    #expect(browser.text.isEmpty)
    #expect(editor.table?.rows.count == 200 && browser.table?.rows.count == 200)
  }

  @Test(arguments: [200, 201]) func `a trace and the list of what is pending show two hundred callbacks at most`(
    _ count: Int
  ) throws {
    let life = try PlayedLife(points: [])
    try life.pass(hours: 1)
    // The latest are first in the outbox, and the last one is of the next day.
    let offsets = (0..<count).reversed().map { Int64($0) * 1_000 } + [Self.day]
    let owed = offsets.enumerated().map { number, offset -> PendingDelivery in
      let at = NotificationBench.start.advanced(by: offset)
      return PendingDelivery(
        family: "homework", sequence: Int64(number) + 1, point: "shieldAction", callback: "press", dueAt: at,
        owedAt: at, body: [])
    }
    try life.facts.store.transaction { transaction in _ = try transaction.owe(owed) }
    let trace = try life.facts.page("/trace")
    #expect(trace.says.text == "\(count) callbacks, 0 were not applied.")
    let callbacks = try trace.section("Callbacks")
    let hint = count > 200 ? ["The first 200 of 201 callbacks are shown."] : []
    #expect(callbacks.text.map(\.text) == hint)
    let times = callbacks.table.texts.compactMap(\.first)
    #expect(times.count == 200 && times.first == "00:00:00" && times == times.sorted())
    #expect(trace.sections.count { $0.anchor != nil } == 200)
    let pending = try life.facts.page("/extensions").section("Pending")
    #expect(pending.table?.rows.count == 200)
  }

  @Test(arguments: [1, 8, 9, 12, 13])
  func `a day draws its eight longest items and the present one its twelve longest, and a table has all`(
    _ count: Int
  ) throws {
    let life = try PlayedLife(points: [])
    // Two items each were used for the same time.
    for number in 0..<count { life.use(Self.app(10 + number), milliseconds: Int64(number / 2 + 1) * 1_000) }
    life.take(.operator(.saves))
    let longest = (0..<count).sorted { ($1 / 2, $0) < ($0 / 2, $1) }.map { Self.app(10 + $0).id }
    let lanes = try life.facts.page("/day").section("Drawn").figure?.rows ?? []
    #expect(lanes.map(\.label.text) == Array(longest.prefix(8)))
    let today = try life.facts.page("/today").section("Use")
    let bars = today.figure?.rows ?? []
    #expect(bars.map(\.label.text) == Array(longest.prefix(12)))
    #expect(today.table.texts.compactMap(\.first) == longest)
  }

  @Test(arguments: [1, 3, 4, 6]) func `a limit names three of its items and counts the others`(_ count: Int) throws {
    let life = try PlayedLife { configuration in
      for number in 10..<16 { configuration.names[Self.app(number)] = "App \(number)" }
    }
    let numbers = 10..<10 + count
    try life.meet("homework", picking: numbers.map { Self.app($0).id })
    try life.use(Self.app(10), minutes: 1)
    let limits = try life.facts.page("/today").section("Limits")
    let named = numbers.prefix(3).map { "App \($0)" }.joined(separator: ", ")
    let rest = count > 3 ? " and \(count - 3) more" : ""
    #expect(limits.table.texts.map { $0[1] } == ["limit: \(named)\(rest)"])
  }

  // MARK: - What is said

  @Test func `a usual day is the mean of the same weekday in the last four weeks, where it had use`() throws {
    let life = try PlayedLife(points: [])
    // The first week is too long ago, and the last day is a Tuesday.
    for (day, milliseconds) in [(0, 3_600_000), (7, 60_000), (21, 119_999), (22, 5_000)] as [(Int64, Int64)] {
      try life.pass(until: NotificationBench.start.advanced(by: day * Self.day + Self.hour))
      life.use(PlayedLife.chess, milliseconds: milliseconds)
    }
    try life.pass(until: NotificationBench.start.advanced(by: 35 * Self.day + Self.hour))
    life.take(.operator(.saves))
    let says = try life.facts.page("/today").says.text
    // A millisecond more in all would make it a second more.
    #expect(says.hasSuffix("; a usual Monday: 1 min 29 s."), "\(says)")
  }

  @Test func `what a program printed before it failed is shown, but not to a reader without names`() throws {
    let life = try PlayedLife(points: [])
    life.reply = { [unowned life] one in
      life.take(.wrote(ProgramID(one.program), isSealed: false, lines: ["Traceback", "no room"]))
      return .fallback(reason: .process(.deadline))
    }
    life.take(.person(PersonAct(.opens(Self.homework, stays: false))))
    try life.settle()
    let printed = try life.facts.page("/extensions").section("Printed by homework.app before its last failure")
    #expect(printed.text.map(\.text) == ["Traceback", "no room"])
    let hidden = try life.facts.page("/extensions", hidesNames: true)
    #expect(!hidden.sections.contains { $0.heading.text.hasPrefix("Printed by") })
  }

  @Test func `a closed application without a name is listed while its shield is on screen`() throws {
    let maps = Item.application("org.gnome.Maps")
    let closedGames = [
      "house": SettingsStore(values: [
        .shieldApplicationCategories: .categoryPolicy(.specific([.category("3")], except: []))
      ])
    ]
    let life = try PlayedLife { $0.registry.categories[maps] = .category("3") }
    life.take(.operator(.policy(closedGames)))
    life.use(maps, milliseconds: 60_000)
    #expect(life.facts.state.shield?.item == maps && !life.facts.knownItems.contains(maps))
    let page = try life.facts.page("/shields")
    #expect(page.says.text == "2 items are closed.")
    #expect(try page.section("Closed now").table.texts.compactMap(\.first) == ["Chess", "org.gnome.Maps"])
  }

  @Test func `a request for more time says until when a time grant runs`() throws {
    let life = try PlayedLife(points: [])
    try life.pass(hours: 1)
    life.order(.allow(.item("Chess"), GrantLength(.add, seconds: 600)), as: .guardian)
    life.order(.ask(item: "Chess", seconds: 900, reason: "level 3"))
    func text() throws -> [String] {
      try life.facts.page("/requests").section("More time for Chess").text.map(\.text)
    }
    let asked = ["15 min more, asked at 01:00:00.", "Why: “level 3”", "Used today: 0 s."]
    #expect(try text() == asked + ["A time grant runs until 01:10:00."])
    try life.pass(until: life.instant.advanced(by: 660_000))
    #expect(try text() == asked)
  }

  @Test(arguments: [
    (SourceTrack.focus, "No source can see what is in front"), (.web, "No source can see websites"),
    (.presence, "No source can see whether a person is there"),
  ])
  func `pages say what no source can see, and the device's how long that was`(
    _ track: SourceTrack, _ words: String
  ) throws {
    let life = try PlayedLife(points: [])
    try life.pass(hours: 1)
    life.take(.source(.blind(track, .disconnected, since: life.instant)))
    try life.pass(hours: 2)
    let blind = try life.facts.page("/device")
    #expect(blind.notices.count == 1 && blind.notices.allSatisfy { $0.says.text.hasPrefix("\(words) since ") })
    life.take(.source(.sighted(track, at: life.instant)))
    try life.pass(hours: 1)
    let sighted = try life.facts.page("/device")
    #expect(sighted.notices.isEmpty)
    for page in [blind, sighted] {
      #expect(page.says.text == "2 h 00 min 00 s of the last seven days are unknown.")
      let gaps = try page.section("Gaps").table.texts
      #expect(gaps == [["01:00:00", "03:00:00", "2 h 00 min 00 s", words]])
    }
  }

  @Test func `the device's page says who uses it, by which clock, and what does not confine extensions`() throws {
    let life = try PlayedLife(points: []) { configuration in
      configuration.acceptedMissing = ["own-uid", "own-time-namespace"]
      configuration.authorization = AuthorizationPolicy(person: .adult)
    }
    let rows = try life.facts.page("/device").section("This device").table.texts
    let facts = Dictionary(rows.map { ($0[0], $0[1]) }) { first, _ in first }
    #expect(
      facts["Isolation"] == "T0: the kernel confines no extension fully; missing: own-time-namespace, own-uid")
    #expect(facts["Person"] == "an adult" && facts["Clock"] == "virtual")
    #expect(facts["Guardian’s passcode"] == "not set")
  }

  @Test func `a family's page says when it was last tested for leaks`() throws {
    let life = try PlayedLife(points: [])
    try life.pass(hours: 1)
    func tested() throws -> String {
      try life.facts.page("/family/homework").section("What Homework learned").text.last?.text ?? ""
    }
    #expect(try tested() == "Not tested for leaks yet; `sallyport check homework --privacy` tests it.")
    life.take(.operator(.checked(Self.homework, verdict: "passed", build: nil)))
    let says = try tested()
    #expect(says.hasPrefix("Last test for leaks, 19 Oct: passed. "), "\(says)")
  }

  // MARK: - Nothing

  @Test(arguments: [
    (
      "/families", "Installed",
      "Put a manifest into a directory that `sallyport families` lists, and restart the host."
    ),
    ("/extensions", "Programs", "No program is installed."), ("/extensions", "Pending", "Nothing is pending."),
    ("/trace", "Callbacks", "No callback on this day. `sallyport run --record FILE` records a run."),
    ("/gallery", "Surfaces", "None yet."), ("/shields", "Closed now", "Nothing is shielded."),
    ("/shield/app:org.gnome.Chess", "Rules", "No family and no operator has a rule about it."),
    ("/requests", "Questions", "There are no open prompts."), ("/today", "Use", "No use is recorded on this day."),
  ])
  func `a device without families and use says in each place that there is nothing`(
    _ path: String, _ heading: String, _ text: String
  ) throws {
    let life = try PlayedLife(points: []) { $0.families = [] }
    try life.pass(hours: 1)
    let found = try life.facts.page(path).section(heading)
    #expect(found.text.map(\.text) == [text])
    #expect(found.table == nil && found.figure == nil && found.controls.isEmpty)
  }
}
