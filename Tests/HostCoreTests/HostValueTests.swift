// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ExtensionProtocol
import FamilyManifests
import Foundation
import Pages
import ProcessSupervision
import ScreenTimeRules
import ScreenTimeStore
import Surfaces
import Testing
import WrittenCodes

@testable import HostCore

/// The host's small values, each against a table or against first principles.
@Suite struct HostValueTests {
  private static let day: Int64 = 86_400_000

  private func at(_ milliseconds: Int64) -> Timestamp { Timestamp(milliseconds: milliseconds) }

  // MARK: Words

  @Test(
    arguments: [
      (0, "0 minutes"), (999, "0 minutes"), (1_000, "1 second"), (59_000, "59 seconds"), (60_000, "1 minute"),
      (61_000, "1 minute 1 second"), (120_000, "2 minutes"), (3_600_000, "1 hour"),
      (3_599_000, "59 minutes 59 seconds"),
      (7_265_000, "2 hours 1 minute 5 seconds"), (90_000_000, "25 hours"),
    ] as [(Int64, String)])
  func `a length is said in hours, minutes and seconds`(_ milliseconds: Int64, _ words: String) {
    #expect(spokenDuration(milliseconds) == words)
  }

  @Test(
    arguments: [
      (0, "0 s", "0 s"), (59, "59 s", "59 s"), (60, "1 min 00 s", "1 min"), (69, "1 min 09 s", "1 min 09 s"),
      (600, "10 min 00 s", "10 min"), (3_599, "59 min 59 s", "59 min 59 s"), (3_600, "1 h 00 min 00 s", "1 h"),
      (3_660, "1 h 01 min 00 s", "1 h 1 min"), (90_000, "25 h 00 min 00 s", "25 h"),
      (3_670, "1 h 01 min 10 s", "1 h 01 min 10 s"),
    ] as [(Int64, String, String)])
  func `a measured length has its seconds, and a chosen one no more than it needs`(
    _ seconds: Int64, _ measured: String, _ chosen: String
  ) {
    #expect(PageMaker.duration(seconds * 1_000) == measured && PageMaker.duration(seconds * 1_000 + 999) == measured)
    #expect(PageMaker.roundDuration(seconds) == chosen)
  }

  @Test func `the timeline says what an effect does, without tokens`() throws {
    let schedule = MonitoringSchedule(
      start: DateComponentsValue([.hour: 8]), end: DateComponentsValue([.hour: 9]), repeats: true, warning: nil)
    for (effect, words) in [
      (.setSetting(store: "a", key: .denySiri, value: .bool(true)), "a: siri.denySiri = true"),
      (.setSetting(store: "a", key: .denySiri, value: nil), "a: siri.denySiri = nothing"),
      (.setStoreActive(store: "a", isActive: true), "a: active"),
      (.setStoreActive(store: "a", isActive: false), "a: inactive"), (.clearStore("a"), "a: cleared"),
      (.deleteStore("a"), "a: deleted"), (.stopMonitoring(activities: []), "stops monitoring everything"),
      (.stopMonitoring(activities: ["x", "y"]), "stops monitoring x, y"),
      (.startMonitoring(activity: "x", schedule: schedule, events: []), "monitors x"),
      (.setDefault(suite: "s", key: "k", value: nil), "defaults s: k"),
      (.cancelNotifications(ids: []), "cancels notifications of every name"),
      (.cancelNotifications(ids: ["a", "b"], of: .pending), "cancels pending notifications a, b"),
      (.revokeAuthorization, "revokeAuthorization"), (.setBadgeCount(3), "setBadgeCount"),
    ] as [(Effect, String)] {
      #expect(effect.summary == words)
    }
  }

