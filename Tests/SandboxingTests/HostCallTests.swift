// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import CSandbox
import Foundation
import Synchronization
import Testing

@testable import Sandboxing

/// The host's calls that start threads and programs: what these inherit, and what they don't.
@Suite(.serialized) struct HostCallTests {
  private static func rows(_ place: String) -> [String: String] {
    let lines = (FileSystem.contents("/proc/\(place)/status") ?? "").split(separator: "\n")
    let pairs = lines.map { $0.split(separator: ":", maxSplits: 1).map(String.init) }.filter { $0.count == 2 }
    return Dictionary(uniqueKeysWithValues: pairs.map { ($0[0], $0[1].trimmingCharacters(in: .whitespaces)) })
  }

  /// A thread's policy, nice value, priority and slice.
  private struct Scheduling: Equatable {
    var policy: UInt32
    var nice: Int32
    var priority: UInt32
    var slice: UInt64

    /// Of the calling thread.
    static var own: Scheduling {
      // size, policy, flags, nice, priority, runtime, deadline, period.
      var words = [UInt32](repeating: 0, count: 14)
      let result = words.withUnsafeMutableBytes {
        KernelCall.make("sched_getattr", 0, Int(bitPattern: $0.baseAddress), 56, 0)
      }
      #expect(result == 0)
      return Scheduling(
        policy: words[1], nice: Int32(bitPattern: words[4]), priority: words[5],
        slice: UInt64(words[6]) | UInt64(words[7]) << 32)
    }
  }

