// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ExtensionProtocol
import ProcessSupervision
import ScreenTimeRules
import ScreenTimeStore
import Testing
import WrittenCodes

@testable import HostCore

/// The output of a program whose process ends before its callback is sent is reported and kept.
@Suite struct FailedStartTests {
  private static let app = ProgramID("homework.app")

  private func move(_ bench: NotificationBench, _ move: ProcessMove) throws { try bench.take(.moved(Self.app, move)) }

  /// Has a process of the app start, print and end before it has answered `hello`.
  ///
  /// - Returns: the reported lines.
  private func fail(_ bench: NotificationBench, printing lines: [String]) throws -> [String] {
    let call = try #require(bench.sent.last, "no callback is on its way").call
    bench.forget(call)
    let record = RestartRecord()
    try move(bench, ProcessMove(process: 1, from: .launching, to: .greeting, reason: "exec.ok", record: record))
    try move(
      bench,
      ProcessMove(process: 1, from: .greeting, to: .exiting(.failedHello), reason: "crash.SIGSEGV", record: record))
    try bench.take(.wrote(Self.app, isSealed: false, lines: lines))
    let retryAt = bench.device.now.milliseconds + 1_000
    let commands = try bench.take(.ended(call, .unavailable(reason: "backingOff", retryAt: retryAt)))
    return commands.compactMap { command in
      guard case .tell(let event) = command, event.what == "printed" else { return nil }
      return event.detail
    }
  }

  private func kept(_ bench: NotificationBench) throws -> String {
    try bench.driver.facts.failedOutput(of: Self.app).map { "\($0.attempt) \($0.lines)" } ?? "nothing"
  }

  @Test func `the output of a process is filed under the attempt that started it, and reported once`() throws {
    let bench = try NotificationBench()
    try bench.take(.person(PersonAct(.opens(FamilyID("homework"), stays: false))))
    #expect(try fail(bench, printing: ["no such file"]) == ["no such file"])
    #expect(try kept(bench) == #"1 ["no such file"]"#)
    // A failed start does not count as an attempt.
    try bench.pass(seconds: 1)
    #expect(try fail(bench, printing: ["no such file"]) == [])
    try bench.pass(seconds: 1)
    #expect(try fail(bench, printing: ["one", "two"]) == ["one", "two"])
    #expect(try kept(bench) == #"1 ["one", "two"]"#)
    try bench.pass(seconds: 1)
    try bench.end("activate", .fallback(reason: "crash.SIGSEGV"))
    #expect(try kept(bench) == "nothing")
    #expect(try fail(bench, printing: ["no such file"]) == ["no such file"])
    #expect(try kept(bench) == #"2 ["no such file"]"#)
  }
}
