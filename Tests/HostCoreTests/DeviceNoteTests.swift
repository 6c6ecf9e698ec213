// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ExtensionProtocol
import FamilyManifests
import Foundation
import PrivacyBoundary
import ProcessSupervision
import ScreenTimeRules
import ScreenTimeStore
import Testing
import WrittenCodes

@testable import HostCore

/// The device's records of sources, shields, agreements and attempts.
@Suite struct DeviceNoteTests {
  private static let homework = FamilyID("homework")
  private static let worklog = FamilyID("worklog")
  private static let chess = Item.application("org.gnome.Chess")
  private static let editor = Item.application("org.gnome.TextEditor")

  private func at(_ seconds: Int64) -> Timestamp { NotificationBench.start.advanced(by: seconds * 1_000) }

  // MARK: Journal

  @Test func `every event of a source or a clock is in the journal at its own instant`() throws {
    let bench = try NotificationBench()
    try bench.pass(until: at(600))
    for event in [
      .appeared(.socket), .lost(.fifo, .writerLeft), .blind(.focus, .stopped, since: at(100)),
      .sighted(.focus, at: at(110)), .blind(.web, .hole, since: at(120)), .sighted(.web, at: at(130)),
      .blind(.presence, .overflow, since: at(140)), .sighted(.presence, at: at(150)),
      .clockSet(milliseconds: -3_600_000, response: .ignored),
      .suspended(TimeSpan(start: at(200), end: at(260))), .zoneChanged(CalendarPlace(timeZone: "Europe/Berlin")),
      .clockJumped(to: at(660)),
    ] as [SourceEvent] {
      try bench.take(.source(event))
    }
    try bench.take(.operator(.saves))
    let journal = try bench.driver.facts.store.read { try $0.journal() }.filter { entry in
      if case .source = entry.reason { true } else { false }
    }
    func entry(_ seconds: Int64, _ reason: ReasonCode.Source, _ detail: String? = nil) -> JournalEntry {
      JournalEntry(at: at(seconds), reason: .source(reason), detail: detail)
    }
    #expect(
      journal == [
        entry(600, .appeared, "socket"), entry(600, .lost, "fifo writer-left"), entry(100, .focusBlind, "stopped"),
        entry(110, .focusSighted), entry(120, .webBlind, "hole"), entry(130, .webSighted),
        entry(140, .presenceBlind, "overflow"), entry(150, .presenceSighted),
        entry(600, .clockSet, "-3600000 ignored"), entry(200, .suspended), entry(260, .resumed),
        entry(600, .zoneChanged, "Europe/Berlin"), entry(660, .clockJumped, "60000"),
      ])
  }

  @Test func `the periods of a shield are from when it came up to when it went, whatever changed between`() throws {
    let bench = try NotificationBench()
    let owners = bench.driver.facts.owners
    func note(_ item: Item, _ seconds: Int64, _ change: ShieldTransition.Change) {
      let shield = Shield(item: item, hit: .direct, family: Self.homework, since: at(0))
      owners.chronicle.note([ShieldTransition(change: change, shield: shield, at: at(seconds))])
    }
    note(Self.chess, 10, .appeared)
    note(Self.chess, 20, .changed)
    note(Self.editor, 25, .appeared)
    note(Self.chess, 30, .disappeared)
    // A shield that was not seen coming up has no period.
    note(Self.chess, 40, .disappeared)
    #expect(owners.chronicle.hasUnsaved)
    try owners.memory.transact { try owners.chronicle.save(in: $0) }
    #expect(!owners.chronicle.hasUnsaved)
    let store = bench.driver.facts.store
    let journal = try store.read { reader in
      try reader.journal(of: [.device(.shieldUp), .device(.shieldDown)], until: at(60))
    }
    #expect(
      journal.map(\.reason) == [
        .device(.shieldUp), .device(.shieldUp), .device(.shieldDown), .device(.shieldDown),
      ])
    #expect(journal.map(\.at) == [at(10), at(25), at(30), at(40)])
    #expect(journal.allSatisfy { $0.family == "homework" })
    let periods = try store.read { try ShieldPeriods.periods(in: journal, until: at(60), $0) }
    #expect(periods.map { $0.item } == [Self.chess, Self.editor])
    #expect(
      periods.map { $0.span } == [TimeSpan(start: at(10), end: at(30)), TimeSpan(start: at(25), end: at(60))])
  }

  // MARK: Attempts

  @Test(
    arguments: [
      (.extensionError, nil, true), (.extensionError, .same, false), (.effectViolation, .same, true),
      (.effectViolation, nil, true), (.schema, .fresh, false), (.busy, nil, false), (.busy, .never, true),
    ] as [(ErrorCode, ErrorObject.Retry?, Bool)])
  func `an extension's own error is final if it breaks a rule or says never, else an attempt`(
    _ code: ErrorCode, _ retry: ErrorObject.Retry?, _ isFinal: Bool
  ) throws {
    let bench = try NotificationBench()
    try bench.take(.person(PersonAct(.opens(Self.homework, stays: false))))
    try bench.end("activate", .failed(ErrorObject(code, "no", retry: retry)))
    let row = try #require(try bench.driver.facts.store.read { try $0.deliveryHistory(family: "homework") }.first)
    #expect((row.settlement?.outcome == .refused) == isFinal && (row.settlement == nil) == !isFinal)
    #expect(row.attempts == (isFinal ? 0 : 1))
  }

  @Test func `an opening is attempted three times and then fails for the reason of the last`() throws {
    let bench = try NotificationBench()
    try bench.take(.person(PersonAct(.opens(Self.homework, stays: false))))
    for attempt in 1...3 {
      try bench.end("activate", .failed(ErrorObject(.extensionError, "no \(attempt)", retry: .same)))
      let (row, attempts) = try bench.driver.facts.store.read { reader in
        (try reader.deliveryHistory(family: "homework").first, try reader.attempts(family: "homework"))
      }
      let noted = attempts.values.flatMap(\.self)
      #expect(row?.attempts == attempt && noted.map(\.number).sorted() == Array(1...attempt))
      #expect(noted.map(\.detail).sorted() == (1...attempt).map { "no \($0)" })
      #expect(row?.settlement?.outcome == (attempt == 3 ? .failed : nil))
      #expect(row?.settlement?.reason == (attempt == 3 ? .attempt(.extensionError) : nil))
    }
    #expect(bench.sent.isEmpty)
  }

  // MARK: Agreements

  @Test(arguments: PrivacyProfile.allCases)
  func `the rules follow the profile that a person agreed to`(_ profile: PrivacyProfile) throws {
    let bench = try NotificationBench(requests: ["authorization"]) { $0.profile = profile }
    try bench.approve()
    let owners = bench.driver.facts.owners
    let rules = owners.memory.rules
    let step: [PrivacyProfile: Int64] = [.open: 60_000, .standard: 300_000, .tight: 900_000]
    #expect(rules.limits.thresholdStepMilliseconds == step[profile])
    #expect(rules.tellsOfOtherFamilies == (profile == .open))
    #expect(rules.mode == (profile == .tight ? .exact : .faithful))
    let grid = rules.grids[Self.homework]
    #expect(grid?.stepMilliseconds == (profile == .open ? nil : step[profile]))
    let phase = owners.consent.tokens.phaseSeconds(of: "homework", gridMinutes: profile.gridMinutes)
    #expect(grid?.phaseMilliseconds == (profile == .open ? nil : Int64(phase) * 1_000))
  }

  // MARK: What ends

  @Test func `a removed family leaves none of its small values, and its neighbour keeps its own`() throws {
    let bench = try NotificationBench(requests: ["authorization"])
    for family in NotificationBench.families { try bench.approve(family) }
    let store = bench.driver.facts.store
    func keys(_ family: FamilyID) -> [String] {
      [
        HostMeta.opened(family), HostMeta.buttons(family), HostMeta.poison(family), HostMeta.writers(family),
        HostMeta.output(ProgramID("\(family.rawValue).monitor")),
      ]
    }
    try store.transaction { transaction in
      for key in keys(Self.homework) + keys(Self.worklog) { try transaction.setMeta(key, to: [1]) }
    }
    try bench.take(.person(PersonAct(.removes(Self.homework, by: .person))))
    let left = try store.read { reader in
      try (keys(Self.homework) + keys(Self.worklog)).filter { try reader.meta($0) != nil }
    }
    #expect(left == keys(Self.worklog))
  }

  @Test func `a merged item's tokens end after sixty days, to the millisecond`() throws {
    let bench = try NotificationBench()
    // At noon, since every midnight has a step of its own.
    try bench.pass(seconds: 43_200)
    try bench.take(.person(PersonAct(.changesItem(.merges(Self.chess, into: Self.editor)))))
    func isSettled() -> Bool? { bench.driver.facts.owners.items.book.merges[Self.chess]?.isSettled }
    #expect(isSettled() == false)
    let due = bench.device.now.advanced(by: 60 * 86_400_000)
    try bench.pass(until: due.advanced(by: -1))
    #expect(isSettled() == false)
    try bench.pass(until: due)
    #expect(isSettled() == true)
  }

  // MARK: Callbacks in flight

  @Test func `callbacks in flight are listed oldest first, and their numbers are not used again`() throws {
    let bench = try NotificationBench()
    let registry = bench.driver.facts.owners.registry
    let app = try #require(registry[Self.homework, .app])
    let other = try #require(registry[Self.worklog, .app])
    let desk = CallbackDesk()
    let calls = [app, other, app].map { desk.begin(.push, at: $0) }
    #expect(calls == [CallID(1), CallID(2), CallID(3)] && desk.open.map(\.id) == calls)
    #expect(desk.open.map(\.family) == [Self.homework, Self.worklog, Self.homework])
    #expect(desk.open.map(\.program) == [app.id, other.id, app.id])
    desk.end(calls[1])
    desk.change(calls[1]) { $0.guardian = [.guardian] }
    desk.change(calls[2]) { $0.guardian = [.guardian] }
    #expect(desk.open.map(\.id) == [calls[0], calls[2]])
    #expect(desk.open.map(\.guardian) == [nil, [.guardian]] && desk[calls[1]] == nil)
    desk.forget()
    #expect(desk.open.isEmpty && desk.begin(.push, at: app) == CallID(4))
  }
}
