// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import CSandbox
import Foundation
import Testing

@testable import Sandboxing

/// The launcher's checks of its descriptors and of the executable, with descriptors that a test chooses. Every plan here is
/// refused before anything is changed, so nothing is launched.
@Suite final class LaunchObjectTests {
  typealias Plan = PlanRecords

  /// The descriptors of a launch by their numbers; `nil` is closed.
  private struct Sources {
    var list: [Int32?]

    subscript(_ number: Int) -> Int32? {
      get { list[number] }
      set { list[number] = newValue }
    }
  }

  private let root = FileManager.default.temporaryDirectory.appending(path: "sallyport-objects-\(UUID().uuidString)")
    .path
  /// Every descriptor that was opened, above those of the launcher.
  private var opened: [Int32] = []

  init() { mkdir(root, 0o700) }

  deinit {
    for number in opened { close(number) }
    try? FileManager.default.removeItem(atPath: root)
  }

  private func raised(_ number: Int32) -> Int32 {
    let high = fcntl(number, F_DUPFD_CLOEXEC, 256)
    close(number)
    opened.append(high)
    return high
  }

  private func pipeEnd() -> Int32 {
    var ends: (Int32, Int32) = (0, 0)
    #expect(csandbox_pipe(&ends.0, &ends.1) == 0)
    _ = raised(ends.0)
    return raised(ends.1)
  }

  private func directory(_ name: String) -> Int32 {
    mkdir(root + "/" + name, 0o755)
    return raised(open(root + "/" + name, O_RDONLY | O_DIRECTORY | O_CLOEXEC))
  }

