// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

/// `sallyport run --live` as a process, with a pipe as input and a signal to end it.
@Suite struct LiveProgramTests {
  /// The error for a line that is not a record.
  private static let refusal = "left out"

  @Test(arguments: [SIGTERM, SIGINT])
  func `a signal ends a run cleanly, with all output printed`(signal: Int32) throws {
    let run = try LiveProgram()
    try run.feed(run.record(of: "org.gnome.TextEditor", stream: "replay/a"))
    try run.waitForLine("activate")
    run.end(by: signal)
    let finished = try run.finish()
    #expect(finished.reason == .exit && finished.status == 0, "\(finished.complaints)")
    // The summary is printed last and counts the settled callbacks of the timeline.
    let settled = finished.output.split(separator: "\n").count { $0.contains(" → ") && $0.contains("  ·  applied") }
    #expect(settled >= 1, "\(finished.output)")
    let summary = finished.output.split(separator: "\n").last ?? ""
    #expect(summary.hasPrefix("callbacks: \(settled) applied"), "\(finished.output)")
  }

  @Test func `a person answers a running host by commands (CON-10)`() throws {
    let run = try LiveProgram(["steady"], isAnswered: false)
    try run.waitForComplaint("Ctrl-C ends the run")
    let state = ["--state", run.state]
    func sallyport(_ arguments: String...) throws -> SallyportProgram.Finished {
      try SallyportProgram.run(arguments + state)
    }
    #expect(try sallyport("requests").complaints.contains("There are no open prompts."))
    #expect(try sallyport("open", "steady").status == 0)
    try run.waitForComplaint("asks the person")
    let prompt = try sallyport("requests", "--quiet").output.trimmingCharacters(in: .whitespacesAndNewlines)
    #expect(try sallyport("requests").output.contains("sallyport answer \(prompt) yes|no"))
    // Nothing is approved before the answer, and a picker's answer does not fit.
    #expect(try sallyport("revoke", "steady").complaints.contains("is not approved"))
    #expect(try sallyport("pick", prompt, "--cancel").status == 1)
    #expect(try sallyport("answer", prompt, "yes").status == 0)
    try run.waitForLine("approved")
    // A contrary answer comes too late, and learns who was first.
    let contrary = try sallyport("answer", prompt, "no")
    #expect(contrary.status == 1 && contrary.complaints.contains("Prompt \(prompt) was answered with yes by the owner"))
    #expect(try sallyport("ledger", "off").status == 0)
    #expect(try sallyport("revoke", "steady").status == 0)
    try run.waitForLine("revoked")
    run.end(by: SIGTERM)
    #expect(try run.finish().status == 0)
    // Without a host the same command opens the state, which knows the answer too.
    #expect(try sallyport("ledger", "on").status == 0)
    let again = try sallyport("answer", prompt, "yes")
    #expect(again.status == 0 && again.complaints.contains("Prompt \(prompt) was answered with yes by the owner"))
    #expect(try sallyport("answer", "999", "yes").complaints.contains("No prompt 999 is open"))
    #expect(try sallyport("window", "steady").complaints.contains("No host runs"))
  }

  @Test func `a run continues when its standard input ends`() throws {
    let run = try LiveProgram()
    try run.feed(run.record(of: "org.gnome.TextEditor", stream: "replay/a"))
    try run.closeInput()
    try run.waitForLine("activate")
    #expect(run.isRunning)
    run.end(by: SIGTERM)
    #expect(try run.finish().status == 0)
  }

  @Test func `the next run over the same state continues the previous one`() throws {
    let first = try LiveProgram()
    try first.waitForLine("activate")
    first.end(by: SIGTERM)
    #expect(try first.finish().status == 0)
    let second = try LiveProgram(over: first)
    try second.feed("not a record\n")
    try second.waitForComplaint(Self.refusal)
    second.end(by: SIGTERM)
    let finished = try second.finish()
    // The app was opened once, in the first run.
    #expect(finished.output.split(separator: "\n").allSatisfy { !$0.contains("activate") }, "\(finished.output)")
    #expect(finished.status == 0)
  }

  @Test func `starts no libdispatch worker, whose timer would wake the process every second`() throws {
    let run = try LiveProgram()
    try run.waitForLine("activate")
    let threads = try run.threads()
    #expect(threads.count > 1 && !threads.contains { $0.contains("qos") }, "\(threads)")
    run.end(by: SIGTERM)
    #expect(try run.finish().status == 0)
  }

  @Test func `accepts ten thousand lines at once and counts the bad ones`() throws {
    let run = try LiveProgram()
    var lines = ""
    for number in 0..<5_000 {
      lines += try run.record(of: "org.example.App\(number % 7)", stream: "replay/a") + "not a record \(number)\n"
    }
    try run.feed(lines)
    try run.waitForLine("activate")
    try run.waitForComplaint("more lines were left out")
    run.end(by: SIGTERM)
    let finished = try run.finish()
    #expect(finished.status == 0)
    // Repeated complaints are counted, not printed.
    #expect(finished.complaints.split(separator: "\n").count < 2_000)
  }

  @Test(arguments: ["crasher", "endless", "flooder", "hanger"])
  func `a family that crashes, hangs or floods does not delay another family`(behaviour: String) throws {
    let run = try LiveProgram([behaviour, "steady"])
    try run.feed(run.record(of: "org.gnome.TextEditor", stream: "replay/a"))
    try run.waitForLine("steady.monitor", "intervalDidStart day  ·  applied")
    // A process's log is read to its end only when the process stops; until then excess output is dropped.
    if behaviour == "flooder" { try run.waitForLine("flooder.monitor", "intervalDidStart day  ·  applied") }
    run.end(by: SIGTERM)
    let finished = try run.finish()
    #expect(finished.reason == .exit && finished.status == 0, "\(finished.complaints)")
    #expect((behaviour == "flooder") == finished.complaints.contains("printed more than is kept"), "\(finished)")
  }

  @Test func `a line without an end takes no memory`() throws {
    let run = try LiveProgram()
    let piece = String(repeating: "x", count: 1 << 20)
    try run.waitForLine("activate")
    let before = try run.peakMemory()
    for _ in 0..<32 { try run.feed(piece) }
    try run.feed("\n")
    try run.waitForComplaint(Self.refusal)
    #expect(try run.peakMemory() < before + 16 << 20)
    run.end(by: SIGTERM)
    #expect(try run.finish().status == 0)
  }
}
