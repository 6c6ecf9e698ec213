// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import CSandbox
import Foundation
import Synchronization
import Testing

@testable import Sandboxing

/// The host's calls keep no memory once they are over, do without it when there is none, and wait without computing.
@Suite(.serialized, .enabled(if: SandboxFixture.isRoot, "needs a filter for one thread"))
struct HostCallMemoryTests {
  // MARK: Programs

  /// The memory that is this process's own, in bytes.
  private static func own() throws -> Int64 {
    let status = Descriptor(open("/proc/self/status", O_RDONLY | O_CLOEXEC))
    var bytes: Int64 = 0
    try #require(csandbox_private_memory(status.number, &bytes) == 0)
    return bytes
  }

  /// Runs in its own process, in which nothing else takes memory.
  @Test func `a program that can't be started leaves no list of descriptors in memory`() async {
    await #expect(processExitsWith: .success) {
      // The first is noted, and no process has the second.
      let sources: [Int32] = [2, .max]
      let words: [UnsafeMutablePointer<CChar>?] = [strdup("true"), nil]
      defer { free(words[0]) }
      var pid: pid_t = -7
      func start(_ count: Int) -> Int {
        (0..<count).count { _ in csandbox_spawn_unconfined("/bin/true", words, [nil], sources, 2, &pid) != -EBADF }
      }
      #expect(start(1_000) == 0)
      let before = try Self.own()
      #expect(start(50_000) == 0)
      // A list has room for several entries, each with two numbers and more.
      #expect(try Self.own() - before < 50_000 * 64)
    }
  }

  // MARK: Threads

  @Test func `the start of a thread that is refused gives back what it has noted`() throws {
    let results = [Int](repeating: -Int(EPERM), count: 9)
    let (found, _) = try FakedKernel.run(["clone", "clone3"], results: results) { () -> [Int] in
      var place = 0
      // The C library gives out the block that was freed last, once it has warmed up.
      for _ in 0..<3 {
        let room = malloc(16)
        place = Int(bitPattern: room)
        free(room)
      }
      guard let context = UnsafeMutableRawPointer(bitPattern: 8) else { return [] }
      let result = csandbox_start_thread({ _ in }, context)
      let room = malloc(16)
      let next = Int(bitPattern: room)
      free(room)
      return [Int(result), next - place]
    }
    #expect(found == [-Int(EPERM), 0])
  }

  /// Runs in its own process, whose address space nothing else enlarges.
  @Test func `the stack of a thread that has ended is free again`() async {
    await #expect(processExitsWith: .success) {
      var attributes = pthread_attr_t()
      pthread_attr_init(&attributes)
      var stack = 0
      #expect(pthread_attr_getstacksize(&attributes, &stack) == 0 && stack > 0)
      /// The size of the address space, in bytes.
      func size() throws -> Int {
        let pages = FileSystem.contents("/proc/self/statm")?.split(separator: " ").first.flatMap { Int($0) }
        return try #require(pages) * sysconf(Int32(_SC_PAGESIZE))
      }
      let before = try size()
      for _ in 0..<200 {
        let done = DispatchSemaphore(value: 0)
        let context = Unmanaged.passRetained(done).toOpaque()
        let result = csandbox_start_thread(
          { context in _ = Unmanaged<DispatchSemaphore>.fromOpaque(context).takeRetainedValue().signal() }, context)
        try #require(result == 0)
        done.wait()
      }
      // The C library keeps a few, and the threads have a few heaps.
      #expect(try size() - before < 100 * stack)
    }
  }

  // MARK: Waiting

  @Test func `between two looks at a process that may have stopped there are 50 microseconds`() throws {
    let pauses = Mutex<[Int]>([])
    let (result, calls) = try FakedKernel.run(["waitid", "nanosleep", "clock_nanosleep"]) { call, _ in
      if call.name != "waitid" {
        let time = call.values(call.name == "nanosleep" ? 0 : 2, 2, of: Int.self) ?? [0, 0]
        pauses.withLock { $0.append(time[0] * 1_000_000 + time[1] / 1_000) }
      }
      return 0
    } _: {
      csandbox_pidfd_wait_stopped(9, 1)
    }
    #expect(result == 0 && calls.count == 42)
    #expect(pauses.withLock { $0 } == [Int](repeating: 50, count: 21))
  }
}