  @Test func `a process's move is in the chronicle if it held the extension back or was its own fault`() {
    func trouble(
      _ from: ProcessState, _ to: ProcessState, _ reason: ReasonCode, _ change: (inout ProcessMove) -> Void = { _ in }
    ) -> String? {
      var move = ProcessMove(process: 1, from: from, to: to, reason: reason, record: RestartRecord())
      change(&move)
      return move.trouble(at: 1_000)
    }
    let busy = ProcessState.busy(RequestID(.host, 2))
    #expect(trouble(.exiting(.strike), .backingOff(until: 1_250), "strike") == "it waits 250 ms")
    #expect(trouble(.exiting(.strike), .quarantined(until: 601_000), "strikes") == "it waits 600 s")
    #expect(trouble(.cold, .refused, "hash.differs") == "it waits until it is approved")
    #expect(trouble(.exiting(.disable), .disabled, "exited") == "it waits until its build or manifest changes")
    for reason in [
      "crash.SIGSEGV", "unresponsive.notReading", "violation.envelope", "killed.cpu", "exit.1", "deadline",
      "reply.schema", "exit.withoutReply", "exit.config",
    ] as [ReasonCode] {
      #expect(trouble(busy, .exiting(.strike), reason) == "it was ended", "\(reason)")
      #expect(trouble(.idle(since: 0), .exiting(.strike), reason) == "it was ended", "\(reason)")
      #expect(trouble(.draining(.clean), .exiting(.clean), reason) == nil, "\(reason)")
    }
    for reason in ["revoked", "idle.expired", "reply.ok", "stop.idle", "sealed.done"] as [ReasonCode] {
      #expect(trouble(busy, .exiting(.clean), reason) == nil, "\(reason)")
    }
    #expect(trouble(.greeting, .idle(since: 0), "hello.ok") == nil)
    #expect(trouble(.greeting, .exiting(.failedHello), "hello.timeout") == "it did not start")
    #expect(trouble(.launching, .greeting, "exec.ok") == nil)
    // The reason of a launch that failed says more than the wait that follows.
    for (reason, says) in [("launch.mounts", "No mounts."), ("confinement.seccomp", "No mounts.")]
      as [(ReasonCode, String)]
    {
      #expect(trouble(.launching, .backingOff(until: 1_250), reason) { $0.launchFailure = "No mounts." } == says)
      #expect(trouble(busy, .backingOff(until: 1_250), reason) { $0.launchFailure = "No mounts." } == "it waits 250 ms")
    }
    #expect(trouble(busy, .exiting(.strike), "killed.memory") { $0.exceeded = "too much" } == "it was ended: too much")
  }

  // MARK: Books

  @Test func `a question may be answered for a week, and a later one of its family takes its place`() {
    func prompt(_ number: Int64, _ family: String, closedAt: Int64 = 0) -> UnansweredPrompt {
      UnansweredPrompt(
        number: number, family: FamilyID(family), member: .individual, authenticator: .owner, closedAt: at(closedAt))
    }
    var book = PromptBook()
    book.add(prompt(1, "a"))
    book.add(prompt(2, "b"))
    book.add(prompt(3, "a"))
    #expect(book.unanswered.map(\.number) == [2, 3])
    #expect(book.take(1, at: at(0)) == nil && book.take(3, at: at(7 * Self.day)) == nil)
    #expect(book.take(3, at: at(7 * Self.day - 1))?.number == 3 && book.unanswered.map(\.number) == [2])
    book.add(prompt(4, "c", closedAt: 7 * Self.day))
    #expect(book.unanswered.map(\.number) == [4])
    book.forget(FamilyID("b"))
    #expect(book.unanswered.count == 1)
    book.forget(FamilyID("c"))
    #expect(book.unanswered.isEmpty)
    for number in 1...60 as ClosedRange<Int64> {
      book.add(prompt(number, "f\(number)"))
      book.add(SettledPrompt(number: number, isYes: true, authority: .person, at: at(0)))
    }
    #expect(book.unanswered.map(\.number) == Array(11...60) && book.settled.map(\.number) == Array(11...60))
    #expect(book.settled(10) == nil && book.settled(11)?.number == 11)
  }

