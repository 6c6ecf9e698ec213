// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import CSandbox
import Glibc
import Testing

@testable import Sandboxing

/// The messages that a launcher accepts before its plan: one order for namespaces, then one message with the listed
/// descriptors and the plan. Anything else ends it before it has read a plan.
@Suite(.serialized) struct WaitingLauncherTests {
  /// A launcher that waits at the other end of `socket`.
  private final class Waiting {
    let socket: Descriptor
    let pid: pid_t
    private let pipes: LaunchPipes
    private let status: Descriptor

    /// - Parameters:
    ///   - more: descriptors that the launcher has from 7 on.
    ///   - prepare: called with both ends before the launcher starts.
    init(more: [Descriptor] = [], _ prepare: (_ ours: Int32, _ theirs: Int32) -> Void = { _, _ in }) throws {
      pipes = try LaunchPipes()
      let status = try Descriptor.pipe()
      var (ours, theirs): (Int32, Int32) = (-1, -1)
      try #require(csandbox_socket_pair(&ours, &theirs) == 0)
      socket = Descriptor(ours)
      prepare(ours, theirs)
      let ends = try pipes.childEnds(wire: .fileDescriptors) + [Descriptor(theirs), status.write] + more
      let path = SandboxFixture.launcherPath
      pid = try SpawnTargets(ends.map(\.number), holding: ends).spawn(path) { numbers, pid in
        csandbox_spawn(path, numbers, numbers.count, &pid)
      }
      self.status = status.read
    }

    /// Sends one message with these bytes and descriptors.
    func send(_ bytes: [UInt8], _ descriptors: [Int32] = []) {
      // A header of level SOL_SOCKET and kind SCM_RIGHTS, then the numbers.
      var control = withUnsafeBytes(of: (UInt(16 + 4 * descriptors.count), SOL_SOCKET, Int32(1)), Array.init)
      control += descriptors.flatMap { withUnsafeBytes(of: $0, Array.init) }
      control += [UInt8](repeating: 0, count: (8 - control.count % 8) % 8)
      var (bytes, count) = (bytes, bytes.count)
      let sent = bytes.withUnsafeMutableBytes { body in
        control.withUnsafeMutableBytes { control in
          var part = iovec(iov_base: body.baseAddress, iov_len: count)
          return withUnsafeMutablePointer(to: &part) { part in
            var message = msghdr()
            (message.msg_iov, message.msg_iovlen) = (part, 1)
            if !descriptors.isEmpty {
              (message.msg_control, message.msg_controllen) = (control.baseAddress, control.count)
            }
            return sendmsg(socket.number, &message, Int32(MSG_NOSIGNAL))
          }
        }
      }
      count = sent
      #expect(sent == bytes.count)
    }

    /// The launcher's records and its status, once it has ended.
    func end() -> (records: [RecordedLaunch.Failure], status: Int32) {
      var records: [RecordedLaunch.Failure] = []
      var record = csandbox_status()
      while csandbox_read_status(status.number, &record, 10_000) == 1 {
        records.append(.init(csandbox_stage(record.stage), record.error, record.value))
      }
      // It has ended, or it never will.
      kill(pid, SIGKILL)
      return (records, csandbox_wait_pid(pid))
    }

    func expect(
      _ failure: RecordedLaunch.Failure?, _ status: Int32 = 126, _ says: String = "",
      at place: SourceLocation = #_sourceLocation
    ) {
      let end = end()
      #expect(end.records == (failure.map { [$0] } ?? []), "\(says)", sourceLocation: place)
      #expect(end.status == status << 8, "\(says)", sourceLocation: place)
    }
  }

  /// The launcher was given something that is not an order or a plan.
  private static let odd = RecordedLaunch.Failure(CSANDBOX_STAGE_PARENT, EPROTO, 1)
  /// It has taken the last descriptor for its plan, which is not one.
  private static let unsealed = RecordedLaunch.Failure(
    CSANDBOX_STAGE_PLAN, EINVAL, Int32(CSANDBOX_REASON_NOT_SEALED.rawValue))

