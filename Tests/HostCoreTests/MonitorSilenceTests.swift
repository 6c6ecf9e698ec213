// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ExtensionProtocol
import FamilyManifests
import ProcessSupervision
import ScreenTimeRules
import Testing

@testable import HostCore

/// A run without a callback of a monitor says why, by the first cause that holds.
@Suite struct MonitorSilenceTests {
  private static let family = FamilyID("homework")
  private static var words: ReasonWords {
    ReasonWords(instant: { "\($0)" }, duration: { "\($0 / 1_000) s" }, item: { $0.id })
  }

  private func bench() throws -> NotificationBench {
    try NotificationBench(requests: ["authorization", "monitoring"])
  }

  private func cause(_ bench: NotificationBench) throws -> MonitorSilence.Cause? {
    try silence(bench)?.cause
  }

  private func silence(_ bench: NotificationBench) throws -> MonitorSilence? {
    try bench.driver.facts.silences(in: bench.record).first { $0.family == Self.family }
  }

  /// `startMonitoring` of an activity with one event of an hour.
  private func start(from hour: Int64, to end: Int64, minute: Int64 = 0) -> WireValue {
    [
      "activity": "day", "kind": "startMonitoring",
      "events": [
        [
          "name": "limit", "threshold": ["hour": 1], "applications": [], "categories": [], "webDomains": [],
          "includesPastActivity": false,
        ]
      ],
      "schedule": [
        "end": ["hour": .integer(end), "minute": .integer(minute)], "repeats": true,
        "start": ["hour": .integer(hour), "minute": 0],
      ],
    ]
  }

  private func use(_ bench: NotificationBench, seconds: Int64) throws {
    let end = bench.device.now.advanced(by: seconds * 1_000)
    let span = UseSpan(start: bench.device.now, end: end, app: .application("org.example.Chess"), isPresent: true)
    while bench.device.now < end {
      let commands = try bench.take(.use(span))
      if commands.contains(where: { if case .perform = $0 { true } else { false } }) { try bench.answer(commands) }
    }
  }

  @Test func `names an app that was never opened, then one without authorization`() throws {
    let bench = try bench()
    #expect(try cause(bench) == .appNeverOpened)
    try bench.answer(bench.take(.person(PersonAct(.opens(Self.family, stays: false)))))
    #expect(try cause(bench) == .notAuthorized)
    #expect(try silence(bench)?.sentence(Self.words).hasSuffix("sallyport run --answers FILE") == true)
  }

  @Test func `names an app that monitors nothing, and what it was refused`() throws {
    let bench = try bench()
    try bench.approve()
    #expect(try cause(bench) == .nothingMonitored(refusal: nil))
    // An interval lasts 15 minutes at least.
    let refused = try bench.reply("homework", start(from: 9, to: 9, minute: 5))
    let message = try #require(refused.error?.message)
    #expect(try cause(bench) == .nothingMonitored(refusal: message))
    #expect(try silence(bench)?.sentence(Self.words).contains(message) == true)
  }

  @Test func `names an activity whose interval did not come`() throws {
    let bench = try bench()
    try bench.approve()
    try bench.reply("homework", start(from: 20, to: 22))
    try use(bench, seconds: 60)
    #expect(try cause(bench) == .belowThreshold(activity: "day", event: "limit", countedMs: 0, thresholdMs: 3_600_000))
  }