  @Test func `a hastened thread has short slices and the highest priority that it may set`() async {
    await #expect(processExitsWith: .success) {
      let isRoot = geteuid() == 0
      OwnThread.run {
        let before = Scheduling.own
        #expect(csandbox_hasten_thread() == 0)
        let after = Scheduling.own
        #expect(after.policy == before.policy && (!isRoot || after.nice == -20))
        // Kernels before Linux 6.12 have no slices of threads.
        #expect(after.slice == 100_000 || after.slice == before.slice)
      }
      OwnThread.run {
        #expect(csandbox_put_thread_first() == 0)
        let after = Scheduling.own
        // SCHED_FIFO, which its children don't inherit, or only hastened on a machine without real time.
        #expect(!isRoot || after.policy == 1 && after.priority == 1 || after.nice == -20)
        #expect(!isRoot || sched_getscheduler(0) & 0x4000_0000 != 0 || after.nice == -20)
      }
      guard isRoot else { return }
      for call in [csandbox_hasten_thread, csandbox_put_thread_first] {
        OwnThread.run {
          #expect(setpriority(Int32(PRIO_PROCESS.rawValue), id_t(KernelCall.make("gettid")), 3) == 0)
          #expect(KernelCall.make("setresuid", 61_005, 61_005, 61_005) == 0)
          #expect(call() == 0)
          let after = Scheduling.own
          #expect(after.policy == 0 && after.nice == 3 && after.priority == 0, "\(after)")
        }
      }
    }
  }

  @Test func `a new thread gets its context, has every signal blocked and leaves its maker's mask`() {
    final class Seen: Sendable { let rows = Mutex<[String: String]?>(nil), done = DispatchSemaphore(value: 0) }
    let seen = Seen()
    let before = Self.rows("thread-self")["SigBlk"]
    let result = csandbox_start_thread(
      { context in
        let seen = Unmanaged<Seen>.fromOpaque(context).takeRetainedValue()
        seen.rows.withLock { $0 = HostCallTests.rows("thread-self") }
        seen.done.signal()
      }, Unmanaged.passRetained(seen).toOpaque())
    #expect(result == 0)
    seen.done.wait()
    // All but SIGKILL, SIGSTOP and the two of the C library.
    #expect(seen.rows.withLock { $0?["SigBlk"] } == "fffffffe7ffbfeff")
    #expect(Self.rows("thread-self")["SigBlk"] == before)
  }

  // MARK: Programs

  /// A running program as procfs shows it.
  private struct Running {
    var rows: [String: String]
    var arguments: String?
    var variables: String?
    /// Open descriptors with their targets.
    var files: [String: String]

    init(_ pid: pid_t) {
      rows = HostCallTests.rows("\(pid)")
      arguments = FileSystem.contents("/proc/\(pid)/cmdline")
      variables = FileSystem.contents("/proc/\(pid)/environ")
      files = [:]
      for name in FileSystem.names(in: "/proc/\(pid)/fd") ?? [] {
        files[name] = FileSystem.link(at: "/proc/\(pid)/fd/\(name)")
      }
    }
  }

  @Test func `a launcher gets the listed descriptors, its name, no variables and no signals`() throws {
    let (first, second) = (try Descriptor.pipe(), try Descriptor.pipe())
    let inherited = fcntl(first.read.number, F_DUPFD, 300)
    defer { close(inherited) }
    let input = fcntl(first.read.number, F_DUPFD_CLOEXEC, 100)
    let output = fcntl(second.write.number, F_DUPFD_CLOEXEC, 100)
    defer { for number in [input, output] { close(number) } }
    let before = Self.rows("thread-self")["SigBlk"]
    var pid: pid_t = 0
    try #require(csandbox_spawn("/bin/cat", [input, output, -1, -1, output], 5, &pid) == 0 && pid > 1)
    #expect(Self.rows("thread-self")["SigBlk"] == before)
    // `cat` copies the byte, so it is running.
    var byte: UInt8 = 7
    #expect(write(first.write.number, &byte, 1) == 1 && read(second.read.number, &byte, 1) == 1 && byte == 7)
    let running = Running(pid)
    kill(pid, SIGKILL)
    #expect(csandbox_wait_pid(pid) == SIGKILL)
    #expect(running.rows["SigBlk"] == "fffffffffffbfeff")
    #expect(running.arguments == "sallyport-launch\0" && running.variables == "")
    let taken = FileSystem.link(at: "/proc/self/fd/\(input)")
    let given = FileSystem.link(at: "/proc/self/fd/\(output)")
    #expect(running.files == ["0": taken, "1": given, "4": given].compactMapValues { $0 })
  }

  @Test func `sources that lie among their targets are refused, and those above are not`() throws {
    let pipe = try Descriptor.pipe()
    let high = fcntl(pipe.write.number, F_DUPFD_CLOEXEC, 100)
    defer { close(high) }
    var pid: pid_t = -7
    for (sources, count) in [([0], 1), ([high, 1], 2), ([high, high, 2], 3)] as [([Int32], Int)] {
      #expect(csandbox_spawn("/bin/true", sources, count, &pid) == -EINVAL && pid == -7)
    }
    // Only the listed ones count, whatever is behind them.
    let words: [UnsafeMutablePointer<CChar>?] = [strdup("true"), nil]
    defer { free(words[0]) }
    for behind in [0, 999] as [Int32] {
      #expect(csandbox_spawn("/bin/true", [high, high, behind], 2, &pid) == 0 && csandbox_wait_pid(pid) == 0)
      #expect(csandbox_spawn_unconfined("/bin/true", words, [nil], [high, high, behind], 2, &pid) == 0)
      #expect(csandbox_wait_pid(pid) == 0)
    }
    // The first number above the targets.
    let edge = fcntl(pipe.write.number, F_DUPFD_CLOEXEC, high + 1)
    defer { close(edge) }
    #expect(csandbox_spawn("/bin/true", [Int32](repeating: -1, count: Int(edge)), Int(edge), &pid) == 0)
    _ = csandbox_wait_pid(pid)
    var sources = [Int32](repeating: -1, count: Int(edge))
    sources[0] = edge
    #expect(csandbox_spawn("/bin/true", sources, sources.count, &pid) == 0)
    #expect(csandbox_wait_pid(pid) == 0)
    #expect(csandbox_spawn("/bin", [high], 1, &pid) == -EACCES && csandbox_spawn("/none", [-1], 1, &pid) == -ENOENT)
  }

  @Test func `a program without the sandbox gets its words and variables, and the usual signals`() async {
    await #expect(processExitsWith: .success) {
      signal(SIGUSR1, SIG_IGN)
      var blocked = sigset_t()
      sigemptyset(&blocked)
      sigaddset(&blocked, SIGUSR2)
      pthread_sigmask(SIG_BLOCK, &blocked, nil)
      let (first, second) = (try Descriptor.pipe(), try Descriptor.pipe())
      try #require(fcntl(first.read.number, F_DUPFD, 300) >= 0)
      let words = (["cat", "-", nil] as [String?]).map { $0.map { strdup($0) } ?? nil }
      let variables = (["A=1", "B=2", nil] as [String?]).map { $0.map { strdup($0) } ?? nil }
      var pid: pid_t = 0
      let sources = [first.read.number, second.write.number, -1, second.write.number]
      try #require(csandbox_spawn_unconfined("/bin/cat", words, variables, sources, 4, &pid) == 0 && pid > 1)
      var byte: UInt8 = 7
      #expect(write(first.write.number, &byte, 1) == 1 && read(second.read.number, &byte, 1) == 1 && byte == 7)
      let running = Running(pid)
      kill(pid, SIGKILL)
      #expect(csandbox_wait_pid(pid) == SIGKILL)
      #expect(running.arguments == "cat\0-\0" && running.variables == "A=1\0B=2\0")
      #expect(running.rows["SigBlk"] == "0000000000000000" && running.files.keys.sorted() == ["0", "1", "3"])
      // The C library itself ignores two signals that it keeps for itself.
      let ignored = try #require(running.rows["SigIgn"].flatMap { UInt64($0, radix: 16) })
      #expect(ignored & ~(3 << 31) == 0)
    }
  }
}
