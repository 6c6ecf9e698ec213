// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ExtensionTransport
import Foundation
import Glibc
import Synchronization
import Testing

@testable import ProcessSupervision

/// Reading what a process prints and what the kernel says about it.
@Suite struct ProcessReadingTests {
  @Test func `the log of a running process is read at once`() throws {
    // The shortest of three, because the machine may be busy.
    let times = try (0..<3).map { _ in
      let child = try Stage.shell("exec sleep 600").launch()
      defer {
        child.kill()
        _ = child.waitForExit(atMost: .seconds(60))
        child.release()
      }
      return ContinuousClock().measure { _ = child.log() }
    }
    #expect(times.min() ?? .zero < .milliseconds(900), "the end of its output would be waited for a second")
  }

  private static let wasInterrupted = Atomic<Bool>(false)

  @Test(.enabled(if: Depth.hasPython, "needs /usr/bin/python3"))
  func `a signal neither ends the reading of an output nor hides its end`() throws {
    Self.wasInterrupted.store(false, ordering: .relaxed)
    var handling = sigaction()
    var before = sigaction()
    // Without SA_RESTART, so that the signal interrupts a read. Nothing else of this process uses SIGURG.
    handling.__sigaction_handler.sa_handler = { _ in
      ProcessReadingTests.wasInterrupted.store(true, ordering: .relaxed)
    }
    try #require(sigaction(SIGURG, &handling, &before) == 0)
    defer { sigaction(SIGURG, &before, nil) }
    var ends: [Int32] = [0, 0]
    try #require(Glibc.pipe(&ends) == 0)
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    let pipe = try #require(Self.link(ends[0]))
    // The reader's thread inherits what this one blocks, and the threads of tests block most signals.
    var signals = sigset_t()
    sigemptyset(&signals)
    sigaddset(&signals, SIGURG)
    var blocked = sigset_t()
    try #require(pthread_sigmask(SIG_UNBLOCK, &signals, &blocked) == 0)
    let reader = LogReader(descriptor: ends[0], isCountedOnly: false)
    pthread_sigmask(SIG_SETMASK, &blocked, nil)
    let limit = ContinuousClock.now + .seconds(20)
    var thread: String?
    while thread == nil, ContinuousClock.now < limit { thread = Self.thread(using: ends[0]) }
    let reading = try #require(thread)
    let python = Process()
    python.executableURL = URL(filePath: "/usr/bin/python3")
    python.arguments = [
      "-c", "import ctypes, sys; ctypes.CDLL(None).tgkill(*map(int, sys.argv[1:]))", "\(getpid())",
      reading, "\(SIGURG)",
    ]
    try python.run()
    python.waitUntilExit()
    while !Self.wasInterrupted.load(ordering: .relaxed), ContinuousClock.now < limit { sched_yield() }
    let wasInterrupted = Self.wasInterrupted.load(ordering: .relaxed)
    #expect(wasInterrupted)
    #expect(write(ends[1], "text", 4) == 4)
    close(ends[1])
    reader.waitForEnd()
    #expect(reader.log.bytes == Array("text".utf8))
    // Its end of the pipe is closed only when it has noticed the end.
    while Self.links().contains(pipe), ContinuousClock.now < limit { sched_yield() }
    #expect(!Self.links().contains(pipe))
  }

  /// The thread of this process that is in a system call with the descriptor.
  private static func thread(using descriptor: Int32) -> String? {
    let argument = "0x" + String(descriptor, radix: 16)
    let threads = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/task")) ?? []
    return threads.first { thread in
      let call = try? String(contentsOfFile: "/proc/self/task/\(thread)/syscall", encoding: .utf8)
      return call?.split(separator: " ").dropFirst().first.map(String.init) == argument
    }
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

  @Test(
    .enabled(if: Depth.hasPython, "needs /usr/bin/python3"),
    arguments: [(1, 1, ""), (64, 64, ""), (65, 64, "== 1 more threads\n")])
  func `only threads beyond the 64th are counted instead of described`(
    _ count: Int, _ described: Int, _ rest: String
  ) throws {
    let process = Process()
    let said = Pipe()
    process.executableURL = URL(filePath: "/usr/bin/python3")
    process.arguments = [
      "-c",
      """
      import sys, threading
      for _ in range(int(sys.argv[1]) - 1):
        threading.Thread(target=threading.Event().wait, daemon=True).start()
      print("ready", flush=True)
      threading.Event().wait()
      """, "\(count)",
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
    #expect(text.matches(of: try Regex("\n== thread [0-9]+: name\n")).count == described)
    #expect(text.contains("more threads") == !rest.isEmpty && text.hasSuffix(rest))
  }

  @Test func `at most 64 KiB are kept about a process`() {
    #expect(ProcessFacts.mostBytes == 65_536)
  }
}
