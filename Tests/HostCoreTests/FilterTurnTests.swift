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

/// When a Focus filter is called, and what happens with its answer.
@Suite struct FilterTurnTests {
  private static let homework = FamilyID("homework")
  private static let key = FocusFilterKey(homework, "Mute")
  private static let account = StoredParameter(ParameterValue(name: "account", value: .string("business")))

  private static let description: WireValue = [
    "intents": [
      [
        "intent": "Mute", "opensApp": false, "roles": ["focusFilter"], "title": "Mute",
        "parameters": [
          [
            "default": ["string": "none"], "name": "account", "optional": false, "options": false, "title": "Account",
            "type": ["kind": "string", "list": false],
          ]
        ],
      ]
    ]
  ]

  private func at(_ seconds: Int64) -> Timestamp { NotificationBench.start.advanced(by: seconds * 1_000) }

  /// A device whose filters have not described themselves yet.
  private func fresh() throws -> NotificationBench {
    try NotificationBench(requests: ["authorization", "focus", "notifications"], points: ["focusFilter"])
  }

  /// A device with the Focus “work”, whose filter has a value, and the Focus “rest” without filters.
  private func bench() throws -> NotificationBench {
    let bench = try fresh()
    for family in NotificationBench.families {
      try bench.end("focus.describe", of: family, .replied(Self.description))
      try bench.end("focus.suggest", of: family, .replied([:]))
    }
    try change(bench, .define(FocusMode(id: "work", name: "Work")))
    try change(bench, .define(FocusMode(id: "rest", name: "Rest")))
    try change(bench, .set(FocusFilter(Self.key, parameters: [Self.account]), in: "work"))
    return bench
  }

  private func change(_ bench: NotificationBench, _ change: FocusChange) throws {
    try bench.take(.person(PersonAct(.changesFocus(change))))
  }

  private func rows(_ bench: NotificationBench) throws -> [PendingDelivery] {
    try bench.driver.facts.store.read { try $0.deliveryHistory() }.filter(\.isFilter)
  }

  private func events(_ commands: [DeviceCommand], _ kind: HostEvent.Kind) -> [HostEvent] {
    commands.compactMap { command -> HostEvent? in
      if case .tell(let event) = command, event.kind == kind { event } else { nil }
    }
  }

  /// The callbacks that were sent to the family's filter and not ended yet.
  private func asked(_ bench: NotificationBench) -> [String] {
    bench.sent.filter { $0.program == "homework.focusfilter" }.map(\.callback)
  }

  private func title(_ bench: NotificationBench) -> String? {
    bench.driver.facts.focus.progress(of: Self.key).context?.title
  }

  // MARK: - Schedules

  @Test func `a clock that is set over the edge of a schedule turns its mode on or off at once`() throws {
    let bench = try NotificationBench()
    let hours = Schedule(start: ScheduleComponents(hour: 9), end: ScheduleComponents(hour: 10), repeats: true)
    try change(bench, .define(FocusMode(id: "work", name: "Work", schedule: hours)))
    for (minute, what) in [(539, nil), (540, "Work is on"), (599, nil), (600, "Work is off")] as [(Int64, String?)] {
      let instant = at(minute * 60)
      let told = try events(bench.take(.source(.clockJumped(to: instant))), .focus)
      let expected = what.map { [HostEvent(at: instant, .focus, $0)] } ?? []
      #expect(told == expected, "\(minute)")
    }
    // No change waits, so none is moved.
    #expect(try bench.driver.facts.store.read { try $0.meta(HostMeta.waitingChanges) } == nil)
  }

  // MARK: - Edges

  @Test func `an edge is due at its minute, and pending from the change that caused it`() throws {
    let bench = try bench()
    try bench.pass(seconds: 90)
    #expect(try events(bench.take(.focus("work")), .focus) == [HostEvent(at: at(90), .focus, "Work is on")])
    let row = try #require(try rows(bench).first)
    #expect(row.dueAt == at(60) && row.owedAt == at(90))
    #expect(row.family == "homework" && row.point == "focusFilter" && row.callback == "focus.perform")
    #expect(row.sequence == bench.driver.facts.state.families[Self.homework]?.sequence)
    #expect(try row.filterDelivery() == FilterDelivery(Self.key, .on, [Self.account]))
    #expect(try rows(bench).count == 1 && bench.ledger(.focus) == 1 && asked(bench) == ["focus.perform"])
  }