  @Test func `launches are counted by program, and a refusal by its reason`() {
    var tally = LaunchTally()
    #expect(tally.verdict == .complete)
    #expect(tally.refuse("a.x", stage: "mounts", reason: "no mounts") == true)
    #expect(tally.refuse("a.x", stage: "mounts", reason: "no mounts") == false)
    #expect(tally.refuse("a.x", stage: "clone", reason: "no clone") == true)
    #expect(tally.refuse("a.y", stage: "mounts", reason: "no mounts") == true)
    #expect(tally.refusals.map(\.count) == [2, 1, 1] && tally.verdict == .nothing)
    tally.succeed("a.x")
    #expect(tally.lasting.map(\.program) == ["a.y"] && tally.verdict == .partial)
    tally.succeed("a.y")
    #expect(tally.verdict == .complete && tally.launched == ["a.x": 1, "a.y": 1])
    tally.leaveOut("b", because: "no manifest")
    #expect(tally.verdict == .partial && tally.leftOut.map(\.family) == ["b"])
    var none = LaunchTally()
    none.leaveOut("b", because: "no manifest")
    #expect(none.verdict == .nothing)
  }

  @Test func `a count of a day starts again on the next`() {
    var count = DailyCount()
    #expect(count.count(on: "2026-10-19") == 0)
    #expect((1...3).map { _ in count.increment(on: "2026-10-19") } == [1, 2, 3])
    #expect(count.count(on: "2026-10-19") == 3 && count.count(on: "2026-10-20") == 0)
    #expect(count.increment(on: "2026-10-20") == 1 && count.day == "2026-10-20")
  }

