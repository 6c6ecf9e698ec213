// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ExtensionProtocol
import ExtensionTransport
import Foundation
import Testing
import WrittenCodes

@testable import ProcessSupervision

/// The effect of a debugger on a callback's liveness checks and its deadline, on a clock that the host moves.
@Suite struct DebuggedProcessTests {
  private struct Course {
    /// Whether its deadlines wait for a debugger, as on synthetic data.
    var waits: Bool
    var isTraced: Bool
    /// The bytes that the process has not read.
    var unread: Int
    var outcome: PerformOutcome
    var notes: [String]
  }

  private static let end = ["close sending", "kill", "reap 1000", "close", "log", "release"]
  private static let missed = ["receive 500", "receive 4500", "receive 250"] + end
  private static let waited = ["receive 500", "receive 4500", "receive 1000", "receive 1000"]

  private static let courses: [Course] = [
    Course(waits: true, isTraced: true, unread: 1, outcome: .accepted, notes: waited),
    Course(waits: true, isTraced: true, unread: 0, outcome: .accepted, notes: waited),
    Course(
      waits: false, isTraced: true, unread: 1, outcome: .fallback(reason: "unresponsive.notReading"),
      notes: ["receive 500"] + end),
    Course(
      waits: true, isTraced: false, unread: 1, outcome: .fallback(reason: "unresponsive.notReading"),
      notes: ["receive 500"] + end),
    Course(waits: false, isTraced: true, unread: 0, outcome: .fallback(reason: "deadline"), notes: missed),
    Course(waits: true, isTraced: false, unread: 0, outcome: .fallback(reason: "deadline"), notes: missed),
  ]

  @Test(.enabled(if: Depth.hasPython, "needs /usr/bin/python3"))
  func `a debugger is waited for a second at a time, and only with its permission`() throws {
    let traced = try TracedProcess()
    for course in Self.courses {
      // It replies seven seconds after its request, if it may.
      let process = PlayedProcess(
        [PlayedProcessTests.hello(), .silent, .silent, .silent, PlayedProcessTests.reply], unread: course.unread)
      var configuration = ExtensionConfiguration(id: "homework.puppet", point: .monitor, version: "1.0")
      configuration.waitsForDebugger = course.waits
      let bench = Bench(configuration, NamedLaunching(process, course.isTraced ? traced.id : 0))
      #expect(bench.perform() == course.outcome, "\(course)")
      let opening = ["send hello h1 2000", "receive 2000", "send perform h2 5000"]
      #expect(process.notes.all == opening + course.notes, "\(course)")
    }
  }
}

/// A process that another one traces, as a debugger does.
private final class TracedProcess {
  let id: Int32
  private let tracer: Process

  init() throws {
    let said = Pipe()
    let tracer = Process()
    tracer.executableURL = URL(filePath: "/usr/bin/python3")
    // PTRACE_SEIZE, which does not stop it.
    tracer.arguments = [
      "-c",
      """
      import ctypes, subprocess, threading
      sleeper = subprocess.Popen(["/bin/sleep", "60"])
      seized = ctypes.CDLL(None).ptrace(0x4206, sleeper.pid, None, None)
      print(f"{sleeper.pid if seized == 0 else 0:>10}", flush=True)
      threading.Event().wait()
      """,
    ]
    tracer.standardOutput = said
    try tracer.run()
    let line = try said.fileHandleForReading.read(upToCount: 11) ?? Data()
    let word = String(decoding: line, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines)
    id = try #require(Int32(word))
    self.tracer = tracer
    try #require(id > 0, "could not be traced")
  }

  deinit {
    if id > 0 { kill(id, SIGKILL) }
    kill(tracer.processIdentifier, SIGKILL)
    tracer.waitUntilExit()
  }
}

/// Gives a played process the id of a real one.
private final class NamedLaunching: ExtensionLaunching {
  private let process: PlayedProcess
  private let id: Int32

  init(_ process: PlayedProcess, _ id: Int32) { (self.process, self.id) = (process, id) }

  var clock: DeadlineClock { process.clock }

  func launch() throws(LaunchFailure) -> any ExtensionChild { NamedChild(try process.launch(), id) }
}

private final class NamedChild: ExtensionChild {
  private let inner: any ExtensionChild
  let processID: Int32

  init(_ inner: any ExtensionChild, _ id: Int32) { (self.inner, processID) = (inner, id) }

  var channel: any MessageChannel { inner.channel }
  var grade: String { inner.grade }
  func kill() { inner.kill() }
  func holdStill() -> Bool { inner.holdStill() }
  func letGo() { inner.letGo() }
  func move(to cores: [Int]) -> [Int]? { inner.move(to: cores) }
  func waitForExit(atMost timeout: Duration) -> ChildExit? { inner.waitForExit(atMost: timeout) }
  func log() -> CapturedLog { inner.log() }
  func sealDifferences() -> [String] { inner.sealDifferences() }
  func release() { inner.release() }
}
