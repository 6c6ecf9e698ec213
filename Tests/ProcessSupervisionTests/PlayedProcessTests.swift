// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ExtensionProtocol
import Testing
import WrittenCodes

@testable import ExtensionTransport
@testable import ProcessSupervision

/// What the host does with a process, step by step, and how long it waits for each step. The process is played, so
/// hardly any time passes.
@Suite struct PlayedProcessTests {
  typealias Turn = PlayedProcess.Turn

  struct Course: Sendable, CustomTestStringConvertible {
    var title: String
    var turns: [Turn]
    var outcome: PerformOutcome
    /// What the host does after it has sent `perform`.
    var notes: [String]
    var point = ExtensionPoint.monitor
    var features: [String] = []
    var data: [WireValue] = []
    var exit: ChildExit?
    var unread = 0
    var isKilledAtOnce = true
    var deadline = Duration.seconds(5)
    var testDescription: String { title }
  }

  static func hello(_ features: [String] = []) -> Turn {
    .says([
      "id": "$", "jsonrpc": "2.0",
      "result": [
        "extension": "homework.puppet", "features": .array(features.map { .string($0) }), "protocol": 1, "schema": 1,
        "version": "1.0",
      ],
    ])
  }

  static let reply = Turn.says(["id": "$", "jsonrpc": "2.0", "result": [:]])
  private static let ack = Turn.says(["jsonrpc": "2.0", "method": "ack", "params": ["request": "$"]])
  private static let commit = Turn.says([
    "id": "e1", "jsonrpc": "2.0", "method": "commit",
    "params": ["effects": [["kind": "refreshShields"]], "within": "$"],
  ])
  private static let late = Turn.says(["id": "$", "jsonrpc": "2.0", "result": ["deny": 1]])
  /// How every process ends.
  private static let end = ["close sending", "kill", "reap 1000", "close", "log", "release"]
  /// How a sealed one ends, whose output is read to its end first.
  private static let killed = ["kill", "receive 1000"] + end

