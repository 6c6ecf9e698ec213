// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ExtensionProtocol
import ExtensionTransport
import Testing
import WrittenCodes

@testable import ProcessSupervision

/// Callbacks of played processes that come near a limit, and which process serves them.
@Suite struct PlayedCallbackTests {
  private typealias Turn = PlayedProcess.Turn

  private static let hello = PlayedProcessTests.hello()
  private static let reply = PlayedProcessTests.reply
  private static let ack = Turn.says(["jsonrpc": "2.0", "method": "ack", "params": ["request": "$"]])
  private static let end = ["close sending", "kill", "reap 1000", "close", "log", "release"]

  /// The request `e<number>` to commit an effect within the current callback.
  private static func commit(_ number: Int) -> Turn {
    .says([
      "id": .string("e\(number)"), "jsonrpc": "2.0", "method": "commit",
      "params": ["effects": [["kind": "refreshShields"]], "within": "$"],
    ])
  }

  private static func configuration(_ point: ExtensionPoint) -> ExtensionConfiguration {
    ExtensionConfiguration(
      id: "homework.puppet", point: point, version: "1.0", launchesPerMinute: 1, killsSealedAtOnce: true)
  }

  // MARK: Steps

  private struct Course {
    var title: String
    var point = ExtensionPoint.monitor
    var features: [String] = []
    var turns: [Turn]
    var outcome: PerformOutcome
    /// What the host does after it has sent `perform`.
    var notes: [String]
  }

  private static let courses: [Course] = [
    Course(
      title: "a sealed process that is silent has no grace after its deadline", point: .report,
      turns: [.silent, .silent, reply], outcome: .fallback(reason: "deadline"),
      notes: ["receive 500", "receive 4500"] + end),
    Course(
      title: "a sealed process that survives its killing has written nothing more", point: .report,
      turns: [reply, .silent, .silent], outcome: .accepted,
      notes: ["receive 500", "kill", "receive 1000", "kill"] + end),
    Course(
      title: "a request after the deadline needs the next number too", features: ["commit"],
      turns: [.silent, .silent, commit(2), reply], outcome: .fallback(reason: "violation.id.sequence"),
      notes: ["receive 500", "receive 4500", "receive 250"] + end),
    Course(
      title: "a second acknowledgement is no less a violation while a request is open", features: ["ack", "commit"],
      turns: [commit(1), ack, ack, .silent, reply], outcome: .fallback(reason: "violation.requests.tooMany"),
      notes: ["receive 500"] + end),
    Course(
      title: "an acknowledgement that was not agreed on is one too", features: ["commit"],
      turns: [commit(1), ack, .silent, reply], outcome: .fallback(reason: "violation.requests.tooMany"),
      notes: ["receive 500"] + end),
  ]

  @Test func `a callback near a limit takes exactly these steps`() {
    for course in Self.courses {
      let process = PlayedProcess([PlayedProcessTests.hello(course.features)] + course.turns)
      let bench = Bench(Self.configuration(course.point), process)
      #expect(bench.perform() == course.outcome, "\(course.title)")
      let opening = ["send hello h1 2000", "receive 2000", "send perform h2 5000"]
      #expect(process.notes.all == opening + course.notes, "\(course.title)")
    }
  }

  @Test func `an idle process that closes its pipe and runs on counts as one that left well`() {
    let process = PlayedProcess([Self.hello, Self.reply, .closes])
    let bench = Bench(Self.configuration(.monitor), process)
    #expect(bench.perform() == .accepted)
    bench.supervised.tick(now: 0)
    #expect(bench.reasons.suffix(2) == ["exit.0", "exited"])
    #expect(bench.supervised.lifecycle.state == .cold && bench.supervised.lifecycle.record.strikes.isEmpty)
  }

