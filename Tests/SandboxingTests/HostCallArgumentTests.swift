// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import CSandbox
import Foundation
import Synchronization
import Testing

@testable import Sandboxing

/// The exact arguments of the kernel calls that the host makes through the wall.
@Suite(.serialized, .enabled(if: SandboxFixture.isRoot, "needs a filter for one thread"))
struct HostCallArgumentTests {
  /// The arguments at these positions of each of the calls, which succeed.
  private static func asked(
    _ names: String..., at positions: [Int], _ body: @escaping @Sendable () -> Int32
  ) throws -> [[Int32]] {
    let (result, calls) = try FakedKernel.run(names, answer: { _, _ in 0 }, body)
    #expect(result == 0, "\(names)")
    return calls.map { call in positions.map { call.number($0) } }
  }

  @Test func `a call asks for nothing that it doesn't need`() throws {
    #expect(try Self.asked("fallocate", at: [0, 1, 2, 3]) { csandbox_reserve(9, 4_096) } == [[9, 1, 0, 4_096]])
    #expect(try Self.asked("pidfd_send_signal", at: [0, 1, 2, 3]) { csandbox_pidfd_kill(9, 15) } == [[9, 15, 0, 0]])
    // PR_SET_DUMPABLE.
    #expect(try Self.asked("prctl", at: [0, 1, 2, 3, 4]) { csandbox_set_dumpable(1) } == [[4, 1, 0, 0, 0]])
    #expect(try Self.asked("pidfd_open", at: [0, 1]) { csandbox_pidfd_open(77) } == [[77, 0]])
    #expect(try Self.asked("eventfd2", at: [0, 1]) { csandbox_alarm() } == [[0, O_CLOEXEC | O_NONBLOCK]])
    #expect(try Self.asked("signalfd4", at: [0, 3]) { csandbox_timer_events() } == [[-1, O_CLOEXEC | O_NONBLOCK]])
  }

  @Test func `a wait polls one descriptor`() throws {
    let waited = try Self.asked("poll", "ppoll", at: [1]) {
      var (code, status, resident): (Int32, Int32, Int64) = (-1, -1, -1)
      return csandbox_pidfd_wait(9, 0, &code, &status, &resident)
    }
    let read = try Self.asked("poll", "ppoll", at: [1]) {
      var record = csandbox_status()
      return csandbox_read_status(9, &record, 0) == -ETIMEDOUT ? 0 : 1
    }
    #expect(waited == [[1]] && read == [[1]])
  }

  @Test func `a child is waited for without a time limit, also one that could not be started`() throws {
    let (status, calls) = try FakedKernel.run(["wait4"]) { call, _ in
      call.store(Int32(9), 1)
      return 77
    } _: {
      csandbox_wait_pid(77)
    }
    #expect(status == 9 && calls.map { $0.numbers(0, 2, 3) } == [[77, 0, 0]])
    let input = fcntl(2, F_DUPFD_CLOEXEC, 50)
    defer { close(input) }
    let (result, waits) = try FakedKernel.run(["wait4"], results: []) {
      var pid: pid_t = -7
      return csandbox_spawn("/none", [input], 1, &pid)
    }
    #expect(result == -ENOENT && waits.map { $0.number(2) } == [0])
  }