  static let courses: [Course] = [
    Course(title: "replies", turns: [reply], outcome: .accepted, notes: ["receive 500"]),
    Course(
      title: "replies after the look for life", turns: [.silent, reply], outcome: .accepted,
      notes: ["receive 500", "receive 4500"]),
    Course(
      title: "is silent", turns: [], outcome: .fallback(reason: "deadline"),
      notes: ["receive 500", "receive 4500", "receive 250"] + end),
    Course(
      title: "is silent, and knows cancel", turns: [], outcome: .fallback(reason: "deadline"),
      notes: ["receive 500", "receive 4500", "send cancel 250", "receive 250"] + end, features: ["cancel"]),
    Course(
      title: "replies to cancel", turns: [.silent, .silent, reply], outcome: .fallback(reason: "late"),
      notes: ["receive 500", "receive 4500", "send cancel 250", "receive 250"], features: ["cancel"]),
    Course(
      title: "asks after cancel", turns: [.silent, .silent, commit, reply], outcome: .fallback(reason: "late"),
      notes: ["receive 500", "receive 4500", "receive 250", "send error 1101 e1 250", "receive 250"],
      features: ["commit"]),
    Course(
      title: "writes other lines after the deadline", turns: [.silent, .silent, ack, ack, late],
      outcome: .fallback(reason: "late"),
      notes: ["receive 500", "receive 4500", "receive 250", "receive 250", "receive 250"]),
    Course(
      title: "does not read", turns: [], outcome: .fallback(reason: "unresponsive.notReading"),
      notes: ["receive 500"] + end, unread: 1),
    Course(
      title: "does not acknowledge", turns: [], outcome: .fallback(reason: "unresponsive.readerStuck"),
      notes: ["receive 500"] + end, features: ["ack"]),
    Course(
      title: "acknowledges", turns: [ack], outcome: .fallback(reason: "deadline"),
      notes: ["receive 500", "receive 500", "receive 4500", "receive 250"] + end, features: ["ack"]),
    Course(
      title: "acknowledges without having offered it", turns: [ack], outcome: .fallback(reason: "violation.method"),
      notes: ["receive 500"] + end),
    Course(
      title: "acknowledges twice", turns: [ack, ack], outcome: .fallback(reason: "violation.method"),
      notes: ["receive 500", "receive 500"] + end, features: ["ack"]),
    // The pipe was closed: how the process ended decides, if it ends soon.
    Course(
      title: "closes its pipe and runs on", turns: [.closes], outcome: .fallback(reason: "exit.withoutReply"),
      notes: ["receive 500", "reap 200"] + end),
    Course(
      title: "exits with a status", turns: [.closes], outcome: .fallback(reason: "exit.3"),
      notes: ["receive 500", "reap 200"] + end, exit: .exited(status: 3)),
    Course(
      title: "crashes", turns: [.closes], outcome: .fallback(reason: "crash.SIGSEGV"),
      notes: ["receive 500", "reap 200"] + end, exit: .signalled(11)),
    Course(
      title: "closes its pipe while it waits for an answer", turns: [commit, .closes],
      outcome: .fallback(reason: "exit.withoutReply"), notes: ["receive 500", "reap 200"] + end,
      features: ["commit"]),
    Course(
      title: "breaks the profile", turns: [.breaks(.syntax, "x")], outcome: .fallback(reason: "violation.line.syntax"),
      notes: ["receive 500"] + end),
    Course(
      title: "breaks the profile while it waits for an answer", turns: [commit, .breaks(.tooDeep, "[[")],
      outcome: .fallback(reason: "violation.line.tooDeep"), notes: ["receive 500"] + end, features: ["commit"]),
    Course(
      title: "writes no message", turns: [.says([:])], outcome: .fallback(reason: "violation.envelope"),
      notes: ["receive 500"] + end),
    Course(
      title: "asks twice at once", turns: [commit, commit], outcome: .fallback(reason: "violation.requests.tooMany"),
      notes: ["receive 500"] + end, features: ["commit"]),
    // Requests and their answers.
    Course(
      title: "asks, and replies", turns: [commit, .silent, reply], outcome: .accepted,
      notes: ["receive 500", "send result e1 2000", "receive 500"], features: ["commit"]),
    Course(
      title: "acknowledges while it waits for an answer", turns: [commit, ack, .silent, reply], outcome: .accepted,
      notes: ["receive 500", "send result e1 2000", "receive 500"], features: ["ack", "commit"]),
    Course(
      title: "asks without the feature", turns: [commit], outcome: .fallback(reason: "violation.commit.scope"),
      notes: ["receive 500"] + end),
    Course(
      title: "does not read the answer", turns: [commit, .silent, .refuses(.noProgress)],
      outcome: .fallback(reason: "unresponsive.notReading"), notes: ["receive 500", "send result e1 2000"] + end,
      features: ["commit"]),
    Course(
      title: "is sent an answer that does not fit",
      turns: [commit, .silent, .refuses(.violation(LineViolation(.tooLong, .lineBytes, at: 0))), reply],
      outcome: .accepted,
      notes: ["receive 500", "send result e1 2000", "send error 1105 e1 2000", "receive 500"], features: ["commit"]),
    // Data, which is sent only while nothing is received.
    Course(
      title: "takes its data", turns: [.silent, .silent, reply, .silent, .closes], outcome: .accepted,
      notes: ["send data of 65536 5000", "send data of 65536 5000", "receive 500"] + killed, point: .report,
      data: [["a": 1], ["b": 2]]),
    Course(
      title: "replies before its data", turns: [reply, .silent, .closes], outcome: .accepted, notes: killed,
      point: .report, data: [["a": 1], ["b": 2]]),
    Course(
      title: "closes its pipe for data and has an answer",
      turns: [.silent, .refuses(.closed), reply, .silent, .closes], outcome: .accepted,
      notes: ["send data of 65536 5000", "receive 500"] + killed, point: .report, data: [["a": 1], ["b": 2]]),
    Course(
      title: "does not read its data", turns: [.silent, .refuses(.noProgress)],
      outcome: .fallback(reason: "unresponsive.notReading"), notes: ["send data of 65536 5000"] + end, point: .report,
      data: [["a": 1], ["b": 2]]),
    Course(
      title: "does not read its data but replies",
      turns: [.silent, .refuses(.noProgress), reply, .silent, .closes], outcome: .accepted,
      notes: ["send data of 65536 5000"] + killed, point: .report, data: [["a": 1], ["b": 2]]),
    // Sealed points: the reply is the last line, and the process lives until its deadline.
    Course(
      title: "is sealed, and replies", turns: [reply, .silent, .closes], outcome: .accepted,
      notes: ["receive 20", "receive 20"] + killed, point: .report, isKilledAtOnce: false,
      deadline: .milliseconds(20)),
    Course(
      title: "is sealed, and writes more when it is killed", turns: [reply, .silent, .breaks(.syntax, "x")],
      outcome: .fallback(reason: "violation.reply.duplicate"),
      notes: ["receive 20", "receive 20"] + killed, point: .report, isKilledAtOnce: false,
      deadline: .milliseconds(20)),
    Course(
      title: "is sealed, and writes more", turns: [reply, reply],
      outcome: .fallback(reason: "violation.reply.duplicate"),
      notes: ["receive 20", "receive 20"] + end, point: .report, isKilledAtOnce: false, deadline: .milliseconds(20)),
    Course(
      title: "is sealed, and answers with an error",
      turns: [.says(["error": ["code": 1, "message": "x"], "id": "$", "jsonrpc": "2.0"]), .silent, .closes],
      outcome: .fallback(reason: "deadline"), notes: ["receive 20", "receive 20"] + killed,
      point: .report, isKilledAtOnce: false, deadline: .milliseconds(20)),
    Course(
      title: "is sealed, and replies with what is denied", turns: [late, .silent, .closes],
      outcome: .denied(ErrorObject(.denied, "no")),
      notes: ["receive 20", "receive 20"] + killed, point: .report, isKilledAtOnce: false,
      deadline: .milliseconds(20)),
  ]