  private static func order(_ namespaces: UInt32) -> [UInt8] { withUnsafeBytes(of: namespaces, Array.init) }

  @Test func `takes 1 to 13 descriptors as its listed ones, the last as its plan`() throws {
    let pipe = try Descriptor.pipe()
    for count in [1, 2, 12, 13] {
      let waiting = try Waiting()
      waiting.send([0], Array(repeating: pipe.read.number, count: count))
      waiting.expect(Self.unsealed, 126, "\(count)")
    }
  }

  @Test func `refuses a message with more descriptors than a plan can list`() throws {
    let pipe = try Descriptor.pipe()
    for count in [15, 16, 40] {
      let waiting = try Waiting()
      waiting.send([0], Array(repeating: pipe.read.number, count: count))
      waiting.expect(Self.odd, 126, "\(count)")
    }
  }

  @Test func `refuses descriptors that do not become 7 and the next ones`() throws {
    let pipe = try Descriptor.pipe()
    for count in 1...3 {
      // 7 is taken: the first is another one.
      let waiting = try Waiting(more: [pipe.write])
      waiting.send([0], Array(repeating: pipe.read.number, count: count))
      waiting.expect(Self.odd, 126, "\(count)")
    }
    for count in 2...3 {
      // 8 is taken: the first is 7, the last is not the next one.
      let seven = try Descriptor.pipe()
      let waiting = try Waiting(more: [seven.read, seven.write])
      waiting.send([0], Array(repeating: pipe.read.number, count: count))
      waiting.expect(Self.odd, 126, "\(count)")
    }
  }

  @Test func `refuses an order of another length, for other namespaces, or a second one`() throws {
    for (says, orders) in [
      ("short", [[0]]), ("three bytes", [[0, 0, 0]]), ("five bytes", [[0, 0, 0, 0, 0]]),
      ("nothing known", [[1, 2, 3, 4]]),
      ("users", [Self.order(0x1000_0000)]), ("mounts", [Self.order(0x0002_0000)]),
      ("network and pids", [Self.order(0x6000_0000)]), ("time", [Self.order(0x80)]), ("files", [Self.order(0x400)]),
      ("two", [Self.order(0), Self.order(0)]),
    ] {
      let waiting = try Waiting { ours, _ in for order in orders { send(ours, order, order.count, 0) } }
      waiting.expect(Self.odd, 126, says)
    }
  }

  @Test func `takes its plan after one order, and enters what was ordered`() throws {
    let pipe = try Descriptor.pipe()
    for order in [0, 0x4000_0000, 0x0800_0000, 0x0400_0000, 0x4c00_0000] as [UInt32] {
      let waiting = try Waiting()
      waiting.send(Self.order(order))
      if geteuid() == 0 {
        for (flag, name) in [(0x4000_0000, "net"), (0x0800_0000, "ipc"), (0x0400_0000, "uts")] as [(UInt32, String)] {
          let link = "/proc/\(waiting.pid)/ns/\(name)"
          let own = FileSystem.link(at: "/proc/self/ns/\(name)")
          // It reads the order when it has started; an entered namespace stays.
          var looks = 0
          while order & flag != 0, FileSystem.link(at: link) == own, looks < 100_000 {
            sched_yield()
            looks += 1
          }
          #expect((FileSystem.link(at: link) == own) == (order & flag == 0), "\(order) \(name)")
        }
      }
      waiting.send([0], [pipe.read.number])
      waiting.expect(Self.unsealed)
    }
  }

  @Test func `refuses credentials in place of descriptors`() throws {
    let waiting = try Waiting { ours, theirs in
      // With this option the kernel adds the sender's credentials to each message.
      var one: Int32 = 1
      #expect(setsockopt(theirs, SOL_SOCKET, SO_PASSCRED, &one, 4) == 0)
      send(ours, [0, 0, 0, 0], 4, 0)
    }
    waiting.expect(Self.odd)
  }

