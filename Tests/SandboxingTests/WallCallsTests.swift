// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import CSandbox
import Foundation
import Testing

@testable import Sandboxing

/// The wall's calls of the host, one by one: what each gives, and the error that each reports.
@Suite struct WallCallsTests {
  private func inScratch<Result>(_ body: (String) throws -> Result) throws -> Result {
    let path = FileManager.default.temporaryDirectory.appending(path: "sallyport-calls-\(UUID().uuidString)").path
    mkdir(path, 0o700)
    defer { try? FileManager.default.removeItem(atPath: path) }
    return try body(path)
  }

  /// Reads a number from a file with this text.
  private func number(in text: String, _ call: (Int32, UnsafeMutablePointer<Int64>) -> Int32) throws -> (Int32, Int64) {
    try inScratch { path in
      try Data(text.utf8).write(to: URL(filePath: path + "/text"))
      let file = open(path + "/text", O_RDONLY | O_CLOEXEC)
      defer { close(file) }
      var value: Int64 = -7
      return (call(file, &value), value)
    }
  }

  // MARK: Numbers of a process

  @Test func `private memory is the sum of its rows, and a process that gave it up has none`() throws {
    let rows = "Name:\tx\nVmPTE:\t   40 kB\nRssAnon:\t  1000 kB\nRssFile:\t 7 kB\nRssShmem:\t 300 kB\nVmSwap:\t 2 kB\n"
    for (text, result, value) in [
      (rows, 0, 1_342 * 1_024), (rows.replacing("RssAnon", with: "RssX"), -ENODATA, -7), ("", -ENODATA, -7),
      ("Name:\tx\nRssAnon:\t 5 kB\n", 0, 5_120), ("RssAnon:\t 5 kB\n", -ENODATA, -7),
      (rows.replacing("VmSwap", with: "VmX"), 0, 1_340 * 1_024),
    ] as [(String, Int32, Int64)] {
      #expect(try number(in: text, csandbox_private_memory) == (result, value))
    }
    var ends: (Int32, Int32) = (0, 0)
    #expect(csandbox_pipe(&ends.0, &ends.1) == 0 && csandbox_reserve(ends.1, 1) == -ESPIPE)
    var value: Int64 = 0
    #expect(csandbox_private_memory(ends.0, &value) == -ESPIPE && csandbox_written(ends.0, &value) == -ESPIPE)
    for end in [ends.0, ends.1] {
      #expect(fcntl(end, F_GETFD) == FD_CLOEXEC)
      close(end)
    }
  }

  @Test func `bytes that a process wrote are those of their own row`() throws {
    for (text, result, value) in [
      ("rchar: 5\nwrite_bytes: 4096\ncancelled_write_bytes: 9\n", 0, 4_096), ("rchar: 1\nwrite_bytes: 0\n", 0, 0),
      ("write_bytes: 7\n", -ENODATA, -7), ("rchar: 1\ncancelled_write_bytes: 9\n", -ENODATA, -7),
    ] as [(String, Int32, Int64)] {
      #expect(try number(in: text, csandbox_written) == (result, value))
    }
  }

  @Test func `a row at the end of the longest text is read whole, and one after it is not there`() throws {
    func ended(_ row: String, at length: Int) -> String {
      "x".padding(toLength: length - row.utf8.count, withPad: "x", startingAt: 0) + row
    }
    for (length, bytes) in [(4_095, 41 * 1_024), (4_096, 4 * 1_024)] as [(Int, Int64)] {
      #expect(try number(in: ended("\nRssAnon: 41", at: length), csandbox_private_memory) == (0, bytes))
    }
    for (length, bytes) in [(511, 41), (512, 4)] as [(Int, Int64)] {
      #expect(try number(in: ended("\nwrite_bytes: 41", at: length), csandbox_written) == (0, bytes))
    }
  }