  private static func bench(_ process: PlayedProcess, _ course: Course) -> Bench {
    let configuration = ExtensionConfiguration(
      id: "homework.puppet", point: course.point, version: "1.0", deadline: course.deadline,
      killsSealedAtOnce: course.isKilledAtOnce)
    return Bench(configuration, process)
  }

  @Test(arguments: courses) func `a callback takes exactly these steps`(_ course: Course) throws {
    let process = PlayedProcess(
      [Self.hello(course.features)] + course.turns, exit: course.exit, unread: course.unread)
    let bench = Self.bench(process, course)
    #expect(bench.perform(data: course.data) == course.outcome)
    let opening = ["send hello h1 2000", "receive 2000", "send perform h2 \(course.deadline.milliseconds)"]
    #expect(process.notes.all == opening + course.notes)
    if !bench.supervised.lifecycle.state.hasProcess { Self.expectsNothingMore(bench, process) }
  }

  /// Neither an interruption nor another order reaches a process that has ended.
  private static func expectsNothingMore(_ bench: Bench, _ process: PlayedProcess) {
    let count = process.notes.all.count
    bench.supervised.interruption.interrupt(.cancelled)
    bench.supervised.interruption.clear()
    bench.supervised.stop(.hostStopping, now: 0)
    bench.supervised.revoke(now: 0)
    bench.supervised.letGo()
    #expect(process.notes.all.count == count && bench.supervised.processID == nil)
    #expect(bench.supervised.holdStill() && bench.supervised.move(to: [0]) == nil)
  }

  @Test func `a request of another form is answered with its fault and the place of it`() throws {
    let faulty = Turn.says([
      "id": "e1", "jsonrpc": "2.0", "method": "commit", "params": ["effects": [["kind": "clearStore"]], "within": "$"],
    ])
    let process = PlayedProcess([Self.hello(["commit"]), faulty, .silent, Self.reply])
    let bench = Self.bench(process, Course(title: "", turns: [], outcome: .accepted, notes: []))
    #expect(bench.perform() == .accepted && bench.asked.isEmpty)
    let answers = bench.hostLines.compactMap { line -> ErrorObject? in
      guard case .failure(_, let error)? = try? Envelope(wire: line, from: .host) else { return nil }
      return error
    }
    let error = try #require(answers.first)
    #expect(answers.count == 1 && error.code == .invalidParams && error.pointer?.hasPrefix("/params/effects/0") == true)
    #expect(error.message.contains(" ") && error.message != error.pointer)
  }