  @Test func `ends without a report if its host sends no plan, or is gone`() throws {
    let pipe = try Descriptor.pipe()
    let closed = try Waiting()
    shutdown(closed.socket.number, Int32(SHUT_RDWR))
    closed.expect(nil, 125)
    let ordered = try Waiting()
    ordered.send(Self.order(0))
    shutdown(ordered.socket.number, Int32(SHUT_WR))
    ordered.expect(nil, 125)
    // The launcher has no pipe for its status, or one whose reader is gone.
    let broken = try Descriptor.pipe().write
    let path = SandboxFixture.launcherPath
    for status in [-1, broken.number] {
      let sources = try [0, 1, 2, 3, 4, 5].map { _ in try Descriptor.open("/dev/null", flags: O_RDONLY) }
      let targets = try SpawnTargets(sources.map(\.number) + [status], holding: sources + [broken])
      let pid = try targets.spawn(path) { numbers, pid in csandbox_spawn(path, numbers, numbers.count, &pid) }
      #expect(csandbox_wait_pid(pid) == 125 << 8)
    }
    // Without a fifth descriptor there is neither a plan nor a socket.
    let sources = try (0..<5).map { _ in try Descriptor.open("/dev/null", flags: O_RDONLY) }
    let targets = try SpawnTargets(sources.map(\.number) + [-1, pipe.write.number], holding: sources + [pipe.write])
    let pid = try targets.spawn(path) { numbers, pid in csandbox_spawn(path, numbers, numbers.count, &pid) }
    var record = csandbox_status()
    #expect(csandbox_read_status(pipe.read.number, &record, 20_000) == 1)
    #expect(record.stage == CSANDBOX_STAGE_PARENT.rawValue && record.error == EBADF && record.value == 1)
    #expect(csandbox_wait_pid(pid) == 126 << 8)
  }

  @Test(.enabled(if: geteuid() == 0, "only a root host's launchers follow an order"))
  func `a waiting launcher can't write its constants, nor execute what it can write`() throws {
    let file = Descriptor(open(SandboxFixture.launcherPath, O_RDONLY | O_CLOEXEC))
    let header = file.read(64, at: 0)
    func number(_ bytes: [UInt8], _ offset: Int, _ count: Int) -> UInt64 {
      (0..<count).reduce(0) { $0 | UInt64(bytes[offset + $1]) << UInt64(8 * $1) }
    }
    let page = UInt64(sysconf(Int32(_SC_PAGESIZE)))
    // The program header of PT_GNU_RELRO, of which whole pages are protected.
    let constants = (0..<Int(number(header, 56, 2))).map { file.read(56, at: 64 + 56 * $0) }
      .filter { number($0, 0, 4) == 0x6474_e552 }
      .map { (number($0, 16, 8) & ~(page - 1), (number($0, 16, 8) + number($0, 40, 8)) & ~(page - 1)) }
    #expect(constants.count == 1 && constants.allSatisfy { $0 < $1 })
    let waiting = try Waiting()
    defer { _ = waiting.end() }
    // It follows an order only once it has started.
    waiting.send(Self.order(0x0400_0000))
    let own = FileSystem.link(at: "/proc/self/ns/uts")
    var looks = 0
    while FileSystem.link(at: "/proc/\(waiting.pid)/ns/uts") == own, looks < 100_000 {
      sched_yield()
      looks += 1
    }
    var protected = 0
    for line in (FileSystem.contents("/proc/\(waiting.pid)/maps") ?? "").split(separator: "\n") {
      let words = line.split(separator: " ").map(String.init)
      let ends = words[0].split(separator: "-").compactMap { UInt64($0, radix: 16) }
      #expect(!(words[1].contains("w") && words[1].contains("x")), "\(line)")
      for (start, end) in constants where ends[0] < end && start < ends[1] {
        #expect(words[1] == "r--p", "\(line)")
        protected += 1
      }
    }
    #expect(protected > 0)
    shutdown(waiting.socket.number, Int32(SHUT_RDWR))
  }
}