  @Test func `new buttons are counted once each, and tell as much as their number allows`() throws {
    var arrangements = ShieldArrangements()
    #expect(arrangements.millibits == 0)
    for number in 0..<1_030 {
      let buttons = ShieldButtons(primary: "button \(number)", secondary: nil, submenu: [])
      let isNew = try arrangements.see(buttons)
      #expect(isNew == (number < 1_024))
      let isNewAgain = try arrangements.see(buttons)
      #expect(!isNewAgain)
      if number == 1 { #expect(arrangements.millibits == 1_000) }
      if number == 2 { #expect(arrangements.millibits == 1_585) }
    }
    #expect(arrangements.millibits == 10_000)
  }

  // MARK: Replies and sources

  @Test func `a reply of another form is found at its lane, except where each callback has a form of its own`() {
    let assets = AssetCatalog()
    for point in ExtensionPoint.allCases {
      let fault = ReplyForm.fault(of: ["nobody": "knows"], at: point, assets: assets)
      let isReadLater = point == .widget || point == .focusFilter
      #expect((fault == nil) == isReadLater, "\(point)")
      if let fault { #expect(fault.code == .schema && !fault.message.isEmpty) }
      if fault != nil, point.isSealed { #expect(fault?.pointer == nil) }
    }
    for point in [ExtensionPoint.monitor, .app] {
      #expect(ReplyForm.fault(of: ["effects": []], at: point, assets: assets) == nil)
    }
    #expect(ReplyForm.fault(of: ["configuration": [:]], at: .shieldConfiguration, assets: assets) == nil)
  }

  @Test func `time is unseen from the first entry that reports it to the one that ends it, or until now`() {
    func unseen(_ entries: [(Int64, ReasonCode.Source)], until now: Int64 = 100) -> [String] {
      SourceJournal.unseen(
        in: entries.map { JournalEntry(at: at($0.0), reason: .source($0.1)) }, until: at(now)
      ).map { "\($0.span.start.milliseconds)–\($0.span.end.milliseconds) \($0.cause)" }
    }
    let (focus, web) = (UnseenTime.Cause.blind(.focus), UnseenTime.Cause.blind(.web))
    #expect(unseen([]) == [])
    #expect(unseen([(10, .focusBlind), (20, .focusBlind), (30, .focusSighted)]) == ["10–30 \(focus)"])
    #expect(unseen([(10, .webSighted), (20, .webBlind)]) == ["20–100 \(web)"])
    #expect(unseen([(10, .webBlind), (10, .webSighted), (100, .webBlind)]) == [])
    #expect(
      unseen([(10, .webBlind), (5, .focusBlind), (30, .focusSighted), (40, .suspended), (50, .resumed)])
        == ["5–30 \(focus)", "10–100 \(web)", "40–50 \(UnseenTime.Cause.asleep)"])
    // Spans that start at the same instant stay in the order of the tracks.
    let same = unseen([(10, .webBlind), (10, .focusBlind), (10, .presenceBlind), (10, .suspended)])
    let tracks = SourceTrack.allCases.map { UnseenTime.Cause.blind($0) } + [.asleep]
    #expect(same == tracks.map { "10–100 \($0)" })
    #expect(
      Set(SourceJournal.reasons) == [
        .source(.focusBlind), .source(.focusSighted), .source(.webBlind), .source(.webSighted),
        .source(.presenceBlind), .source(.presenceSighted), .source(.suspended), .source(.resumed),
      ])
  }

  // MARK: Lanes of a page

  @Test func `a lane shows the part of a stretch that lies within its day`() {
    let lanes = TraceLanes(span: TimeSpan(start: at(100), end: at(200))) { "\($0.milliseconds)" }
    func part(_ from: Int64, _ to: Int64) -> [String] {
      lanes.part(at(from), at(to), .first, "x").map { ["\($0.start)+\($0.length)", $0.says.text] } ?? []
    }
    #expect(part(120, 150) == ["20+30", "x, 120 to 150"] && part(50, 150) == ["0+50", "x, 100 to 150"])
    #expect(part(150, 300) == ["50+50", "x, 150 to 200"] && part(0, 300) == ["0+100", "x, 100 to 200"])
    #expect(part(0, 99) == [] && part(200, 300) == [] && part(199, 300) == ["99+1", "x, 199 to 200"])
    // A stretch that ends exactly when the day begins is shown with length zero.
    #expect(part(0, 100) == ["0+0", "x, 100 to 100"])
    let closed = [(0, 50), (150, 150), (120, 130)].map {
      (Item.application("a"), TimeSpan(start: at($0.0), end: at($0.1)))
    }
    #expect(lanes.shields(closed) { .name($0.id) }.map { $0.parts.map(\.start) } == [[20]])
    #expect(lanes.shields([]) { .name($0.id) }.isEmpty)
  }

  @Test func `a threshold has a lane on the days on which something counted toward it`() {
    let lanes = TraceLanes(span: TimeSpan(start: at(100_000), end: at(200_000))) { "\($0.milliseconds)" }
    func rows(_ pieces: [(Int64, Int64)], level: Int64 = 60_000) -> [[String]] {
      let filling = ThresholdFilling(
        family: "f", activity: "a", event: "e", level: level,
        pieces: pieces.map { TimeSpan(start: at($0.0 * 1_000), end: at($0.1 * 1_000)) })
      return lanes.thresholds([filling]) { .name($0) }.map { row in
        [row.label.text] + row.parts.map { "\($0.start)+\($0.length) \($0.says.text)" }
      }
    }
    #expect(rows([(0, 100)]) == [] && rows([(200, 300)]) == [] && rows([]) == [])
    #expect(
      rows([(50, 70), (110, 120), (190, 210)]) == [
        [
          "f a e: 1 min", "10000+10000 30 s of 1 min 00 s, 110000 to 120000",
          "90000+10000 50 s of 1 min 00 s, 190000 to 200000",
        ]
      ])
    // It is reached within the day, not at its end or before.
    #expect(rows([(110, 170)])[0].last == "70000+0 reached at 170000")
    #expect(rows([(140, 200)])[0].count == 2 && rows([(30, 90), (110, 120)])[0].count == 2)
  }
}