  @Test func `processor time grows, and a process that is not there has none and no timer`() throws {
    var (first, second, timer): (Int64, Int64, Int32) = (0, 0, 0)
    #expect(csandbox_processor_time(getpid(), &first) == 0 && first > 0)
    var sum = 0
    while second <= first {
      for index in 0..<1_000 { sum &+= index }
      guard csandbox_processor_time(getpid(), &second) == 0 else { break }
    }
    #expect(second > first && second < first + 600_000_000_000)
    let (gone, pidfd) = try start("exit 0")
    #expect(csandbox_wait_pid(gone) == 0)
    close(pidfd)
    #expect(csandbox_processor_time(gone, &first) == -ESRCH && csandbox_processor_timer(gone, &timer) == -ESRCH)
    #expect(csandbox_processor_timer(getpid(), &timer) == 0)
    // An hour of this process's own time, which never comes.
    #expect(csandbox_arm_timer(timer, 3_600_000_000_000) == 0 && csandbox_arm_timer(timer, -1) == -EINVAL)
    csandbox_delete_timer(timer)
    #expect(csandbox_arm_timer(timer, 3_600_000_000_000) == -EINVAL)
    let events = csandbox_timer_events()
    #expect(events >= 0 && fcntl(events, F_GETFD) == FD_CLOEXEC && fcntl(events, F_GETFL) & O_NONBLOCK != 0)
    close(events)
  }

  @Test func `a thread's cores can be read and set, and those of none can't`() {
    var words = [UInt64](repeating: 0, count: 16)
    let count = csandbox_affinity(0, &words, words.count)
    #expect(count > 0 && count <= 16 && words.contains { $0 != 0 })
    #expect(csandbox_set_affinity(0, words, words.count) == 0)
    #expect(csandbox_set_affinity(0, [0], 1) == -EINVAL)
    #expect(csandbox_affinity(.max, &words, words.count) == -ESRCH && csandbox_affinity(0, &words, 0) == -EINVAL)
  }

  // MARK: Files

  @Test func `a path is opened below its directory only, and never through a link`() throws {
    try inScratch { path in
      mkdir(path + "/inner", 0o700)
      try Data("x".utf8).write(to: URL(filePath: path + "/inner/file"))
      symlink("inner", path + "/link")
      symlink("/etc", path + "/away")
      let directory = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
      defer { close(directory) }
      for (name, error) in [
        ("inner/file", 0), ("inner/../inner/file", 0), ("../x", EXDEV), ("/etc/passwd", EXDEV), ("link/file", ELOOP),
        ("away/passwd", ELOOP), ("absent", ENOENT), ("inner/file/x", ENOTDIR),
      ] as [(String, Int32)] {
        let file = csandbox_open_beneath(directory, name, O_RDONLY | O_CLOEXEC)
        #expect(error == 0 ? file >= 0 : file == -error, "\(name): \(file)")
        if file >= 0 { close(file) }
      }
    }
  }