  @Test func `only the end of a sealed process is held back until its deadline`() {
    let process = PlayedProcess([Self.hello, .closes])
    var configuration = Self.configuration(.monitor)
    configuration.killsSealedAtOnce = false
    configuration.deadline = .seconds(20)
    let bench = Bench(configuration, process)
    let time = ContinuousClock().measure { #expect(bench.perform() == .fallback(reason: "exit.withoutReply")) }
    #expect(time < .seconds(10))
  }

  @Test func `facts are kept of a process that is silent, and of no other`() {
    for (index, (turns, unread, isKept))
      in ([
        ([], 0, true), ([], 1, true), ([.closes], 0, false), ([.breaks(.syntax, "x")], 0, false),
        ([.says([:])], 0, false), ([Self.reply], 0, false),
      ] as [([Turn], Int, Bool)]).enumerated()
    {
      let bench = Bench(Self.configuration(.monitor), PlayedProcess([Self.hello] + turns, unread: unread))
      _ = bench.perform()
      #expect((bench.facts != nil) == isKept, "\(index)")
    }
  }

  // MARK: Rates

  @Test func `an app may ask forty times in one callback, and is told when it may ask again`() throws {
    let turns = [PlayedProcessTests.hello(["commit"])] + (1...41).map(Self.commit) + [Self.reply]
    let bench = Bench(Self.configuration(.app), PlayedProcess(turns))
    #expect(bench.perform() == .accepted)
    #expect(bench.answers == Array(repeating: "ok", count: 40) + ["1107"] && bench.asked.count == 40)
    let last = try #require(bench.hostLines.last)
    guard case .failure(_, let error)? = try? Envelope(wire: last, from: .host) else {
      Issue.record("the last request was answered")
      return
    }
    #expect(error.afterMs == 50 && error.maximum == 40 && error.limit == "requests")
  }

  @Test func `the rate of an app's requests doesn't bind a monitor, whose callbacks each have their own limit`() {
    func callback(_ numbers: ClosedRange<Int>) -> [Turn] {
      numbers.flatMap { [Self.commit($0), .silent] } + [Self.reply]
    }
    // Silent where the host looks for more, before each answer and before the second callback.
    let turns = [PlayedProcessTests.hello(["commit"])] + callback(1...32) + [.silent] + callback(33...64)
    let bench = Bench(Self.configuration(.monitor), PlayedProcess(turns))
    for _ in 1...2 { #expect(bench.perform() == .accepted) }
    #expect(bench.answers == Array(repeating: "ok", count: 64) && bench.asked.count == 64)
  }

  @Test func `a process is kept warm only as often as it may be launched`() {
    let process = PlayedProcess([Self.hello])
    let bench = Bench(Self.configuration(.report), process)
    for (now, launches) in [(0, 1), (59_999, 1), (60_000, 2)] as [(Int64, Int)] {
      bench.supervised.keepWarm(now: now)
      #expect(process.notes.all.count { $0 == "send hello h1 2000" } == launches, "\(now)")
      bench.supervised.coolDown(now: now)
      #expect(bench.supervised.lifecycle.state == .cold)
    }
  }

  @Test func `launches at one instant count each, and one that is a minute old is forgotten for good`() {
    var rate = LaunchRate(most: 2)
    for _ in 1...2 { rate.count(at: 5) }
    #expect(rate.nextLaunch(now: 5) == 60_005)
    var single = LaunchRate(most: 1)
    for now in [0, 60_000] as [Int64] { single.count(at: now) }
    // The clock was set back by a millisecond.
    #expect(single.nextLaunch(now: 59_999) == nil)
  }

  @Test func `a callback that knows of no earlier throttling takes any as its own`() {
    let watch = CallbackWatch(.kernel, allowing: .zero, liveness: .zero, confirmsAck: false)
    #expect(watch.isStarved(throttledMicroseconds: 1) && !watch.isStarved(throttledMicroseconds: 0))
  }

  // MARK: The process that serves

  private static func call() -> PerformCall {
    PerformCall(prepare: { _, _ in OutgoingRequest(params: Bench.params) }, judge: Bench.judge)
  }

  @Test func `a process that was warmed is no bare one, and takes the request`() {
    let turns = [Self.hello, .silent, Self.reply, .silent, .closes]
    let (usual, bare) = (PlayedProcess(turns), PlayedProcess(turns))
    let supervised = SupervisedExtension(
      configuration: Self.configuration(.report), launcher: usual, bareLauncher: bare,
      lifecycle: ProcessLifecycle(policy: RestartPolicy(seed: 1)), observer: nil)
    supervised.keepWarm(now: 0)
    supervised.prepare(forBare: false, now: 0)
    #expect(supervised.perform(Self.call(), now: 0) == .accepted)
    let steps = ["send hello h1 2000", "receive 2000", "send perform h2 5000", "receive 500"]
    // The output of a sealed process is not read.
    #expect(usual.notes.all == steps + ["kill", "receive 1000"] + Self.end.filter { $0 != "log" })
    #expect(bare.notes.all == [])
  }

  @Test func `a launch that did not wait for its place gives none back`() {
    let gate = StartGate(mostAtATime: 1)
    #expect(gate.enter(unless: { true }))
    let supervised = SupervisedExtension(
      configuration: Self.configuration(.monitor), launcher: PlayedProcess([Self.hello, Self.reply]),
      lifecycle: ProcessLifecycle(policy: RestartPolicy(seed: 1)), observer: nil, startGate: gate)
    supervised.interruption.interrupt(.cancelled)
    #expect(supervised.perform(Self.call(), now: 0) == .accepted)
    #expect(!gate.enter(unless: { true }))
    gate.leave()
    #expect(gate.enter(unless: { true }))
    gate.leave()
  }
}