  /// The first bytes of an executable of this machine.
  private static func header(
    class bits: UInt8 = 2, type: UInt8 = 3, machine: UInt16 = Plan.architecture == 0xc000_003e ? 62 : 183
  ) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: 64)
    bytes.replaceSubrange(0..<5, with: [0x7f, 0x45, 0x4c, 0x46, bits])
    bytes[16] = type
    bytes[18] = UInt8(truncatingIfNeeded: machine)
    bytes[19] = UInt8(truncatingIfNeeded: machine >> 8)
    return bytes
  }

  private func executable(_ bytes: [UInt8] = header(), mode: mode_t = 0o755) throws -> Int32 {
    let path = root + "/executable"
    try? FileManager.default.removeItem(atPath: path)
    try Data(bytes).write(to: URL(filePath: path))
    chmod(path, mode)
    return raised(open(path, O_RDONLY | O_CLOEXEC))
  }

  /// A plan whose program belongs to this user, and whose directories the host did not list.
  private var plan: Plan {
    var plan = Plan.sound
    plan[CSANDBOX_TAG_EXECUTABLE] = Plan.word(7) + Plan.word(geteuid()) + Plan.string("/bundle/program")
    return plan
  }

  /// The launcher's reason for refusing the plan. The descriptors of the plan and of the report are added to `sources`.
  private func answer(to plan: Plan, _ sources: Sources) throws -> csandbox_reason? {
    var ends: (Int32, Int32) = (0, 0)
    try #require(csandbox_pipe(&ends.0, &ends.1) == 0)
    defer { close(ends.0) }
    let bytes = plan.bytes
    let memory = raised(
      bytes.withUnsafeBytes { whole in whole.baseAddress.map { csandbox_sealed_memory($0, whole.count) } ?? -1 })
    let report = fcntl(ends.1, F_DUPFD_CLOEXEC, 256)
    close(ends.1)
    var list = sources.list.map { $0 ?? -1 }
    (list[5], list[6]) = (memory, report)
    var pid: pid_t = 0
    try #require(csandbox_spawn(SandboxFixture.launcherPath, list, list.count, &pid) == 0)
    close(report)
    var record = csandbox_status()
    let count = csandbox_read_status(ends.0, &record, 20_000)
    #expect(csandbox_wait_pid(pid) == 126 << 8 && count == 1)
    #expect(record.kind == 2 && record.stage == CSANDBOX_STAGE_PLAN.rawValue && record.error == EINVAL)
    return csandbox_reason(UInt32(bitPattern: record.value))
  }

  private func sources() throws -> Sources {
    var list: [Int32?] = (0..<7).map { _ in pipeEnd() }
    list += [try executable(), directory("bundle"), directory("usr")]
    return Sources(list: list)
  }

  /// The reason of the check that follows those of this suite: they passed.
  private let passed = CSANDBOX_REASON_FOREIGN_SOURCE

  @Test func `the first descriptors are pipes, and those of the wire are closed if its streams are used`() throws {
    let sound = try sources()
    #expect(try answer(to: plan, sound) == passed)
    let file = try executable()
    for number in 0..<5 {
      var changed = sound
      changed[number] = nil
      #expect(try answer(to: plan, changed) == CSANDBOX_REASON_DESCRIPTOR_CLOSED, "\(number)")
      changed[number] = file
      #expect(try answer(to: plan, changed) == CSANDBOX_REASON_DESCRIPTOR_TYPE, "\(number)")
    }
    var streams = plan
    streams[CSANDBOX_TAG_WIRE] = Plan.word(2)
    #expect(try answer(to: streams, sound) == CSANDBOX_REASON_DESCRIPTOR_UNLISTED)
    var closed = sound
    for number in [3, 4] {
      closed[number] = nil
      #expect(try answer(to: streams, closed) == (number == 4 ? passed : CSANDBOX_REASON_DESCRIPTOR_UNLISTED))
    }
  }

  @Test func `a plan names open descriptors from 7 to 18, once each, and no other is open`() throws {
    let sound = try sources()
    var more = sound
    more.list.append(directory("more"))
    #expect(try answer(to: plan, more) == CSANDBOX_REASON_DESCRIPTOR_UNLISTED)
    more.list += [Int32?](repeating: nil, count: 100) + [directory("far")]
    more[10] = nil
    #expect(try answer(to: plan, more) == CSANDBOX_REASON_DESCRIPTOR_UNLISTED)
    for (number, reason) in [
      (0, CSANDBOX_REASON_DESCRIPTOR_RANGE), (6, CSANDBOX_REASON_DESCRIPTOR_RANGE),
      (8, CSANDBOX_REASON_DESCRIPTOR_REPEATED), (18, CSANDBOX_REASON_DESCRIPTOR_CLOSED),
      (19, CSANDBOX_REASON_DESCRIPTOR_RANGE), (.max, CSANDBOX_REASON_DESCRIPTOR_RANGE),
    ] as [(UInt32, csandbox_reason)] {
      var changed = plan
      changed[CSANDBOX_TAG_EXECUTABLE] = Plan.word(number) + Plan.word(geteuid()) + Plan.string("/bundle/program")
      #expect(try answer(to: changed, sound) == reason, "executable \(number)")
      // The highest bit of an optional one says that there is none.
      guard number < 1 << 31 else { continue }
      for tag in [CSANDBOX_TAG_CGROUP, CSANDBOX_TAG_NETWORK, CSANDBOX_TAG_WATCH] {
        var optional = plan
        optional[tag] = Plan.word(number) + (tag == CSANDBOX_TAG_WATCH ? Plan.Instruction.answer(0).bytes : [])
        // An optional one comes before the view, which then repeats it.
        let early = number == 8 && tag != CSANDBOX_TAG_CGROUP ? CSANDBOX_REASON_DESCRIPTOR_TYPE : reason
        #expect(try answer(to: optional, sound) == early, "\(tag.rawValue) \(number)")
      }
    }
    // The highest number is the last that may be named.
    var last = sound
    last.list += [Int32?](repeating: nil, count: 8) + [directory("last")]
    var group = plan
    group[CSANDBOX_TAG_CGROUP] = Plan.word(18)
    #expect(try answer(to: group, last) == passed)
  }

  @Test func `a view is of directories, a watch of a socket, and a network of its own`() throws {
    let sound = try sources()
    for (number, source) in [(8, try executable()), (9, try executable()), (9, pipeEnd())] {
      var changed = sound
      changed[number] = source
      #expect(try answer(to: plan, changed) == CSANDBOX_REASON_DESCRIPTOR_TYPE)
    }
    var (ours, theirs): (Int32, Int32) = (0, 0)
    #expect(csandbox_socket_pair(&ours, &theirs) == 0)
    _ = raised(ours)
    let socket = raised(theirs)
    var watched = plan
    watched[CSANDBOX_TAG_WATCH] = Plan.word(10) + Plan.Instruction.answer(0).bytes
    for (source, reason) in [
      (socket, passed), (pipeEnd(), CSANDBOX_REASON_DESCRIPTOR_TYPE), (directory("a"), CSANDBOX_REASON_DESCRIPTOR_TYPE),
    ] {
      var changed = sound
      changed.list.append(source)
      #expect(try answer(to: watched, changed) == reason)
    }
    var network = plan
    network[CSANDBOX_TAG_NETWORK] = Plan.word(10)
    for source in [raised(csandbox_own_network()), socket, directory("b")] {
      var changed = sound
      changed.list.append(source)
      #expect(try answer(to: network, changed) == CSANDBOX_REASON_DESCRIPTOR_TYPE)
    }
  }

  @Test func `an executable is a program of this machine that only its owner writes`() throws {
    let sound = try sources()
    let (other, machine) = (CSANDBOX_REASON_NOT_ELF, CSANDBOX_REASON_WRONG_MACHINE)
    let cases: [(bytes: [UInt8], mode: mode_t, reason: csandbox_reason)] = [
      (Self.header(), 0o755, passed), (Self.header(type: 2), 0o500, passed), (Self.header(type: 1), 0o755, machine),
      (Self.header(type: 4), 0o755, machine), (Self.header(class: 1), 0o755, machine),
      (Self.header(machine: 3), 0o755, machine), (Array(Self.header().dropLast()), 0o755, other),
      ([0] + Self.header().dropFirst(), 0o755, other), (Self.header() + [1], 0o755, passed),
      ([], 0o755, CSANDBOX_REASON_EMPTY_EXECUTABLE), (Self.header(), 0o4755, CSANDBOX_REASON_SET_ID),
      (Self.header(), 0o2755, CSANDBOX_REASON_SET_ID), (Self.header(), 0o775, CSANDBOX_REASON_WRITABLE_EXECUTABLE),
      (Self.header(), 0o757, CSANDBOX_REASON_WRITABLE_EXECUTABLE),
    ]
    for (index, one) in cases.enumerated() {
      var changed = sound
      changed[7] = try executable(one.bytes, mode: one.mode)
      #expect(try answer(to: plan, changed) == one.reason, "\(index)")
    }
    if geteuid() == 0 {
      // Root's programs are the host's too.
      for (owner, reason) in [(0, passed), (7, passed), (8, CSANDBOX_REASON_WRITABLE_EXECUTABLE)] {
        var (changed, plan) = (sound, plan)
        changed[7] = try executable()
        chown(root + "/executable", uid_t(owner), 0)
        plan[CSANDBOX_TAG_EXECUTABLE] = Plan.word(7) + Plan.word(7) + Plan.string("/bundle/program")
        #expect(try answer(to: plan, changed) == reason, "\(owner)")
      }
    }
    var changed = sound
    changed[7] = directory("program")
    #expect(try answer(to: plan, changed) == CSANDBOX_REASON_NOT_REGULAR)
  }
}