  // MARK: Hello

  /// The answers to `hello`, the reason in the journal and the steps before the end.
  private static let greetings: [(turns: [Turn], exit: ChildExit?, reason: String, notes: [String])] = [
    ([], nil, "hello.timeout", ["receive 2000"]),
    ([.closes], nil, "exit.withoutReply", ["receive 2000", "reap 200"]),
    ([.closes], .exited(status: 9), "exit.9", ["receive 2000", "reap 200"]),
    ([.closes], .signalled(6), "crash.SIGABRT", ["receive 2000", "reap 200"]),
    ([.refuses(.closed)], nil, "exit.withoutReply", ["reap 200"]),
    ([.refuses(.closed)], .exited(status: 2), "exit.2", ["reap 200"]),
    ([.refuses(.timedOut)], nil, "hello.timeout", []),
    ([.refuses(.noProgress)], nil, "hello.timeout", []),
    ([.refuses(.failed(errno: 5))], nil, "hello.timeout", []),
    ([.breaks(.syntax, "x")], nil, "violation.line.syntax", ["receive 2000"]),
    ([.says([:])], nil, "noise", ["receive 2000"]),
    ([ack], nil, "noise", ["receive 2000"]),
    ([.says(["id": "h9", "jsonrpc": "2.0", "result": [:]])], nil, "hello.mismatch", ["receive 2000"]),
    ([reply], nil, "hello.mismatch", ["receive 2000"]),
    ([hello(["nothing"])], nil, "hello.mismatch", ["receive 2000"]),
  ]

  @Test(arguments: greetings.indices) func `a process that is not greeted ends in exactly these steps`(_ index: Int) {
    let (turns, exit, reason, notes) = Self.greetings[index]
    let process = PlayedProcess(turns, exit: exit)
    let bench = Self.bench(process, Course(title: "", turns: [], outcome: .accepted, notes: []))
    #expect(bench.perform().withoutTimes == .unavailable(reason: "backingOff", retryAt: nil))
    #expect(bench.reasons == ["demand", "exec.ok", reason, "strike"])
    #expect(process.notes.all == ["send hello h1 2000"] + notes + Self.end)
    Self.expectsNothingMore(bench, process)
  }

  @Test(arguments: ExtensionPoint.allCases) func `no sealed process may offer to acknowledge`(_ point: ExtensionPoint) {
    let process = PlayedProcess([Self.hello(["ack"]), Self.reply])
    let bench = Bench(ExtensionConfiguration(id: "homework.puppet", point: point, version: "1.0"), process)
    _ = bench.perform()
    #expect(bench.reasons.contains("hello.mismatch") == point.isSealed)
    #expect(bench.reasons.contains("hello.ok") != point.isSealed)
  }

  /// Lines of a script before its reply: how many are skipped, and what ends the patience.
  @Test(arguments: [
    (32, 1, true), (33, 1, false), (1, 8_191, true), (1, 8_192, false), (2, 4_095, true), (2, 4_096, false),
  ])
  func `a script may write 32 lines or 8 KiB before its reply`(_ count: Int, _ length: Int, _ isAccepted: Bool) {
    let noise = Turn.breaks(.syntax, String(repeating: "x", count: length))
    let process = PlayedProcess(Array(repeating: noise, count: count) + [Self.hello(), Self.reply])
    var configuration = ExtensionConfiguration(id: "homework.puppet", point: .monitor, version: "1.0")
    configuration.allowsNoise = true
    let bench = Bench(configuration, process)
    #expect((bench.perform() == .accepted) == isAccepted)
    #expect(bench.skipped.count == (isAccepted ? count : count - 1))
    #expect(bench.reasons.contains("noise") != isAccepted)
  }