  @Test func `a filter of an unknown family gets no delivery`() throws {
    let bench = try bench()
    let nobody = FamilyID("nobody")
    try change(bench, .set(FocusFilter(FocusFilterKey(nobody, "Mute"), parameters: []), in: "rest"))
    try change(bench, .activate("rest"))
    #expect(bench.driver.facts.focus.activeID == "rest")
    #expect(try rows(bench).isEmpty && bench.driver.facts.owners.outbox.owed.isEmpty)
    #expect(try bench.driver.facts.ledgerCount(of: .focus, nobody) == 0)
  }

  @Test(arguments: [false, true])
  func `an edge that failed is dropped if a newer one waits, and one that was refused stays refused`(
    _ isOvertaken: Bool
  ) throws {
    for isRefused in [false, true] {
      let bench = try bench()
      try change(bench, .activate("work"))
      if isOvertaken { try change(bench, .activate("rest")) }
      try bench.end(
        "focus.perform",
        isRefused
          ? .failed(ErrorObject(.extensionError, "no", retry: .never)) : .fallback(reason: .process(.deadline)))
      let rows = try rows(bench)
      let outcomes = rows.map { $0.settlement?.outcome }
      let first: PendingDelivery.Outcome? = isRefused ? .refused : isOvertaken ? .dropped : nil
      #expect(outcomes == (isOvertaken ? [first, nil] : [first]), "refused: \(isRefused)")
      #expect(try rows.map { try $0.filterDelivery().edge } == (isOvertaken ? [.on, .off] : [.on]))
      if isOvertaken { #expect(asked(bench) == ["focus.perform"]) }
    }
  }

  @Test func `a notification that waits for its filter is shown as soon as the Focus goes off or the filter answers`()
    throws
  {
    for goesOff in [true, false] {
      let bench = try bench()
      try bench.reply("homework", NotificationBench.notification("late", NotificationBench.after(60)))
      try change(bench, .activate("work"))
      try bench.pass(until: at(60))
      #expect(bench.shown.isEmpty)
      if goesOff {
        try change(bench, .activate(nil))
      } else {
        try bench.end("focus.perform", .replied(["title": "First"]))
      }
      #expect(bench.shown.map(\.id) == ["late"], "off: \(goesOff)")
    }
  }

  // MARK: - Questions

  @Test func `a question ends its process, and is reported with its answer or with why there is none`() throws {
    let ends: [(CallEnd, String?)] = [
      (.replied(Self.description), "answered"), (.replied(["intents": 5]), nil),
      (.failed(ErrorObject(.busy, "Not now.")), "Not now."),
      (.fallback(reason: .process(.deadline)), CallEnd.fallback(reason: .process(.deadline)).failure),
    ]
    for (end, detail) in ends {
      let bench = try fresh()
      let one = try #require(bench.sent.first)
      #expect(one.callback == "focus.describe" && one.program == "homework.focusfilter")
      bench.forget(one.call)
      let commands = try bench.take(.ended(one.call, end))
      var said = detail
      for case .conclude(one.call, .malformed(let fault)) in commands { said = fault.message }
      let event = HostEvent(
        at: bench.device.now, .callback, family: "homework", extension: one.program, "focus.describe",
        detail: try #require(said))
      #expect(events(commands, .callback) == [event])
      let stops = commands.compactMap { command -> String? in
        if case .stop(let program, .idle) = command { program.rawValue } else { nil }
      }
      #expect(stops == [one.program])
      // The build has had its question, whatever it said. Another one has not.
      #expect(try !asked(bench.killed()).contains("focus.describe"), "\(event.detail)")
      #expect(try asked(bench.killed(build: "2")) == ["focus.describe"], "\(event.detail)")
    }
  }

  @Test func `a filter that suggests nothing keeps its description`() throws {
    for end in [CallEnd.fallback(reason: .process(.deadline)), .replied(["suggestions": 5])] {
      let bench = try fresh()
      try bench.end("focus.describe", .replied(Self.description))
      try bench.end("focus.suggest", end)
      let store = bench.driver.facts.store
      for desk in [bench.driver.facts.owners.focus, try store.read { try FocusDesk($0) }] {
        #expect(desk.described(Self.key)?.title == "Mute" && desk.suggestion(of: Self.key) == nil)
      }
    }
  }

  @Test func `a question whose program may start again at once is asked in the next millisecond`() throws {
    let bench = try fresh()
    let now = bench.device.now
    try bench.end("focus.describe", .unavailable(reason: "backingOff", retryAt: now.milliseconds))
    try bench.end("focus.describe", of: "worklog", .replied(Self.description))
    try bench.end("focus.suggest", of: "worklog", .replied([:]))
    #expect(asked(bench).isEmpty)
    try bench.pass(until: now.advanced(by: 1))
    #expect(asked(bench) == ["focus.suggest"])
    try bench.end("focus.suggest", .replied([:]))
    #expect(asked(bench) == ["focus.describe"])
  }

  @Test func `only a filter in force is asked for its new context, and keeps its old one if it has none`() throws {
    let bench = try bench()
    let invalidation: WireValue = ["intent": "Mute", "kind": "invalidateFocusContext"]
    try bench.reply("homework", invalidation)
    #expect(asked(bench).isEmpty)
    try change(bench, .activate("work"))
    try bench.end("focus.perform", .replied(["title": "First"]))
    #expect(title(bench) == "First")
    let ends: [(CallEnd, String)] = [
      (.replied(["title": "Second"]), "Second"), (.fallback(reason: .process(.deadline)), "Second"),
      (.replied(["title": 5]), "Second"), (.replied(["title": "Third"]), "Third"),
    ]
    for (end, expected) in ends {
      try bench.reply("homework", invalidation)
      #expect(asked(bench) == ["focus.resolve"])
      let request = try #require(bench.sent.last { $0.callback == "focus.resolve" }).request
      #expect("\(request)".contains("business"))
      try bench.end("focus.resolve", end)
      #expect(title(bench) == expected && asked(bench).isEmpty)
    }
    try change(bench, .activate("rest"))
    #expect(title(bench) == nil)
  }

  @Test func `a filter is asked nothing while a report of its family is drawn`() throws {
    let life = try PlayedLife(requests: ["focus", "reports"], points: ["report", "focusFilter"])
    life.reply = { [unowned life] in PlayedReplies.reply(to: $0.callback, at: life.now) }
    try life.settle()
    try life.meet("worklog", picking: ["org.gnome.TextEditor"])
    let request = ReportRequest(
      family: FamilyID("worklog"), context: "pie", segment: .daily, start: NotificationBench.start, end: life.instant)
    life.take(.person(PersonAct(.opensReport(request))))
    let report = try #require(life.bench.sent.last)
    try #require(report.program == "worklog.report")
    life.facts.owners.focus.ask(.suggest(ProgramID("worklog.focusfilter")))
    life.take(.person(PersonAct(.changesFocus(.treatUntagged(.silence)))))
    #expect(life.bench.sent.map(\.callback) == [report.callback])
    try life.end(report.call, .fallback(reason: .process(.deadline)))
    #expect(life.bench.sent.map(\.callback) == ["focus.suggest"])
  }

  @Test func `a host that only answers queries asks no filter`() throws {
    let families = try ScriptFamilies()
    try families.addPlayed(requests: ["focus"], extensions: [("filter", "focusFilter", "")])
    let hosted = try HostedDevice(LiveRun([:], in: families).configuration(clock: .virtual, answered: []))
    func asked(_ input: DeviceInput) throws -> [String] {
      try hosted.take(input).compactMap { command -> String? in
        if case .perform(_, let program, _) = command { program.rawValue } else { nil }
      }
    }
    #expect(try asked(.operator(.opens)).isEmpty)
    hosted.device.facts.owners.focus.ask(.describe(ProgramID("one.filter")))
    #expect(try asked(.person(PersonAct(.changesFocus(.treatUntagged(.silence))))).isEmpty)
    #expect(try asked(.operator(.delivers)) == ["one.filter"])
    try hosted.close()
  }

  // MARK: - Endings

  @Test func `a removed family has no filters, in memory or in the store`() throws {
    let bench = try bench()
    try bench.approve()
    try change(bench, .activate("work"))
    try bench.end("focus.perform", .replied(["title": "First"]))
    try bench.take(.person(PersonAct(.removes(Self.homework, by: .person))))
    let store = bench.driver.facts.store
    for desk in [bench.driver.facts.owners.focus, try store.read { try FocusDesk($0) }] {
      #expect(desk.state.mode("work")?.filters == [] && desk.state.tracked.isEmpty && desk.state.activeID == "work")
      #expect(desk.described(Self.key) == nil && desk.program(of: "Mute", FamilyID("worklog")) != nil)
    }
  }
}
