// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import CSandbox
import Foundation
import Synchronization
import Testing

@testable import Sandboxing

/// The host's calls of the wall when the kernel gives answers that are rare on a machine.
@Suite(.serialized, .enabled(if: SandboxFixture.isRoot, "needs a filter for one thread"))
struct HostCallReadingTests {
  @Test func `a result of 0 is no error, even if it is a descriptor`() throws {
    let all: [(String, @Sendable () -> Int32)] = [
      ("openat", { csandbox_own_network() }), ("openat2", { csandbox_open_beneath(9, "x", O_RDONLY) }),
      ("pidfd_open", { csandbox_pidfd_open(77) }), ("eventfd2", { csandbox_alarm() }),
      ("signalfd4", { csandbox_timer_events() }), ("sendto", { csandbox_order_ahead(9, 0) }),
      ("sendmsg", { csandbox_hand_over(9, [9], 1) }), ("pidfd_send_signal", { csandbox_pidfd_kill(9, 15) }),
      ("timer_settime", { csandbox_arm_timer(3, 1) }),
    ]
    for (name, call) in all {
      let (result, calls) = try FakedKernel.run([name], results: [0], call)
      #expect(result == 0 && calls.count == 1, "\(name)")
    }
  }

  @Test func `memory is written on from where the kernel stopped, whatever its descriptor`() throws {
    let (result, calls) = try FakedKernel.run(["memfd_create", "write", "fcntl"], results: [0, 1, 2, 1, 0]) {
      csandbox_sealed_memory("text", 4)
    }
    #expect(result == 0 && calls.map(\.name) == ["memfd_create", "write", "write", "write", "fcntl"])
    let writes = calls.filter { $0.name == "write" }
    let start = writes.first?.arguments[1] ?? 0
    let asked = writes.map { [$0.arguments[0], $0.arguments[1] - start, $0.arguments[2]] }
    #expect(asked == [[0, 0, 4], [0, 1, 3], [0, 3, 1]])
  }

  @Test func `processor time is in nanoseconds`() throws {
    for (seconds, nanoseconds, time) in [
      (0, 0, 0), (0, 999_999_999, 999_999_999), (1, 0, 1_000_000_000), (7, 5, 7_000_000_005),
      (100_000, 1, 100_000_000_000_001),
    ] as [(Int, Int, Int64)] {
      let (found, calls) = try FakedKernel.run(["clock_gettime"]) { call, _ in
        // The clock of a process has a negative number.
        guard call.number(0) < 0 else { return nil }
        call.store(seconds, 1)
        call.store(nanoseconds, 1, at: 8)
        return 0
      } _: {
        var time: Int64 = -7
        let result = csandbox_processor_time(getpid(), &time)
        return [Int64(result), time]
      }
      #expect(found == [0, time])
      #expect(calls.contains { $0.number(0) < 0 })
    }
  }

  @Test func `a volume's free space is in blocks, and one without a number of inodes has none`() throws {
    for (kind, files, expected) in [
      // ext4, tmpfs, ramfs, procfs.
      (0xef53, 100, [0, 21 * 512, 40, 0]), (0x0102_1994, 100, [0, 21 * 512, 40, 1]),
      (0x8584_58f6, 0, [0, 21 * 512, -1, 1]), (0x9fa0, 0, [0, 21 * 512, -1, 0]), (0xef53, 1, [0, 21 * 512, 40, 0]),
    ] as [(Int, Int, [Int64])] {
      let (found, _) = try FakedKernel.run(["fstatfs"]) { call, _ in
        // Its type, a block's size, blocks, free ones, those for ordinary users, inodes, free ones.
        for (index, value) in [kind, 512, 1_000, 21, 9, files, 40].enumerated() { call.store(value, 1, at: 8 * index) }
        return 0
      } _: {
        var (bytes, inodes, isInMemory): (Int64, Int64, Int32) = (-7, -7, -7)
        let result = csandbox_volume(9, &bytes, &inodes, &isInMemory)
        return [Int64(result), bytes, inodes, Int64(isInMemory)]
      }
      #expect(found == expected, "\(kind) \(files)")
    }
  }

