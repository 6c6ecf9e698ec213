// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ExtensionProtocol
import ExtensionTransport
import Foundation
import Glibc
import Synchronization
import Testing
import WrittenCodes

@testable import ProcessSupervision

/// The values of supervision, each against the tables of the documents or against first principles.
@Suite struct ProcessValueTests {
  // MARK: Ends

  @Test func `every end of a process has the event and the code of its cause`() {
    let limits: [Int32: String] = [9: "killed.memory", 24: "killed.cpu", 25: "killed.output"]
    // `kill -l`, for the signals that end a process by themselves; others are given by their number.
    let names: [Int32: String] = [
      1: "HUP", 2: "INT", 3: "QUIT", 4: "ILL", 5: "TRAP", 6: "ABRT", 7: "BUS", 8: "FPE", 9: "KILL", 11: "SEGV",
      13: "PIPE", 14: "ALRM", 15: "TERM", 24: "XCPU", 25: "XFSZ", 31: "SYS",
    ]
    for signal in 1...64 as ClosedRange<Int32> {
      let name = "SIG\(names[signal] ?? "\(signal)")"
      #expect(SignalName.name(of: signal) == name)
      #expect(ChildExit.signalled(signal).event.reason.rawValue == limits[signal] ?? "crash.\(name)")
    }
    let statuses: [Int32: String] = [0: "exit.withoutReply", 1: "exit.1", 75: "exit.75", 78: "exit.config"]
    for (status, code) in statuses { #expect(ChildExit.exited(status: status).event.reason.rawValue == code) }
  }

  /// Each event with its code of `reason-codes.md#what-happened-to-a-process`.
  private static let codes: [(ProcessEvent, String)] = [
    (.demand, "demand"), (.prewarm, "prewarm"), (.executed, "exec.ok"), (.launchFailed(stage: "clone"), "launch.clone"),
    (.confinementMissing("seccomp"), "confinement.seccomp"), (.helloAccepted, "hello.ok"),
    (.helloTimedOut, "hello.timeout"), (.helloMismatched, "hello.mismatch"),
    (.helloVersionUnsupported, "hello.version"), (.noise, "noise"), (.performSent(RequestID(.host, 2)), "perform.sent"),
    (.replyAccepted, "reply.ok"), (.replyError, "reply.error"), (.replyDenied, "reply.denied"),
    (.replyLate, "reply.late"), (.replyMalformed, "reply.schema"), (.sealedDone, "sealed.done"),
    (.deadlineMissed, "deadline"), (.starved, "unresponsive.starved"), (.unresponsive(verdict: "x"), "unresponsive.x"),
    (.violation(row: "envelope"), "violation.envelope"), (.killed(.cpu), "killed.cpu"),
    (.crashed(signal: "SIGBUS"), "crash.SIGBUS"), (.revoked, "revoked"), (.idleExpired, "idle.expired"),
    (.warmExpired, "warm.expired"), (.recycled, "recycled"), (.stop(reason: "idle"), "stop.idle"),
    (.shutdownAnswered, "shutdown.answered"), (.shutdownTimedOut, "shutdown.timeout"), (.reaped, "exited"),
    (.backoffOver, "backoff.over"), (.probeDue, "probe"), (.backlog, "backlog"), (.buildChanged, "build.changed"),
    (.manifestChanged, "manifest.changed"), (.reset, "reset"), (.approved, "approved"), (.hashDiffers, "hash.differs"),
    (.manifestInvalid, "manifest.invalid"),
  ]

  @Test func `every event has its code, and an interruption explains exactly the ends`() {
    let ends: Set<String> = [
      "hello.timeout", "hello.mismatch", "noise", "deadline", "unresponsive.starved", "unresponsive.x",
      "violation.envelope", "killed.cpu", "crash.SIGBUS",
    ]
    let launcher = InProcessLaunching(grade: "script") { SilentScript() }
    let interrupted = SupervisedExtension(
      configuration: ExtensionConfiguration(id: "homework.monitor", point: .monitor, version: "1.0"),
      launcher: launcher, lifecycle: ProcessLifecycle(policy: RestartPolicy(seed: 1)), observer: nil)
    interrupted.interruption.interrupt(.cancelled)
    for (event, code) in Self.codes {
      #expect(interrupted.explained(event) == (ends.contains(code) ? .revoked : event), "\(code)")
      #expect(event.reason.rawValue == code)
      #expect(event.isEndOfProcess == ends.contains(code), "\(code)")
      #expect(event.isSilence == (code == "deadline" || code.hasPrefix("unresponsive.")), "\(code)")
    }
    #expect(ProcessEvent.exited(status: 0).isEndOfProcess && ProcessEvent.exited(status: 9).isEndOfProcess)
    #expect(Interruption.Cause.cancelled.event == .revoked)
    #expect(Interruption.Cause.stopping.event == .stop(reason: "hostStopping"))
  }

  @Test func `a state has a process from the launch until it is reaped`() {
    let states: [(ProcessState, String, Bool)] = [
      (.refused, "refused", false), (.cold, "cold", false), (.launching, "launching", true),
      (.greeting, "greeting", true), (.idle(since: 1), "idle", true), (.busy(RequestID(.host, 1)), "busy", true),
      (.draining(.clean), "draining", true), (.exiting(.strike), "exiting", true),
      (.backingOff(until: 1), "backingOff", false), (.quarantined(until: 1), "quarantined", false),
      (.disabled, "disabled", false),
    ]
    for (state, name, hasProcess) in states {
      #expect(state.name == name && state.hasProcess == hasProcess, "\(state)")
    }
  }

  // MARK: Waits

  /// Computed by another program: a replay of a recording waits as long as the host that made it.
  @Test(
    arguments: [
      (0, [257, 545, 810, 2_380, 3_520, 7_920, 14_880, 35_520, 72_000, 52_200]),
      (1, [267, 460, 960, 1_640, 4_600, 9_040, 13_760, 29_120, 61_800, 60_000]),
      (4_711, [245, 470, 990, 2_100, 4_520, 8_800, 17_760, 32_000, 61_800, 67_800]),
    ] as [(UInt64, [Int64])])
  func `a seed gives the same waits in every version`(_ seed: UInt64, _ waits: [Int64]) throws {
    var record = RestartRecord()
    let policy = RestartPolicy(seed: seed)
    #expect(waits.map { _ in record.nextBackoff(policy) } == waits)
    // A stored record goes on where it was.
    let stored = try JSONDecoder().decode(RestartRecord.self, from: JSONEncoder().encode(record))
    #expect(stored == record && record.exponent == waits.count)
  }

  @Test func `a failure counts for five minutes, and a success after a calm minute resets the back-off`() {
    let policy = RestartPolicy(seed: 1)
    for (age, count) in [(0, 2), (299_999, 2), (300_000, 1)] as [(Int64, Int)] {
      var record = RestartRecord()
      record.strike(at: 1_000, isFailedHello: false, policy)
      record.strike(at: 1_000 + age, isFailedHello: false, policy)
      #expect(record.strikes.count == count, "\(age)")
      #expect(!record.isOverLimit(policy))
    }
    for (calm, isForgotten) in [(59_999, false), (60_000, true)] as [(Int64, Bool)] {
      var record = RestartRecord()
      record.strike(at: 1_000, isFailedHello: false, policy)
      _ = record.nextBackoff(policy)
      record.succeeded(at: 1_000 + calm, policy)
      #expect((record.exponent == 0) == isForgotten, "\(calm)")
    }
    // A success at the same instant counts as one after the failure.
    var same = RestartRecord()
    same.strike(at: 1_000, isFailedHello: false, policy)
    _ = same.nextBackoff(policy)
    same.succeeded(at: 1_000, policy)
    same.strike(at: 61_000, isFailedHello: false, policy)
    #expect(same.exponent == 0)
    // A calm minute does not reset it if the only success came before the failure.
    var calm = RestartRecord()
    calm.succeeded(at: 0, policy)
    calm.strike(at: 1_000, isFailedHello: false, policy)
    _ = calm.nextBackoff(policy)
    calm.strike(at: 200_000, isFailedHello: false, policy)
    #expect(calm.exponent == 1)
    var hello = RestartRecord()
    for number in 1...2 {
      hello.strike(at: 0, isFailedHello: true, policy)
      #expect(hello.failedHellos == number && hello.isOverLimit(policy) == (number == 2))
    }
    hello.helloSucceeded()
    #expect(hello.failedHellos == 0 && !hello.isOverLimit(policy))
  }

  @Test func `a quarantine doubles from ten minutes to a day`() {
    var record = RestartRecord()
    let policy = RestartPolicy(seed: 1)
    let waits = (0..<30).map { _ in record.nextQuarantine(policy) }
    #expect(waits == (0..<30).map { min(86_400_000, 600_000 << Int64(min($0, 20))) })
    #expect(record.isOverLimit(policy))
    record.succeeded(at: 0, policy)
    #expect(record.quarantines == 0 && !record.isOverLimit(policy))
  }

  @Test func `launches per minute are limited, and the count starts again when the clock is set back`() {
    var rate = LaunchRate(most: 3)
    for now in [0, 10, 20] as [Int64] {
      #expect(rate.nextLaunch(now: now) == nil)
      rate.count(at: now)
    }
    #expect(rate.nextLaunch(now: 20) == 60_000 && rate.nextLaunch(now: 59_999) == 60_000)
    #expect(rate.nextLaunch(now: 60_000) == nil)
    rate.count(at: 60_000)
    #expect(rate.nextLaunch(now: 60_005) == 60_010)
    #expect(rate.nextLaunch(now: -1) == nil)
    rate.count(at: -1)
    #expect(rate.nextLaunch(now: 0) == nil)
    // Launches counted at a later time are forgotten, even when the clock reaches that time again.
    var back = LaunchRate(most: 2)
    for now in [50_000, 0] as [Int64] { back.count(at: now) }
    #expect(back.nextLaunch(now: 50_000) == nil)
    var free = LaunchRate(most: nil)
    for now in 0..<100 as Range<Int64> {
      free.count(at: now)
      #expect(free.nextLaunch(now: now) == nil)
    }
  }

  // MARK: Output

  /// The part of an output that is kept, as `wire.md#log` describes it.
  private static func kept(_ bytes: [UInt8]) -> [UInt8] {
    let lines = bytes.split(separator: 10, omittingEmptySubsequences: false).map { Array($0.prefix(16_384)) }
    return Array(lines.joined(separator: [10]).prefix(65_536))
  }

  @Test(arguments: [1, 2, 3, 5, 8, 13] as [UInt64])
  func `output is kept by line and in all, however it arrives, and counted whole`(_ seed: UInt64) {
    var random = seed
    func number(_ most: Int) -> Int {
      random = random &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int((random >> 33) % UInt64(most))
    }
    var whole: [UInt8] = []
    for _ in 0..<12 {
      let length = [0, 1, 16_383, 16_384, 16_385, 20_000, number(9_000)][number(7)]
      whole += [UInt8](repeating: UInt8(97 + number(20)), count: length) + [10]
    }
    var (log, counted) = (CapturedLog(isCountedOnly: false), CapturedLog(isCountedOnly: true))
    var rest = whole[...]
    while !rest.isEmpty {
      let chunk = rest.prefix(1 + number(30_000))
      log.append(chunk)
      counted.append(chunk)
      rest = rest.dropFirst(chunk.count)
    }
    let kept = Self.kept(whole)
    #expect(log.bytes == kept)
    #expect(log.total == whole.count && log.dropped == whole.count - kept.count)
    #expect(log.isFlood == (kept.count < whole.count))
    #expect(log.floodDescription == "\(kept.count) of \(whole.count) bytes kept")
    #expect(counted.bytes.isEmpty && counted.total == whole.count)
    #expect(counted.isFlood == (whole.count >= 1 << 17))
  }

  @Test func `a sealed process's volume is the power of two above it`() {
    for power in 0..<20 {
      for (count, magnitude) in [((1 << power) - 1, power), (1 << power, power + 1)] where power > 0 || count > 0 {
        var log = CapturedLog(isCountedOnly: true)
        log.append([UInt8](repeating: 0, count: count))
        #expect(log.magnitude == magnitude && log.floodDescription == "about 2^\(magnitude) bytes, none kept")
        #expect(log.isFlood == (magnitude > 17))
      }
    }
    #expect(CapturedLog(isCountedOnly: true).magnitude == 0)
  }

  @Test func `a pipe is read to its end, and waiting twice waits once`() throws {
    var ends: [Int32] = [0, 0]
    try #require(Glibc.pipe(&ends) == 0)
    let pipe = try #require(Self.link(ends[0]))
    let reader = LogReader(descriptor: ends[0], isCountedOnly: false)
    var text = ""
    for number in 0..<500 {
      let line = "line \(number)\n"
      text += line
      #expect(write(ends[1], line, line.utf8.count) == line.utf8.count)
    }
    close(ends[1])
    reader.waitForEnd()
    #expect(reader.log.bytes == Array(text.utf8))
    let time = ContinuousClock().measure { reader.waitForEnd() }
    #expect(time < .milliseconds(500))
    // Its own end of the pipe is closed with it.
    let end = ContinuousClock.now + .seconds(20)
    while Self.links().contains(pipe), ContinuousClock.now < end { usleep(1_000) }
    #expect(!Self.links().contains(pipe))
  }

  @Test func `an output that can't be read ends its reader`() throws {
    let file = open("/proc/self/comm", O_WRONLY | O_CLOEXEC)
    try #require(file >= 0)
    let link = try #require(Self.link(file))
    let before = Self.links().count { $0 == link }
    let reader = LogReader(descriptor: file, isCountedOnly: false)
    reader.waitForEnd()
    let end = ContinuousClock.now + .seconds(20)
    while Self.links().count(where: { $0 == link }) >= before, ContinuousClock.now < end { usleep(1_000) }
    #expect(Self.links().count { $0 == link } < before && reader.log.total == 0)
  }

  /// The targets of this process's descriptors.
  private static func links() -> [String] {
    ((try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd")) ?? []).compactMap {
      Int32($0).flatMap(link)
    }
  }

  private static func link(_ descriptor: Int32) -> String? {
    try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/\(descriptor)")
  }

  @Test func `a closed pipe ends the wait at once`() throws {
    // The shortest of five, because the machine may be busy.
    let times = try (0..<5).map { _ in
      var ends: [Int32] = [0, 0]
      try #require(Glibc.pipe(&ends) == 0)
      let reader = LogReader(descriptor: ends[0], isCountedOnly: false)
      close(ends[1])
      return ContinuousClock().measure { reader.waitForEnd() }
    }
    #expect(times.min() ?? .zero < .milliseconds(900), "a pipe that stays open is given up after a second")
  }

  @Test func `a pipe that stays open is not waited for longer than a second`() throws {
    var ends: [Int32] = [0, 0]
    try #require(pipe(&ends) == 0)
    defer { close(ends[1]) }
    let reader = LogReader(descriptor: ends[0], isCountedOnly: false)
    #expect(write(ends[1], "some", 4) == 4)
    let time = ContinuousClock().measure { reader.waitForEnd() }
    #expect(time >= .milliseconds(900) && time < .seconds(30))
    #expect(reader.log.bytes == Array("some".utf8))
    #expect(ContinuousClock().measure { reader.waitForEnd() } < .milliseconds(500))
  }

  // MARK: Scripts

  @Test func `a script that sends nothing is still running`() throws {
    let child = try InProcessLaunching(grade: "script") { SilentScript() }.launch()
    let hello = Envelope.request(id: RequestID(.host, 1), method: Method.hello.rawValue, params: [:]).wire
    for _ in 0..<2 {
      _ = try child.channel.send(hello, deadline: nil)
      #expect(child.waitForExit(atMost: .zero) == nil)
      #expect(throws: ReceiveError.timedOut) { try child.channel.receiveLine(deadline: .now) }
    }
  }

  // MARK: Processes

  @Test func `the facts of a process name its threads, at most 64 and 64 KiB`() throws {
    // A process of its own, because threads of this one end while it is read.
    let process = Process()
    let said = Pipe()
    process.executableURL = URL(filePath: "/usr/bin/python3")
    process.arguments = [
      "-c",
      """
      import threading
      for _ in range(70): threading.Thread(target=threading.Event().wait, daemon=True).start()
      print("ready", flush=True)
      threading.Event().wait()
      """,
    ]
    process.standardOutput = said
    try process.run()
    let id = process.processIdentifier
    defer {
      kill(id, SIGKILL)
      process.waitUntilExit()
    }
    #expect(try said.fileHandleForReading.read(upToCount: 6) == Data("ready\n".utf8))
    let text = ProcessFacts(id).text
    #expect(text.hasPrefix("== status\nName:\t") && text.contains("\n== wait channel\n"))
    for part in ["name", "state and times", "wait channel"] {
      #expect(text.matches(of: try Regex("\n== thread [0-9]+: \(part)\n")).count == 64, "\(part)")
    }
    #expect(text.hasSuffix("\n== 7 more threads\n"))
    #expect(text.contains("\n== thread \(id): name\n"))
    #expect(text.utf8.count <= ProcessFacts.mostBytes)
    #expect(ProcessFacts(0).text == "")
    #expect(!Self.links().contains { $0 == "/proc/\(id)/status" || $0 == "/proc/\(id)/wchan" })
  }

  @Test func `stopped and sleeping processes are told apart, and neither counts as traced`() throws {
    let process = Process()
    process.executableURL = URL(filePath: "/bin/sleep")
    process.arguments = ["60"]
    try process.run()
    let id = process.processIdentifier
    defer {
      kill(id, SIGKILL)
      process.waitUntilExit()
    }
    #expect(!ProcessFile.isStopped(id) && !ProcessFile.isTraced(id))
    kill(id, SIGSTOP)
    let end = ContinuousClock.now + .seconds(20)
    while !ProcessFile.isStopped(id), ContinuousClock.now < end { usleep(1_000) }
    #expect(ProcessFile.isStopped(id) && !ProcessFile.isTraced(id))
    #expect(!ProcessFile.isStopped(0) && !ProcessFile.isTraced(0))
  }
}

/// Answers nothing.
private final class SilentScript: InProcessScript {
  let hasLeft = false
  func hear(_ envelope: Envelope) -> [WireValue] { [] }
}
