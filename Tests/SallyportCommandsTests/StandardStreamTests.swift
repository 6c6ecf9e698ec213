// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Synchronization
import Testing

@testable import SallyportCommands

/// Standard streams that fail: the command exits with a status, never by a signal.
@Suite struct StandardStreamTests {
  /// Runs `sallyport` with a shell redirection.
  private func run(_ redirection: String, _ arguments: [String]) throws -> SallyportProgram.Finished {
    try SallyportProgram.run(
      ["-c", "exec \"$0\" \"$@\" \(redirection)", SallyportProgram.path] + arguments, program: "/bin/sh")
  }

  /// Example families that need no build are enough; missing programs are reported on standard error.
  private static func families() throws -> [String] {
    let path = SallyportProgram.scratch + "/streams-" + UUID().uuidString
    try FileManager.default.createDirectory(
      atPath: path, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o755])
    let manifest = try String(contentsOfFile: SallyportProgram.root + "/manifests/scribe.json", encoding: .utf8)
    try manifest.replacing("../Extensions", with: SallyportProgram.root + "/Extensions")
      .write(toFile: path + "/scribe.json", atomically: true, encoding: .utf8)
    return ["families", path]
  }

  /// The state after a day of the script family.
  private static func ownDay() throws -> String {
    let state = SallyportProgram.scratch + "/streams-state-" + UUID().uuidString
    let finished = try SallyportProgram.run(
      [
        "run", "--synthetic-week", "--days", "1", "--state", state, "--patience", "1000", "--approve-all",
        "--manifests",
        try families()[1],
      ])
    try #require(finished.status == 0, "\(finished.complaints)")
    return state
  }

  @Test(arguments: ["--quiet", "--format=json", "--format=table"])
  func `exits with 1 and a sentence when standard output is full`(form: String) throws {
    let finished = try run(">/dev/full", Self.families() + [form])
    #expect(finished.reason == .exit && finished.status == 1)
    #expect(finished.complaints == "sallyport: standard output can't be written: No space left on device\n")
  }

  @Test(arguments: [
    ["families", "/nonexistent/manifests"], ["walk"], ["doctor"],
    ["run", "--synthetic-week", "--days", "1", "--manifests", "/nonexistent"],
  ])
  func `exits without a signal when standard error is full`(arguments: [String]) throws {
    let finished = try run("2>/dev/full", arguments)
    #expect(finished.reason == .exit && finished.status != 0)
  }

  @Test func `exits with 1 when its output was lost`() throws {
    let day = try Self.ownDay()
    let finished = try run("2>/dev/full", ["ledger", "on", "--state", day])
    #expect(finished.reason == .exit && finished.status == 1)
  }

  @Test(arguments: [true, false]) func `exits silently with 1 when its reader has left`(isHelp: Bool) throws {
    let arguments = isHelp ? ["--help"] : try Self.families()
    let pipe = Pipe()
    try pipe.fileHandleForReading.close()
    let left = try SallyportProgram.run(arguments, output: pipe.fileHandleForWriting)
    #expect(left.reason == .exit && left.status == 1)
    #expect(left.complaints.isEmpty, "\(left.complaints)")
  }

  @Test func `reopens a closed standard stream, so that no file gets its number`() throws {
    let day = try Self.ownDay()
    let finished = try run("0<&- 1>&- 2>&-", ["state", "--state", day])
    #expect(finished.reason == .exit && finished.status == 1)
    let again = try SallyportProgram.run("state", "--state", day)
    #expect(again.status == 0, "\(again.complaints)")
  }

  @Test(arguments: [1_000, 40_000]) func `a slow reader does not block the writer`(lines: Int) throws {
    let pipe = Pipe()
    let stream = StandardStream(pipe.fileHandleForWriting.fileDescriptor)
    let leftOut = Mutex(0)
    stream.startWriter { count in leftOut.withLock { $0 += count } }
    let line = String(repeating: "x", count: 99) + "\n"
    // A pipe holds 64 KiB, so writing these lines on this thread would block.
    for _ in 0..<lines { stream.write(line) }
    let reader = pipe.fileHandleForReading
    let read = Mutex(Data())
    let isRead = DispatchSemaphore(value: 0)
    Thread.detachNewThread {
      let data = (try? reader.readToEnd()) ?? Data()
      read.withLock { $0 = data }
      isRead.signal()
    }
    stream.finishWriter()
    try pipe.fileHandleForWriting.close()
    isRead.wait()
    let (count, missing) = (read.withLock { $0.count / 100 }, leftOut.withLock(\.self))
    #expect(count + missing == lines)
    #expect((missing > 0) == (lines * 100 > StreamWriter.room + 1 << 16))
    #expect(stream.failure == nil)
  }

  @Test func `runs without a standard error that its parent closed`() throws {
    let finished = try run("2>&-", Self.families() + ["--quiet"])
    #expect(finished.status == 0)
    #expect(finished.output == "scribe\n")
  }
}