  @Test func `a message of descriptors has one byte, their list and nothing else`() throws {
    for numbers in [[500], [500, 501], [500, 501, 502]] as [[Int32]] {
      let sent = Mutex<[[UInt8]]>([])
      let (result, calls) = try FakedKernel.run(["sendmsg"]) { call, _ in
        guard let message = call.message?.pointee, message.msg_iovlen == 1, let part = message.msg_iov?.pointee else {
          return -Int(EINVAL)
        }
        let pieces = [(part.iov_base, Int(part.iov_len)), (message.msg_control, Int(message.msg_controllen))]
        let bytes = pieces.map { Array(UnsafeRawBufferPointer(start: $0, count: $1)) }
        sent.withLock { $0 = bytes }
        return 0
      } _: {
        csandbox_hand_over(9, numbers, numbers.count)
      }
      // MSG_NOSIGNAL.
      #expect(result == 0 && calls.map { $0.numbers(0, 2) } == [[9, 0x4000]])
      // A header of level SOL_SOCKET and kind SCM_RIGHTS, then the numbers, up to a multiple of eight bytes.
      var list = withUnsafeBytes(of: (16 + 4 * numbers.count, Int32(1), Int32(1)), Array.init)
      list += numbers.flatMap { withUnsafeBytes(of: $0, Array.init) }
      list += [UInt8](repeating: 0, count: (8 - list.count % 8) % 8)
      #expect(sent.withLock { $0 } == [[0], list])
    }
  }

  // MARK: Times and priorities

  @Test(
    arguments: [
      (0, 0, 0), (1, 0, 1), (999_999_999, 0, 999_999_999), (1_000_000_000, 1, 0), (1_000_000_001, 1, 1),
      (2_500_000_000, 2, 500_000_000), (7_200_000_000_000, 7_200, 0),
    ] as [(Int64, Int, Int)])
  func `a time is split into seconds and nanoseconds`(_ time: Int64, _ seconds: Int, _ nanoseconds: Int) throws {
    let times = Mutex<[[Int]?]>([])
    let (result, calls) = try FakedKernel.run(["ppoll", "timer_settime"]) { call, _ in
      let words = call.values(2, call.name == "ppoll" ? 2 : 4, of: Int.self)
      times.withLock { $0.append(words) }
      return 0
    } _: {
      var list = [pollfd(fd: -1, events: 0, revents: 0)]
      let results = [csandbox_poll(&list, 1, time), csandbox_arm_timer(3, time), csandbox_poll(&list, 1, -1)]
      return results.allSatisfy { $0 == 0 }
    }
    #expect(result && calls.map(\.name) == ["ppoll", "timer_settime", "ppoll"])
    // The timer has no interval, its time is relative, and no earlier one is asked for. Below 0 there is no limit.
    #expect(times.withLock { $0 } == [[seconds, nanoseconds], [0, 0, seconds, nanoseconds], nil])
    #expect(calls.map { $0.numbers(1, 3) } == [[1, 0], [0, 0], [1, 0]])
  }

  @Test func `a thread asks for short slices and the highest priority, and else for its own`() throws {
    let asked = Mutex<[[UInt32]]>([])
    let (found, calls) = try FakedKernel.run(["sched_setattr"]) { call, index in
      let words = call.values(1, 12, of: UInt32.self) ?? []
      asked.withLock { $0.append(words) }
      return index == 0 ? -Int(EPERM) : 0
    } _: {
      [csandbox_hasten_thread(), getpriority(Int32(PRIO_PROCESS.rawValue), 0)]
    }
    #expect(found[0] == 0 && calls.map { $0.numbers(0, 2) } == [[0, 0], [0, 0]])
    // size, policy, flags, nice value, priority, slice, deadline, period.
    let expected = [-20, found[1]].map { nice -> [UInt32] in
      [48, 0, 0, 0, UInt32(bitPattern: nice), 0, 100_000, 0, 0, 0, 0, 0]
    }
    #expect(asked.withLock { $0 } == expected)
  }

  @Test func `a thread that comes first has the lowest real-time priority, which its children don't inherit`() throws {
    let priority = Mutex<[Int32]?>(nil)
    let (result, calls) = try FakedKernel.run(["sched_setscheduler", "sched_setattr"]) { call, _ in
      let words = call.values(2, 1, of: Int32.self)
      priority.withLock { $0 = words }
      return 0
    } _: {
      csandbox_put_thread_first()
    }
    // SCHED_FIFO with SCHED_RESET_ON_FORK.
    #expect(result == 0 && calls.map { $0.numbers(0, 1) } == [[0, 0x4000_0001]])
    #expect(priority.withLock { $0 } == [1])
  }
}
