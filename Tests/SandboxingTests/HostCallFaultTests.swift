// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import CSandbox
import Foundation
import Synchronization
import Testing

@testable import Sandboxing

/// The host's calls of the wall with each answer that the kernel can give: an error is reported as it is, an interrupted call
/// is made again, and what a kernel lacks is done without.
@Suite(.serialized, .enabled(if: SandboxFixture.isRoot, "needs a filter for one thread")) struct HostCallFaultTests {
  /// Calls `body` on a thread of its own, in which the kernel answers these calls with these results, in this order. After them
  /// it makes the calls itself.
  private static func answered(
    _ names: String..., with results: [Int], _ body: @escaping @Sendable () -> Int32
  ) throws -> (result: Int32, count: Int) {
    let count = Mutex(0)
    let result = try AnsweredCalls.run(names.map { .init(name: $0) }) { _ in
      count.withLock { count in
        count += 1
        return count <= results.count ? results[count - 1] : nil
      }
    } _: {
      // An error of an earlier call doesn't matter.
      errno = EXDEV
      return body()
    }
    return (result, count.withLock { $0 })
  }

  /// Expects that `body` returns the call's error, after one call.
  private static func expectError(
    _ names: String..., at place: SourceLocation = #_sourceLocation, _ body: @escaping @Sendable () -> Int32
  ) throws {
    for name in names where SeccompPolicy.Architecture.native.table.numbers[name] != nil {
      for error in [EPERM, EIO] {
        let (result, count) = try answered(name, with: [Int](repeating: -Int(error), count: 9), body)
        // Another name of the same call.
        if count == 0, names.count > 1 { continue }
        #expect(result == -error && count == 1, "\(name)", sourceLocation: place)
      }
    }
  }

  @Test func `a call that the kernel refuses is made once, and its error is the result`() throws {
    let file = open("/dev/null", O_RDWR | O_CLOEXEC)
    let own = csandbox_pidfd_open(getpid())
    defer { for number in [file, own] { close(number) } }
    try Self.expectError("openat") { csandbox_own_network() }
    try Self.expectError("openat2") { csandbox_open_beneath(file, "x", O_RDONLY) }
    try Self.expectError("memfd_create") { csandbox_sealed_memory("text", 4) }
    for name in ["write", "fcntl"] {
      // It closes what it has made.
      let answer = try Self.answered(name, "close", with: [-Int(EIO)]) { csandbox_sealed_memory("text", 4) }
      #expect(answer == (-EIO, 2), "\(name)")
    }
    try Self.expectError("fallocate") { csandbox_reserve(file, 1) }
    try Self.expectError("pipe2") {
      var ends: (Int32, Int32) = (-1, -1)
      return csandbox_pipe(&ends.0, &ends.1)
    }
    try Self.expectError("pidfd_open") { csandbox_pidfd_open(getpid()) }
    try Self.expectError("fstatfs") {
      var (bytes, inodes, memory): (Int64, Int64, Int32) = (0, 0, 0)
      return csandbox_volume(file, &bytes, &inodes, &memory)
    }
    try Self.expectError("pidfd_send_signal") { csandbox_pidfd_kill(own, 0) }
    try Self.expectError("sched_getaffinity") {
      var words: UInt64 = 0
      return csandbox_affinity(0, &words, 1)
    }
    try Self.expectError("sched_setaffinity") { csandbox_set_affinity(0, [1], 1) }
    try Self.expectError("wait4") { csandbox_wait_pid(getpid()) }
    try Self.expectError("waitid") { csandbox_pidfd_wait_stopped(own, 0) }
    try Self.expectError("prctl") { csandbox_set_dumpable(1) }
    try Self.expectError("rt_sigaction") { csandbox_children_are_ignored() }
    try Self.expectError("pread64") {
      var bytes: Int64 = 0
      return csandbox_written(file, &bytes)
    }
    try Self.expectError("pread64") {
      var bytes: Int64 = 0
      return csandbox_private_memory(file, &bytes)
    }
    try Self.expectError("socketpair") {
      var ends: (Int32, Int32) = (-1, -1)
      return csandbox_socket_pair(&ends.0, &ends.1)
    }
    try Self.expectError("sendmsg") { csandbox_hand_over(file, [file], 1) }
    try Self.expectError("sendto") { csandbox_order_ahead(file, 0) }
    try Self.expectError("ppoll") {
      var list = [pollfd(fd: -1, events: 0, revents: 0)]
      return csandbox_poll(&list, 1, 0)
    }
    for name in ["eventfd2", "signalfd4"] {
      try Self.expectError(name) { name == "eventfd2" ? csandbox_alarm() : csandbox_timer_events() }
    }
    try Self.expectError("timer_create") {
      var timer: Int32 = 0
      return csandbox_processor_timer(getpid(), &timer)
    }
    try Self.expectError("timer_settime") { csandbox_arm_timer(0, 1) }
    try Self.expectError("clone", "clone3") { csandbox_start_thread({ _ in }, &errno) }
    try Self.expectError("unshare") {
      var isAway: Int32 = 7
      let result = csandbox_make_network(file, &isAway)
      return isAway == 0 ? result : 0
    }
  }

  @Test func `a call that succeeds does not report an earlier call's error`() throws {
    let file = open("/dev/null", O_RDWR | O_CLOEXEC)
    let own = csandbox_pidfd_open(getpid())
    var ends: (Int32, Int32) = (-1, -1)
    func after(_ call: () -> Int32) -> Int32 {
      errno = EXDEV
      return call()
    }
    #expect(after { csandbox_pipe(&ends.0, &ends.1) } == 0)
    for end in [ends.0, ends.1] { close(end) }
    #expect(after { csandbox_socket_pair(&ends.0, &ends.1) } == 0)
    #expect(after { csandbox_order_ahead(ends.0, 0) } == 0)
    #expect(after { csandbox_hand_over(ends.0, [file], 1) } == 0)
    #expect(after { csandbox_pidfd_kill(own, 0) } == 0)
    #expect(after { csandbox_set_dumpable(1) } == 0)
    #expect(after { csandbox_children_are_ignored() } == 0)
    // Room for 1,024 processors.
    var words = [UInt64](repeating: 0, count: 16)
    #expect(after { csandbox_affinity(0, &words, 16) } >= 0 && words.contains { $0 != 0 })
    #expect(after { csandbox_set_affinity(0, words, 16) } == 0)
    var (bytes, inodes, memory): (Int64, Int64, Int32) = (0, 0, 0)
    #expect(after { csandbox_volume(file, &bytes, &inodes, &memory) } == 0)
    #expect(after { csandbox_pidfd_wait_stopped(own, 0) } == -ECHILD)
    var timer: Int32 = 0
    #expect(after { csandbox_processor_timer(getpid(), &timer) } == 0)
    #expect(after { csandbox_arm_timer(timer, 0) } == 0)
    var list = [pollfd(fd: -1, events: 0, revents: 0)]
    #expect(after { csandbox_poll(&list, 1, 0) } == 0)
    for made in [after { csandbox_alarm() }, after { csandbox_timer_events() }, after { csandbox_own_network() }] {
      #expect(made >= 0)
      close(made)
    }
    for number in [file, own, ends.0, ends.1] { close(number) }
  }

  @Test func `a launcher that can't be started gives its error and leaves no process`() throws {
    for name in ["rt_sigprocmask", "vfork", "clone", "dup2", "dup3", "close_range", "execve"] {
      guard SeccompPolicy.Architecture.native.table.numbers[name] != nil else { continue }
      let (result, count) = try Self.answered(name, with: [-Int(EIO)]) {
        var pid: pid_t = -7
        let result = csandbox_spawn("/bin/true", [fcntl(2, F_DUPFD_CLOEXEC, 50)], 1, &pid)
        if result == 0 { _ = csandbox_wait_pid(pid) }
        #expect((pid == -7) == (result < 0) && FileSystem.contents("/proc/thread-self/children") ?? "" == "")
        return result
      }
      #expect(count == 0 || result == -EIO, "\(name)")
    }
  }

  @Test func `an interrupted call is made again, and what a kernel lacks is done without`() throws {
    let interrupted = [Int](repeating: -Int(EINTR), count: 3)
    let file = open("/dev/null", O_RDWR | O_CLOEXEC)
    let own = csandbox_pidfd_open(getpid())
    var ends: (Int32, Int32) = (-1, -1)
    try #require(csandbox_pipe(&ends.0, &ends.1) == 0)
    let reading = ends.0
    defer { for number in [file, own, ends.0, ends.1] { close(number) } }
    for (last, result) in [(0, 0), (-Int(ENOSYS), 0), (-Int(EOPNOTSUPP), 0), (-Int(ENOSPC), -ENOSPC)] as [(Int, Int32)]
    {
      #expect(try Self.answered("fallocate", with: interrupted + [last]) { csandbox_reserve(file, 1) } == (result, 4))
    }
    for (last, result) in [(0, -ETIMEDOUT), (-Int(EINVAL), -EINVAL)] as [(Int, Int32)] {
      let answer = try Self.answered("poll", "ppoll", with: interrupted + [last]) {
        var record = csandbox_status()
        return csandbox_read_status(reading, &record, 0)
      }
      #expect(answer == (result, 4))
    }
    for (results, result, count) in [([1, -Int(EIO)], -EIO, 2), ([1, 0], 0, 2), ([1, 7], -EPROTO, 2)]
      as [([Int], Int32, Int)]
    {
      let answer = try Self.answered("poll", "ppoll", "read", with: results) {
        var record = csandbox_status()
        return csandbox_read_status(reading, &record, 0)
      }
      #expect(answer == (result, count))
    }
    for (results, result) in [
      (interrupted + [0], 0), (interrupted + [-Int(EINVAL)], -EINVAL), ([1, -Int(ECHILD)], -ECHILD), ([1, 0], 0),
    ] as [([Int], Int32)] {
      let answer = try Self.answered("poll", "ppoll", "waitid", with: results) {
        var (code, status, resident): (Int32, Int32, Int64) = (-1, -1, -1)
        let result = csandbox_pidfd_wait(own, 0, &code, &status, &resident)
        return code == -1 && status == -1 && resident == -1 ? result : 99
      }
      #expect(answer == (result, results.count))
    }
    // It looks once more for each millisecond's twentieth.
    #expect(try Self.answered("waitid", with: interrupted + [0, 0]) { csandbox_pidfd_wait_stopped(own, 0) } == (0, 1))
    #expect(
      try Self.answered("waitid", with: [Int](repeating: -Int(EINTR), count: 21)) {
        csandbox_pidfd_wait_stopped(own, 1)
      } == (0, 21))
    #expect(
      try Self.answered("wait4", with: interrupted + [-Int(ECHILD)]) { csandbox_wait_pid(getpid()) } == (-ECHILD, 4))
    #expect(
      try Self.answered("sched_getaffinity", with: [0]) {
        var words: UInt64 = 0
        return csandbox_affinity(0, &words, 1)
      } == (0, 1))
    #expect(
      try Self.answered("recvmsg", with: interrupted + [-Int(EAGAIN)]) { csandbox_take_listener(file) } == (-EAGAIN, 4))
  }

  @Test func `a thread that may not be first is hastened, and keeps its nice value if it must`() throws {
    let refused = -Int(EPERM)
    #expect(try Self.answered("sched_setattr", with: [0]) { csandbox_hasten_thread() } == (0, 1))
    #expect(try Self.answered("sched_setattr", with: [refused, 0]) { csandbox_hasten_thread() } == (0, 2))
    #expect(try Self.answered("sched_setattr", with: [refused, -Int(EIO)]) { csandbox_hasten_thread() } == (-EIO, 2))
    for (results, result, count) in [([0], 0, 1), ([refused, 0], 0, 2), ([refused, refused, -Int(EIO)], -EIO, 3)]
      as [([Int], Int32, Int)]
    {
      let answer = try Self.answered("sched_setscheduler", "sched_setattr", with: results) {
        csandbox_put_thread_first()
      }
      #expect(answer == (result, count))
    }
  }

  @Test func `a listener that was taken wakes the other side on the same core, and without one nothing is asked`()
    throws
  {
    for isThere in [false, true] {
      var (ours, theirs): (Int32, Int32) = (-1, -1)
      try #require(csandbox_socket_pair(&ours, &theirs) == 0)
      defer { for end in [ours, theirs] { close(end) } }
      if isThere { #expect(csandbox_hand_over(theirs, [theirs], 1) == 0) }
      let socket = ours
      // An older kernel doesn't know the request.
      for answer in [0, -Int(EINVAL)] {
        let (taken, count) = try Self.answered("ioctl", with: [answer]) { csandbox_take_listener(socket) }
        #expect(isThere && answer == 0 ? taken >= 0 && count == 1 : taken == -EAGAIN && count == 0)
        if taken >= 0 { close(taken) }
      }
    }
  }

  /// The kernel lets one thread have one listener, so it answers with another descriptor here.
  @Test(
    arguments: [
      ([], [0], 0, 2), ([], [-Int(EPIPE)], -EPIPE, 2), ([-Int(EBUSY)], [], -EBUSY, 1),
      ([], [-Int(ETOOMANYREFS), 0], 0, 4), ([], [-Int(ETOOMANYREFS), -Int(EIO)], -EIO, 4),
      ([], [Int](repeating: -Int(ETOOMANYREFS), count: 1_000) + [0], 0, 2_002),
      ([], [Int](repeating: -Int(ETOOMANYREFS), count: 1_001), -ETOOMANYREFS, 2_002),
    ] as [([Int], [Int], Int32, Int)])
  func `a watch is handed over at once, or within two seconds while too many descriptors are in flight`(
    _ refused: [Int], _ sent: [Int], _ result: Int32, _ calls: Int
  ) throws {
    let listener = fcntl(2, F_DUPFD_CLOEXEC, 300)
    let results = refused + (refused.isEmpty ? [Int(listener)] : []) + Array(sent.map { [$0] }.joined(separator: [0]))
    let (found, count) = try Self.answered("seccomp", "sendmsg", "poll", "ppoll", with: results) {
      var plan = csandbox_plan()
      (plan.watch, plan.watch_count, plan.watch_fd) = (
        UnsafeMutableRawPointer.allocate(byteCount: 8, alignment: 8), 1, 1
      )
      defer { plan.watch?.deallocate() }
      return csandbox_watch(&plan)
    }
    #expect(found == result && count == calls)
    // It keeps no copy.
    #expect((fcntl(listener, F_GETFD) == -1) == refused.isEmpty)
    if !refused.isEmpty { close(listener) }
  }
}