  @Test func `each kind of line that a script writes before its reply is skipped under its own name`() {
    let stray = Turn.says(["id": "h9", "jsonrpc": "2.0", "result": [:]])
    let process = PlayedProcess([
      .breaks(.notObject, "[]"), .says([:]), stray, Self.ack, Self.commit, Self.hello(), Self.reply,
    ])
    var configuration = ExtensionConfiguration(id: "homework.puppet", point: .monitor, version: "1.0")
    configuration.allowsNoise = true
    let bench = Bench(configuration, process)
    #expect(bench.perform() == .accepted)
    #expect(bench.skipped.map(\.reason) == [.notJSON, .notMessage, .notReply, .notReply, .notReply])
    // A line whose end did not come can't be skipped.
    for kind in [LineViolation.Kind.tooLong, .stalled] {
      let bench = Bench(configuration, PlayedProcess([.breaks(kind, "x"), Self.hello(), Self.reply]))
      #expect(bench.perform().withoutTimes == .unavailable(reason: "backingOff", retryAt: nil))
      #expect(bench.reasons.contains("noise") && bench.skipped.isEmpty)
    }
  }

  // MARK: Sending, waiting and stopping

  @Test func `a request that can't be sent is the process's failure, and one that breaks a limit is not`() {
    for (error, reason, notes) in [
      (.closed, "exit.withoutReply", ["reap 200"]), (.failed(errno: 5), "exit.withoutReply", ["reap 200"]),
      (.noProgress, "unresponsive.notReading", []), (.timedOut, "unresponsive.notReading", []),
    ] as [(SendError, ReasonCode, [String])] {
      let process = PlayedProcess([Self.hello(), .refuses(error)])
      let bench = Self.bench(process, Course(title: "", turns: [], outcome: .accepted, notes: []))
      #expect(bench.perform() == .fallback(reason: reason))
      #expect(Array(process.notes.all.dropFirst(3)) == notes + Self.end)
    }
    let process = PlayedProcess([
      Self.hello(), .refuses(.violation(LineViolation(.tooLong, .lineBytes, at: 7))), .silent, Self.reply,
    ])
    let bench = Self.bench(process, Course(title: "", turns: [], outcome: .accepted, notes: []))
    guard case .denied(let error) = bench.perform() else {
      Issue.record("was not denied")
      return
    }
    #expect(error.code == .tooLarge && error.maximum == Int64(LineLimits.fromHost.lineBytes))
    // The number was not used, and the process was not ended.
    #expect(bench.perform() == .accepted)
    #expect(process.notes.all.suffix(2) == ["send perform h2 5000", "receive 500"])
  }

  /// The process is idle; each way to end it, with the turns and the steps.
  @Test func `an idle process is asked to end, and one that is revoked is killed at once`() {
    let other = Turn.says(["id": "h1", "jsonrpc": "2.0", "error": ["code": 1, "message": "x"]])
    let asked = ["send shutdown h3 1000"]
    let courses: [(turns: [Turn], stop: (SupervisedExtension) -> Void, notes: [String])] = [
      ([Self.reply], { $0.stop(.operator, now: 0) }, asked + ["receive 1000", "close sending", "reap 1000"]),
      (
        [Self.ack, other, Self.commit, Self.reply], { $0.stop(.idle, now: 0) },
        asked + Array(repeating: "receive 1000", count: 4) + ["close sending", "reap 1000"]
      ),
      ([], { $0.stop(.idle, now: 0) }, asked + ["receive 1000"]),
      ([.closes], { $0.stop(.idle, now: 0) }, asked + ["receive 1000"]),
      ([.breaks(.syntax, "x")], { $0.stop(.idle, now: 0) }, asked + ["receive 1000"]),
      ([.refuses(.noProgress)], { $0.stop(.idle, now: 0) }, asked),
      ([.silent, Self.reply], { $0.tick(now: 10_000) }, asked + ["receive 1000", "close sending", "reap 1000"]),
      ([.silent], { $0.tick(now: 9_999) }, []),
      ([], { $0.revoke(now: 0) }, []),
      ([.closes], { $0.tick(now: 0) }, ["reap 200"]),
    ]
    for (index, course) in courses.enumerated() {
      let process = PlayedProcess([Self.hello(), Self.reply] + course.turns)
      let bench = Self.bench(process, Course(title: "", turns: [], outcome: .accepted, notes: []))
      #expect(bench.perform() == .accepted)
      course.stop(bench.supervised)
      let isIdle = bench.supervised.lifecycle.state.hasProcess
      #expect(Array(process.notes.all.dropFirst(4)) == course.notes + (isIdle ? [] : Self.end), "\(index)")
      #expect(isIdle == (index == 7), "\(index)")
    }
  }
}
