// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ExtensionProtocol
import PrivacyBoundary
import ProcessSupervision
import ScreenTimeRules
import ScreenTimeStore
import ScreenTimeVocabulary
import Testing
import WrittenCodes

@testable import HostCore

/// Which changes in memory make a save write, and that a device on which nothing waits does not write at every sample.
@Suite struct IdleDeviceTests {
  private static let description: WireValue = [
    "intents": [["intent": "Mute", "opensApp": false, "roles": ["focusFilter"], "title": "Mute"]]
  ]

  private func use(_ bench: NotificationBench) throws {
    let now = bench.device.now
    try bench.take(.use(UseSpan(start: now, end: now.advanced(by: 1_000), app: PlayedLife.chess, isPresent: true)))
  }

  /// Whether the rules' state, the programs' records, the journal and the notifications are unsaved.
  private func unsaved(_ bench: NotificationBench) -> [Bool] {
    let owners = bench.driver.facts.owners
    return [
      owners.memory.isUnsaved, owners.registry.hasUnsaved, owners.chronicle.hasUnsaved,
      owners.notifications.hasUnsaved,
    ]
  }

  /// A device on which the daily job is done and everything is saved.
  private func settled() throws -> NotificationBench {
    let bench = try NotificationBench()
    try use(bench)
    try bench.take(.operator(.saves))
    try #require(unsaved(bench) == [false, false, false, false])
    return bench
  }

  private func move(_ from: ProcessState, _ to: ProcessState) -> DeviceInput {
    .moved(
      ProgramID("homework.monitor"),
      ProcessMove(process: 1, from: from, to: to, reason: "strike", record: RestartRecord()))
  }

  private func saves(_ bench: NotificationBench) throws -> [Int] {
    try (0..<2).map { _ in try bench.transactions { _ = try bench.take(.operator(.saves)) } }
  }

  @Test func `use is written by the next save and by the next opening, if nothing else is unsaved`() throws {
    for act in [OperatorAct.saves, .opens] {
      let bench = try settled()
      try use(bench)
      #expect(unsaved(bench) == [true, false, false, false])
      #expect(try bench.transactions { _ = try bench.take(.operator(act)) } == 1)
      #expect(try bench.transactions { _ = try bench.take(.operator(act)) } == 0)
    }
  }

  @Test func `a program's record is written by the next save, if nothing else is unsaved`() throws {
    let bench = try settled()
    let waiting = ProcessState.quarantined(until: bench.device.now.milliseconds + 60_000)
    try bench.take(move(.exiting(.strike), waiting))
    #expect(try saves(bench) == [1, 0])
    let key = RestartMemory.key("homework.monitor")
    let store = bench.driver.facts.store
    #expect(try store.read { try $0.meta(key) } != nil)
    // The end of a quarantine is no trouble, so it is not in the journal.
    try bench.take(move(waiting, .cold))
    #expect(unsaved(bench) == [false, true, false, false])
    #expect(try saves(bench) == [1, 0])
    #expect(try store.read { try $0.meta(key) } == nil)
  }

  @Test func `a notification that was shown is written by the next save, if nothing else is unsaved`() throws {
    let bench = try settled()
    try bench.reply("homework", NotificationBench.notification("a"))
    #expect(unsaved(bench) == [false, false, false, false])
    // That it was shown is known only when the next input comes.
    #expect(try saves(bench) == [1, 0])
    #expect(bench.own().listed.map(\.isAnnounced) == [true])
    let again = try bench.killed()
    #expect(again.shown.isEmpty && again.own().listed.map(\.isAnnounced) == [true])
  }

  @Test func `that a filter's edge or a widget's request was sent is written by the next save`() throws {
    for flight in [InFlightTests.Flight.filter, .timeline] {
      let flights = InFlightTests()
      let life = try flights.life()
      _ = try flights.send(flight, on: life)
      let owners = life.facts.owners
      // It is sent after the commit.
      let isFilter = flight == .filter
      #expect(owners.focus.hasUnsaved == isFilter && owners.widgets.hasUnsaved(at: life.instant) == !isFilter)
      #expect(unsaved(life.bench) == [false, false, false, false])
      #expect(try saves(life.bench) == [1, 0])
      #expect(!owners.focus.hasUnsaved && !owners.widgets.hasUnsaved(at: life.instant))
    }
  }

  @Test func `a question that waits for its program makes no sample write, nor does one that was answered`() throws {
    let bench = try NotificationBench(requests: ["authorization", "focus"], points: ["focusFilter"])
    let retry = bench.device.now.advanced(by: 3_600_000)
    try bench.end("focus.describe", .unavailable(reason: "backingOff", retryAt: retry.milliseconds))
    try bench.end("focus.describe", of: "worklog", .replied(Self.description))
    try bench.end("focus.suggest", of: "worklog", .replied([:]))
    #expect(bench.sent.isEmpty)
    try use(bench)
    try bench.take(.operator(.saves))
    #expect(try bench.transactions { for _ in 0..<3 { try use(bench) } } == 0)
    try bench.pass(until: retry)
    for _ in 0..<2 {
      let callback = try #require(bench.sent.first).callback
      try bench.end(callback, .replied(callback == "focus.describe" ? Self.description : [:]))
    }
    try #require(bench.sent.isEmpty && bench.driver.facts.owners.focus.waiting.isEmpty)
    #expect(try bench.transactions { for _ in 0..<3 { try use(bench) } } == 0)
  }
}