  @Test func `names the highest count below a threshold, and is silent after a callback`() throws {
    let bench = try bench()
    try bench.approve()
    try bench.answer(bench.reply("homework", start(from: 0, to: 23)).commands)
    #expect(try cause(bench) == nil, "the interval started")
    // A run that continues within the interval.
    bench.record = RunRecord()
    try use(bench, seconds: 600)
    #expect(
      try cause(bench)
        == .belowThreshold(activity: "day", event: "limit", countedMs: 600_000, thresholdMs: 3_600_000))
    #expect(
      try silence(bench)?.sentence(Self.words).contains("the nearest was limit of day, 600 s of 3600 s") == true)
  }

  @Test func `a family without a monitor is not silent`() throws {
    let life = try PlayedLife(points: []) { $0.families[0].manifest.extensions.removeAll { $0.point == .monitor } }
    let left = life.bench.driver.configuration.families[1].manifest.family
    #expect(try life.facts.silences(in: life.bench.record).map(\.family.rawValue) == [left])
  }

  /// `startMonitoring` of an activity of the whole day with events of some minutes.
  private func start(_ events: [(name: String, minutes: Int64)]) -> WireValue {
    [
      "activity": "day", "kind": "startMonitoring",
      "events": .array(
        events.map { event in
          [
            "name": .string(event.name), "threshold": ["minute": .integer(event.minutes)], "applications": [],
            "categories": [], "webDomains": [], "includesPastActivity": false,
          ]
        }),
      "schedule": ["end": ["hour": 23, "minute": 0], "repeats": true, "start": ["hour": 0, "minute": 0]],
    ]
  }

  @Test(arguments: [["long", "near", "reached"], ["reached", "near", "long"], ["near", "reached", "long"]])
  func `names the event that came nearest to its threshold without reaching it`(_ names: [String]) throws {
    let minutes: [String: Int64] = ["long": 50, "near": 20, "reached": 5]
    let bench = try bench()
    try bench.approve()
    let events = names.map { (name: $0, minutes: minutes[$0] ?? 0) }
    try bench.answer(bench.reply("homework", start(events)).commands)
    try use(bench, seconds: 600)
    bench.record = RunRecord()
    #expect(
      try cause(bench)
        == .belowThreshold(activity: "day", event: "near", countedMs: 600_000, thresholdMs: 1_200_000))
  }

  @Test func `names an activity without events that had no instant in the run`() throws {
    let bench = try bench()
    try bench.approve()
    try bench.answer(bench.reply("homework", start([])).commands)
    bench.record = RunRecord()
    #expect(try cause(bench) == .nothingDue(activity: "day"))
  }

  @Test func `names a family without an app, and not its neighbour`() throws {
    let life = try PlayedLife(points: []) { $0.families[0].manifest.app = nil }
    let silences = try life.facts.silences(in: life.bench.record)
    let families = life.bench.driver.configuration.families.map { FamilyID($0.manifest.family) }
    #expect(silences.map(\.family) == families.sorted() && families.count == 2)
    #expect(silences.first { $0.family == families[0] }?.cause == .noApp)
    #expect(silences.first { $0.family == families[1] }?.cause == .appNeverOpened)
  }

  @Test func `names an app whose process did not get ready, until one does`() throws {
    let bench = try bench()
    try bench.answer(bench.take(.person(PersonAct(.opens(Self.family, stays: false)))))
    func move(_ to: ProcessState, _ reason: ReasonCode.Process) throws {
      try bench.take(
        .moved(
          ProgramID("homework.app"),
          ProcessMove(process: 1, from: .greeting, to: to, reason: .process(reason), record: RestartRecord())))
    }
    try move(.exiting(.failedHello), .helloTimedOut)
    #expect(try cause(bench) == .appDidNotStart(reason: "hello.timeout"))
    try move(.idle(since: 0), .helloAccepted)
    #expect(try cause(bench) == .notAuthorized)
  }

  @Test func `an app that could not be launched was never opened, and another program's launch does not matter`() throws
  {
    let bench = try bench()
    try bench.answer(bench.take(.person(PersonAct(.opens(Self.family, stays: false)))))
    func cause(_ tally: LaunchTally) throws -> MonitorSilence.Cause? {
      try bench.driver.facts.silences(in: bench.record, tally).first { $0.family == Self.family }?.cause
    }
    var tally = LaunchTally()
    for program in ["homework.monitor", "worklog.app"] {
      _ = tally.refuse(program, stage: "mounts", reason: "no mounts")
    }
    #expect(try cause(tally) == .notAuthorized)
    _ = tally.refuse("homework.app", stage: "mounts", reason: "no mounts")
    #expect(try cause(tally) == .appNeverOpened)
    tally.succeed("homework.app")
    #expect(try cause(tally) == .notAuthorized)
  }

  @Test func `each cause has a code of its own and a sentence that ends with what helps`() {
    let causes: [(MonitorSilence.Cause, String, String)] = [
      (.noApp, "noApp", "limit=1h\""), (.appNeverOpened, "appNeverOpened", "sallyport state homework"),
      (.appDidNotStart(reason: "crash.SIGSEGV"), "appDidNotStart", "sallyport call homework.app activate"),
      (.notAuthorized, "notAuthorized", "sallyport run --answers FILE"),
      (.nothingMonitored(refusal: nil), "nothingMonitored", "sallyport call homework.app activate"),
      (.nothingMonitored(refusal: "It is too short."), "nothingMonitored", "sallyport call homework.app activate"),
      (
        .belowThreshold(activity: "day", event: "limit", countedMs: 1, thresholdMs: 2), "belowThreshold",
        "sallyport explain callback homework day"
      ),
      (.nothingDue(activity: "day"), "nothingDue", "sallyport explain activity homework day"),
    ]
    for (cause, code, end) in causes {
      #expect(cause.code == code)
      let says = MonitorSilence(family: Self.family, cause: cause).sentence(Self.words)
      #expect(says.hasSuffix(end), "\(says)")
    }
  }
}