  @Test func `reserving keeps the length of a file, and nothing is nothing`() throws {
    try inScratch { path in
      let file = open(path + "/file", O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
      defer { close(file) }
      var status = stat()
      #expect(csandbox_reserve(file, 0) == 0 && csandbox_reserve(file, -1) == 0)
      #expect(fstat(file, &status) == 0 && status.st_blocks == 0)
      #expect(csandbox_reserve(file, 1 << 20) == 0)
      #expect(fstat(file, &status) == 0 && status.st_size == 0 && Int64(status.st_blocks) * 512 < 1 << 20 + 4_096)
      #expect(csandbox_reserve(-1, 1) == -EBADF)
      // procfs reserves nothing, and a pipe has no place to.
      let comm = open("/proc/self/comm", O_RDWR | O_CLOEXEC)
      #expect(comm >= 0 && csandbox_reserve(comm, 1) == 0)
      close(comm)
      var (bytes, inodes, isInMemory): (Int64, Int64, Int32) = (0, 0, 7)
      #expect(csandbox_volume(file, &bytes, &inodes, &isInMemory) == 0 && bytes > 0 && (0...1).contains(isInMemory))
      #expect(csandbox_volume(-1, &bytes, &inodes, &isInMemory) == -EBADF)
    }
    let processes = open("/proc", O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    defer { close(processes) }
    var (bytes, inodes, isInMemory): (Int64, Int64, Int32) = (7, 7, 7)
    #expect(csandbox_volume(processes, &bytes, &inodes, &isInMemory) == 0)
    #expect(bytes == 0 && inodes == -1 && isInMemory == 0)
  }

  @Test(arguments: [1, 4_096, 300_000]) func `sealed memory holds its bytes and takes no others`(_ count: Int) {
    let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 13) }
    let memory = bytes.withUnsafeBytes { whole in
      whole.baseAddress.map { csandbox_sealed_memory($0, whole.count) } ?? -1
    }
    defer { close(memory) }
    var read = [UInt8](repeating: 0, count: count + 1)
    #expect(pread(memory, &read, read.count, 0) == count && Array(read.dropLast()) == bytes)
    #expect(fcntl(memory, F_GETFD) == FD_CLOEXEC)
    #expect(
      pwrite(memory, bytes, 1, 0) == -1 && ftruncate(memory, 0) == -1 && ftruncate(memory, off_t(count) + 1) == -1)
  }

  // MARK: Messages

  @Test func `a status record is read whole, at once or not at all`() {
    var ends: (Int32, Int32) = (0, 0)
    #expect(csandbox_pipe(&ends.0, &ends.1) == 0)
    var record = csandbox_status()
    for earlier in [0, EINTR, EAGAIN] {
      errno = earlier
      #expect(csandbox_read_status(ends.0, &record, 0) == -ETIMEDOUT, "an earlier error doesn't matter")
    }
    var sent = csandbox_status(kind: 2, stage: 3, error: 4, value: 5)
    #expect(write(ends.1, &sent, 16) == 16 && csandbox_read_status(ends.0, &record, 1_000) == 1)
    #expect(record.kind == 2 && record.stage == 3 && record.error == 4 && record.value == 5)
    #expect(write(ends.1, &sent, 15) == 15 && csandbox_read_status(ends.0, &record, 1_000) == -EPROTO)
    close(ends.1)
    #expect(csandbox_read_status(ends.0, &record, 1_000) == 0)
    close(ends.0)
    #expect(csandbox_read_status(-1, &record, 0) == -ETIMEDOUT)
  }

  @Test func `the last descriptor that was handed over is taken, and 1 to 13 fit into a message`() {
    var (ours, theirs): (Int32, Int32) = (0, 0)
    #expect(csandbox_socket_pair(&ours, &theirs) == 0 && fcntl(ours, F_GETFD) == FD_CLOEXEC)
    defer {
      close(ours)
      close(theirs)
    }
    #expect(csandbox_take_listener(ours) == -EAGAIN)
    // An error of an earlier call doesn't matter, and the end of the messages is not one.
    var (one, other): (Int32, Int32) = (0, 0)
    #expect(csandbox_socket_pair(&one, &other) == 0)
    close(other)
    errno = EINTR
    #expect(csandbox_take_listener(one) == -EAGAIN)
    close(one)
    for (count, result) in [(0, -EINVAL), (1, 0), (13, 0), (14, -EINVAL)] as [(Int, Int32)] {
      let own = open("/dev/null", O_RDONLY | O_CLOEXEC)
      let list = [Int32](repeating: own, count: max(count, 1))
      #expect(csandbox_hand_over(theirs, list, count) == result, "\(count)")
      close(own)
      if count == 1 {
        let other = open("/dev/zero", O_RDONLY | O_CLOEXEC)
        #expect(csandbox_hand_over(theirs, [other], 1) == 0)
        let taken = csandbox_take_listener(ours)
        var (sent, received) = (stat(), stat())
        #expect(taken >= 0 && fstat(other, &sent) == 0 && fstat(taken, &received) == 0)
        #expect(sent.st_rdev == received.st_rdev && fcntl(taken, F_GETFD) == FD_CLOEXEC)
        close(taken)
        close(other)
        #expect(csandbox_take_listener(ours) == -EAGAIN)
      }
    }
    var order: UInt32 = 0
    #expect(csandbox_order_ahead(theirs, 0x4000_0000) == 0)
    // The thirteen descriptors come first.
    var byte: UInt8 = 0
    // With MSG_TRUNC, the size is that of the whole message.
    #expect(recv(ours, &byte, 1, 0x20) == 1 && recv(ours, &order, 4, 0x20) == 4 && order == 0x4000_0000)
    close(ours)
    #expect(csandbox_order_ahead(theirs, 0) == -EPIPE && csandbox_hand_over(theirs, [0], 1) == -EPIPE)
    ours = dup(theirs)
  }

  @Test func `takes one of two descriptors in a message and leaves none open`() throws {
    var (ours, theirs, reading, writing): (Int32, Int32, Int32, Int32) = (0, 0, 0, 0)
    try #require(csandbox_socket_pair(&ours, &theirs) == 0 && csandbox_pipe(&reading, &writing) == 0)
    let pipe = try #require(FileSystem.link(at: "/proc/self/fd/\(reading)"))
    #expect(csandbox_hand_over(theirs, [reading, writing], 2) == 0)
    let taken = csandbox_take_listener(ours)
    #expect(taken >= 0 && FileSystem.link(at: "/proc/self/fd/\(taken)") == pipe)
    for number in [ours, theirs, reading, writing, taken] { close(number) }
    let left = (FileSystem.names(in: "/proc/self/fd") ?? []).map { FileSystem.link(at: "/proc/self/fd/\($0)") }
    #expect(!left.contains(pipe))
  }

  @Test func `an alarm wakes who polls it`() {
    let alarm = csandbox_alarm()
    defer { close(alarm) }
    #expect(fcntl(alarm, F_GETFD) == FD_CLOEXEC && fcntl(alarm, F_GETFL) & O_NONBLOCK != 0)
    var list = [pollfd(fd: alarm, events: Int16(POLLIN), revents: 0)]
    #expect(csandbox_poll(&list, 1, 0) == 0 && csandbox_poll(&list, 1, 1_000) == 0)
    var one: UInt64 = 1
    #expect(write(alarm, &one, 8) == 8 && csandbox_poll(&list, 1, -1) == 1 && csandbox_poll(&list, 1, 0) == 1)
    #expect(csandbox_poll(&list, 1, 1_500_000_000) == 1 && list[0].revents == Int16(POLLIN))
  }

  // MARK: Children

  /// Starts a shell without the sandbox.
  private func start(_ script: String) throws -> (pid: pid_t, pidfd: Int32) {
    var pid: pid_t = 0
    let words: [UnsafeMutablePointer<CChar>?] = (["sh", "-c", script] as [String]).map { strdup($0) } + [nil]
    defer { for word in words { free(word) } }
    let result = csandbox_spawn_unconfined("/bin/sh", words, [nil], [0, 1, 2], 3, &pid)
    try #require(result == 0 && pid > 1)
    let pidfd = csandbox_pidfd_open(pid)
    try #require(pidfd >= 0)
    return (pid, pidfd)
  }

  @Test func `a child's end is reported once, with its kind, its status and its memory`() throws {
    for (script, signal, kind, status) in [
      ("exit 7", 0, CLD_EXITED, 7), ("exit 0", 0, CLD_EXITED, 0), ("exec sleep 60", SIGKILL, CLD_KILLED, SIGKILL),
      ("exec sleep 60", SIGTERM, CLD_KILLED, SIGTERM),
    ] as [(String, Int32, Int, Int32)] {
      let (_, pidfd) = try start(script)
      var (code, result, resident): (Int32, Int32, Int64) = (-1, -1, -1)
      if signal != 0 {
        errno = EINTR
        #expect(csandbox_pidfd_wait(pidfd, 0, &code, &result, &resident) == 0 && code == -1)
        #expect(csandbox_pidfd_kill(pidfd, signal) == 0)
      }
      #expect(csandbox_pidfd_wait(pidfd, 20_000, &code, &result, &resident) == 1)
      #expect(code == Int32(kind) && result == status && resident > 0, "\(script)")
      #expect(csandbox_pidfd_wait(pidfd, 0, &code, &result, &resident) == -ECHILD)
      #expect(csandbox_pidfd_kill(pidfd, SIGKILL) == -ESRCH)
      close(pidfd)
    }
    #expect(csandbox_pidfd_open(.max) < 0 && csandbox_wait_pid(.max) == -ECHILD)
  }

  @Test func `a child is stopped when all of it is, and its status stays`() throws {
    let (pid, pidfd) = try start("exec sleep 60")
    #expect(csandbox_pidfd_wait_stopped(pidfd, 1) == 0)
    #expect(csandbox_pidfd_kill(pidfd, SIGSTOP) == 0 && csandbox_pidfd_wait_stopped(pidfd, 20_000) == 1)
    #expect(csandbox_pidfd_wait_stopped(pidfd, 0) == 1)
    #expect(csandbox_pidfd_kill(pidfd, SIGKILL) == 0)
    let status = csandbox_wait_pid(pid)
    #expect(status & 0x7f == SIGKILL && csandbox_pidfd_wait_stopped(pidfd, 0) == -ECHILD)
    close(pidfd)
    #expect(csandbox_children_are_ignored() == 0 && csandbox_landlock_abi() != 0)
    var none: pid_t = -1
    #expect(csandbox_spawn_unconfined("/nonexistent", [nil], [nil], [0, 1, 2], 3, &none) == -ENOENT)
  }
}
