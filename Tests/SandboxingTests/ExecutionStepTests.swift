// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import CSandbox
import Foundation
import Synchronization
import Testing

@testable import Sandboxing

/// The last steps before the exec, each by itself: descriptors, signals, the filter and the watch.
@Suite(.serialized, .enabled(if: SandboxFixture.isRoot, "needs a filter for one thread")) struct ExecutionStepTests {
  // MARK: Descriptors

  /// What `body` finds on a thread that has descriptors of its own. Nothing is expected there, since a report could
  /// need one that the step closes.
  private static func onThread<Value: Sendable>(_ body: @escaping @Sendable () -> Value) -> Value? {
    let made = Mutex<Value?>(nil)
    let done = DispatchSemaphore(value: 0)
    Thread.detachNewThread {
      // CLONE_FILES.
      if KernelCall.make("unshare", 0x400) == 0 {
        let value = body()
        made.withLock { $0 = value }
      }
      done.signal()
    }
    done.wait()
    return made.withLock { $0 }
  }

  private struct Settled: Equatable, Sendable {
    var result: Int32
    /// F_GETFD and F_GETFL of 5, F_GETFD of 6.
    var executable: Int32 = -1
    var access: Int32 = -1
    var status: Int32 = -1
    var blocked: String?
  }

  /// The signals that this thread blocks.
  private static func blocked() -> String? {
    (FileSystem.contents("/proc/thread-self/status") ?? "").split(separator: "\n").first { $0.hasPrefix("SigBlk:") }
      .map { String($0.dropFirst(7)).trimmingCharacters(in: .whitespaces) }
  }

  /// Settles a launch of `path`, whose program was checked before; `change` changes what was found then.
  private static func settled(
    _ path: String, hasStatus: Bool = true, _ change: @escaping @Sendable (inout csandbox_plan) -> Void = { _ in }
  ) throws -> Settled {
    let status = try #require(FileSystem.status(path))
    let (device, inode) = (UInt64(status.st_dev), UInt64(status.st_ino))
    let found = Self.onThread { () -> Settled in
      var plan = csandbox_plan()
      // CLONE_NEWNS: it is not flat.
      plan.namespaces = 0x2_0000
      let text = strdup(path)
      defer { free(text) }
      plan.executable = UnsafePointer(text)
      (plan.executable_device, plan.executable_inode) = (device, inode)
      if hasStatus { dup2(2, 6) } else { close(6) }
      close(5)
      change(&plan)
      var all = sigset_t()
      sigfillset(&all)
      pthread_sigmask(SIG_SETMASK, &all, nil)
      var settled = Settled(result: OwnThread.step(csandbox_settle_descriptors(&plan)))
      guard settled.result == 0 else { return settled }
      (settled.executable, settled.access) = (fcntl(5, F_GETFD), fcntl(5, F_GETFL) & Descriptor.pathOnly)
      (settled.status, settled.blocked) = (fcntl(6, F_GETFD), Self.blocked())
      return settled
    }
    return try #require(found)
  }

  @Test func `the program is 5 by its path only, 5 and 6 are closed by the exec, and no signal is blocked`() async {
    await #expect(processExitsWith: .success) {
      let path = try #require(FileSystem.resolved("/bin/sh"))
      var expected = Settled(result: 0, executable: FD_CLOEXEC, access: Descriptor.pathOnly, status: FD_CLOEXEC)
      expected.blocked = "0000000000000000"
      let found = try Self.settled(path)
      #expect(found == expected)
      let flat = try Self.settled(path) { plan in
        plan.namespaces = 0
        plan.executable_fd = open("/", Descriptor.pathOnly | O_CLOEXEC)
        var status = stat()
        fstat(plan.executable_fd, &status)
        (plan.executable_device, plan.executable_inode) = (UInt64(status.st_dev), UInt64(status.st_ino))
      }
      #expect(flat == expected)
    }
  }

  @Test func `a program that is not the checked one, or a launch without a report, is not settled`() async {
    await #expect(processExitsWith: .success) {
      let path = try #require(FileSystem.resolved("/bin/sh"))
      let device = try Self.settled(path) { $0.executable_device += 1 }
      let inode = try Self.settled(path) { $0.executable_inode += 1 }
      #expect(device.result == -ESTALE && inode.result == -ESTALE)
      let flat = try Self.settled(path) { plan in
        plan.namespaces = 0
        plan.executable_fd = 1_000
      }
      let silent = try Self.settled(path, hasStatus: false)
      #expect(flat.result == -EBADF && silent.result == -EBADF)
    }
  }

  @Test func `every descriptor from 7 on is closed, and none below`() async {
    await #expect(processExitsWith: .success) {
      let found = Self.onThread { () -> [Int32] in
        for number in [6, 7, 8, 500] as [Int32] { dup2(2, number) }
        let result = OwnThread.step(csandbox_close_rest())
        return [result] + ([6, 7, 8, 500] as [Int32]).map { fcntl($0, F_GETFD) }
      }
      #expect(found == [0, 0, -1, -1, -1])
    }
  }

  // MARK: The filter

  private static func allocated(_ words: [UInt32]) -> UnsafeMutablePointer<UInt8> {
    let bytes = words.flatMap(PlanRecords.word)
    let made = UnsafeMutablePointer<UInt8>.allocate(capacity: bytes.count)
    made.initialize(from: bytes, count: bytes.count)
    return made
  }

  @Test func `the pid and each half of the ticket are written into their instructions, and nothing else`() throws {
    for (answer, result) in [(0, 0), (-Int(EINVAL), -EINVAL)] as [(Int, Int32)] {
      let length = Mutex<UInt16>(0)
      let shown = [AnsweredCalls.Shown(name: "seccomp")]
      let found = try AnsweredCalls.run(shown) { call in
        // SAFETY: the calling thread is blocked, and the filter's header is on its stack.
        let count = UnsafePointer<UInt16>(bitPattern: UInt(call.arguments[2]))?.pointee ?? 0
        length.withLock { $0 = count }
        return answer
      } _: { () -> [UInt32] in
        // Ten instructions, and behind each list of offsets that of one that stays as it is.
        let filter = Self.allocated([[UInt32]](repeating: [0x1111_1111, 0x2222_2222], count: 10).flatMap(\.self))
        let (pids, halves) = (Self.allocated([1, 3, 5]), Self.allocated([0, 2, 4, 6, 7, 8, 9]))
        defer { for list in [filter, pids, halves] { list.deallocate() } }
        var plan = csandbox_plan()
        (plan.filter, plan.filter_count) = (UnsafeMutableRawPointer(filter), 10)
        (plan.pid_offsets, plan.pid_offset_count) = (UnsafePointer(pids), 2)
        plan.ticket_offsets = UnsafePointer(halves)
        var ticket = csandbox_ticket(
          path: UnsafePointer(bitPattern: 0x0102_0304_0506_0708)!,
          argv: UnsafePointer(bitPattern: 0x1112_1314_1516_1718)!,
          environment: UnsafePointer(bitPattern: 0x2122_2324_2526_2728)!)
        let result = OwnThread.step(csandbox_install_filter(&plan, &ticket))
        let bytes = UnsafeRawPointer(filter)
        let words = (0..<20).map { bytes.loadUnaligned(fromByteOffset: 4 * $0, as: UInt32.self) }
        return [UInt32(bitPattern: result)] + words
      }
      let pid = UInt32(getpid())
      let operands: [UInt32] = [
        0x0506_0708, pid, 0x0102_0304, pid, 0x1516_1718, 0x2222_2222, 0x1112_1314, 0x2526_2728, 0x2122_2324,
        0x2222_2222,
      ]
      let filter: [UInt32] = operands.flatMap { [0x1111_1111, $0] as [UInt32] }
      let count = length.withLock { $0 }
      #expect(found == [UInt32(bitPattern: result)] + filter && count == 10)
    }
  }

  // MARK: Landlock and the watch

  @Test func `each kernel gets as much of Landlock's attribute as its version knows`() throws {
    let sizes = Mutex<[UInt64]>([])
    let results = try AnsweredCalls.run([AnsweredCalls.Shown(name: "landlock_create_ruleset")]) { call in
      sizes.withLock { $0.append(call.arguments[1]) }
      return -Int(EIO)
    } _: { () -> [Int32] in
      (3...8).map { (abi: UInt32) -> Int32 in
        var plan = csandbox_plan()
        plan.landlock_abi = abi
        var index: Int32 = -7
        let result = csandbox_prepare_landlock(&plan, &index)
        return index == -1 ? result : index
      }
    }
    #expect(results == [Int32](repeating: -EIO, count: 6))
    let found = sizes.withLock { $0 }
    #expect(found == [8, 16, 16, 24, 24, 24])
  }

  @Test func `a watch hands over the listener alone, also when it has to try again`() throws {
    let listener = fcntl(2, F_DUPFD_CLOEXEC, 300)
    let lengths = Mutex<[UInt64]>([])
    let names: [String] = ["seccomp", "sendmsg", "poll", "ppoll"]
    let results = try AnsweredCalls.run(names.map { AnsweredCalls.Shown(name: $0) }) { call in
      if call.name == "seccomp" { return Int(listener) }
      guard call.name == "sendmsg" else { return 0 }
      // SAFETY: the calling thread is blocked; the fifth word of its message points to what goes with it, which starts
      // with its length.
      let message = UnsafePointer<UInt64>(bitPattern: UInt(call.arguments[1]))
      let length = message.flatMap { UnsafePointer<UInt64>(bitPattern: UInt($0[4])) }?.pointee ?? 0
      return lengths.withLock { lengths -> Int? in
        lengths.append(length)
        return lengths.count == 1 ? -Int(ETOOMANYREFS) : 1
      }
    } _: { () -> [Int32] in
      var plan = csandbox_plan()
      let none = OwnThread.step(csandbox_watch(&plan))
      let filter = UnsafeMutableRawPointer.allocate(byteCount: 8, alignment: 8)
      defer { filter.deallocate() }
      (plan.watch, plan.watch_count, plan.watch_fd) = (filter, 1, 1)
      return [none, OwnThread.step(csandbox_watch(&plan))]
    }
    // A plan without a watch needs none. A header has 16 bytes, and a descriptor 4.
    let found = lengths.withLock { $0 }
    #expect(results == [0, 0] && found == [20, 20])
  }
}