  @Test func `an ended child's memory is counted in kibibytes, whatever its pid`() throws {
    for pid in [1, 2, 4_194_304] as [Int32] {
      let (found, calls) = try FakedKernel.run(["poll", "ppoll", "waitid"]) { call, _ in
        guard call.name == "waitid" else { return 1 }
        // Of siginfo_t: the code, the pid and the status; of rusage: the most memory.
        call.store(Int32(CLD_KILLED), 2, at: 8)
        call.store(pid, 2, at: 16)
        call.store(SIGTERM, 2, at: 24)
        call.store(3_001, 4, at: 32)
        return 0
      } _: {
        var (code, status, resident): (Int32, Int32, Int64) = (-1, -1, -1)
        let result = csandbox_pidfd_wait(9, 0, &code, &status, &resident)
        return [Int64(result), Int64(code), Int64(status), resident]
      }
      #expect(found == [1, Int64(CLD_KILLED), Int64(SIGTERM), 3_001 * 1_024])
      // P_PIDFD; WEXITED and WNOHANG.
      #expect(calls.last.map { $0.numbers(0, 1, 3) } == [3, 9, 5])
    }
  }

  // MARK: Networks

  @Test func `a thread that can't return closes what it has made, and tells that it is away`() throws {
    for (results, expected, calls) in [
      // The calls are those for a namespace, its descriptor, the return and the end of the descriptor.
      ([0, 0, 0], [0, 0], 3), ([0, -Int(EMFILE), 0], [-EMFILE, 0], 3), ([0, 0, -Int(EPERM), 0], [-EPERM, 1], 4),
      ([0, 300, -Int(EPERM), 0], [-EPERM, 1], 4), ([0, -Int(EMFILE), -Int(EPERM)], [-EPERM, 1], 3),
      ([-Int(EPERM)], [-EPERM, 0], 1),
    ] as [([Int], [Int32], Int)] {
      let (found, made) = try FakedKernel.run(["unshare", "openat", "setns", "close"], results: results) {
        var isAway: Int32 = 7
        let result = csandbox_make_network(9, &isAway)
        return [result, isAway]
      }
      #expect(found == expected && made.count == calls, "\(results)")
    }
  }

  /// The device and inode of a file.
  private struct Place: Sendable {
    var device: dev_t = 4
    var inode: ino_t = 7
  }

  @Test func `a network is another one if its device or its inode differs`() throws {
    for (given, own, result) in [
      (Place(), Place(), -EINVAL), (Place(), Place(inode: 8), 0), (Place(), Place(device: 5), 0),
      (Place(), Place(device: 5, inode: 8), 0),
    ] as [(Place, Place, Int32)] {
      let (found, calls) = try FakedKernel.run(["ioctl", "openat", "fstat", "newfstatat", "close"]) { call, index in
        // CLONE_NEWNET, and a descriptor that is 0.
        if call.name == "ioctl" { return 0x4000_0000 }
        if ["fstat", "newfstatat"].contains(call.name) {
          call.status?.pointee.st_dev = index == 2 ? given.device : own.device
          call.status?.pointee.st_ino = index == 2 ? given.inode : own.inode
        }
        return 0
      } _: {
        var reason: Int32 = 0
        return csandbox_check_network(9, &reason)
      }
      #expect(found == result && calls.map { $0.number(0) } == [9, AT_FDCWD, 9, 0, 0])
    }
  }

  @Test func `a network that can't be looked at is refused with the error`() throws {
    let network = 0x4000_0000
    for (results, result, count) in [
      ([0x0800_0000], -EINVAL, 1), ([-Int(ENOTTY)], -EINVAL, 1), ([network, -Int(EMFILE)], -EMFILE, 2),
      ([network, 300, -Int(EIO), 0], -EIO, 4), ([network, 300, 0, -Int(EIO), 0], -EIO, 5),
    ] as [([Int], Int32, Int)] {
      let (found, calls) = try FakedKernel.run(["ioctl", "openat", "fstat", "newfstatat", "close"], results: results) {
        var reason: Int32 = 0
        return csandbox_check_network(9, &reason)
      }
      #expect(found == result && calls.count == count, "\(results)")
    }
  }
}
