// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import CSandbox
import Foundation
import Synchronization
import Testing

@testable import Sandboxing

/// The launcher's checks of its descriptors on a thread for which a test answers the kernel's calls: it states which
/// descriptors are open, and in which pieces the kernel lists them.
@Suite struct ListedDescriptorTests {
  /// The numbers in a plan; -1 is absent.
  private struct Listed: Sendable {
    var executable: Int32 = 7
    var cgroup: Int32 = -1
    var network: Int32 = -1
    var watch: Int32 = -1
    var view: [Int32] = []

    /// The numbers with the file types that they should have.
    var types: [Int32: mode_t] {
      var types: [Int32: mode_t] = [executable: S_IFREG | 0o755]
      for (number, type) in [(cgroup, S_IFDIR), (network, S_IFREG), (watch, S_IFSOCK)] where number >= 0 {
        types[number] = type
      }
      for number in view { types[number] = S_IFDIR }
      return types
    }
  }

  /// The kernel's answer.
  private struct Kernel: Sendable {
    /// The file types of the descriptors that are open.
    var types: [Int32: mode_t]
    var network: Int32
    /// The names in /proc/self/fd, for one call after another.
    var names: [[String]]
    /// An entry in the buffer behind those that a call gives.
    var stale: String?
    var errors: [String: Int32] = [:]

    /// The directory /proc/self/fd.
    static let directory: Int32 = 2_000
    /// The launcher's own network namespace.
    static let ownNetwork: Int32 = 2_001

    init(_ listed: Listed, leaked: [Int32] = []) {
      types = listed.types
      for number in [0, 1, 2, 3, 4, 6] as [Int32] { types[number] = S_IFIFO }
      types[5] = S_IFREG
      for number in leaked { types[number] = S_IFIFO }
      network = listed.network
      let numbers = types.keys.sorted() + [Self.directory]
      names = [[".", ".."] + numbers.map { "\($0)" }]
    }

    /// A record of getdents64(2).
    private static func entry(_ name: String) -> [UInt8] {
      let text = Array(name.utf8) + [0]
      let length = (19 + text.count + 7) / 8 * 8
      var bytes = PlanRecords.long(1) + PlanRecords.long(0)
      bytes += [UInt8(length), 0, 10]
      bytes += text
      return bytes + [UInt8](repeating: 0, count: length - bytes.count)
    }

    /// - Parameter turn: the number of calls that have listed names before.
    func answer(_ call: AnsweredCalls.Call, _ turn: Int) -> Int? {
      let number = Int32(truncatingIfNeeded: call.arguments[0])
      if let error = errors[call.name] { return -Int(error) }
      func memory(_ position: Int) -> UnsafeMutableRawPointer? {
        UnsafeMutableRawPointer(bitPattern: UInt(call.arguments[position]))
      }
      switch call.name {
      case "fcntl": return types[number] == nil ? -Int(EBADF) : 0
      case "fstat", "newfstatat":
        guard let type = number == Self.ownNetwork ? S_IFREG : types[number] else { return -Int(EBADF) }
        var status = stat()
        status.st_mode = type
        status.st_ino = ino_t(number)
        status.st_size = 64
        let result = UnsafeMutablePointer<stat>(bitPattern: UInt(call.arguments[call.name == "fstat" ? 1 : 2]))
        result?.pointee = status
        return 0
      case "openat":
        let path = memory(1).map { String(cString: $0.assumingMemoryBound(to: CChar.self)) } ?? ""
        guard path == "/proc/self/fd" else { return Int(Self.ownNetwork) }
        let flags = Int32(truncatingIfNeeded: call.arguments[2])
        return flags == O_RDONLY | O_DIRECTORY | O_CLOEXEC ? Int(Self.directory) : -Int(EINVAL)
      case "getdents64":
        guard number == Self.directory, names.indices.contains(turn) else { return 0 }
        let bytes = names[turn].flatMap(Self.entry)
        let more = bytes + (stale.map(Self.entry) ?? [])
        memory(1)?.copyMemory(from: more, byteCount: more.count)
        return bytes.count
      case "ioctl": return number == network ? 0x4000_0000 : -Int(ENOTTY)
      case "pread64":
        var header = [UInt8](repeating: 0, count: 64)
        header.replaceSubrange(0..<5, with: [0x7f, 0x45, 0x4c, 0x46, 2])
        header[16] = 3
        header[18] = PlanRecords.architecture == 0xc000_003e ? 62 : 183
        memory(1)?.copyMemory(from: header, byteCount: header.count)
        return header.count
      case "close": return number == Self.directory || number == Self.ownNetwork ? 0 : nil
      default: return nil
      }
    }
  }

  private struct Outcome: Equatable, Sendable {
    /// Only the sign of a success counts.
    var error: Int32
    /// Of a plan that is refused.
    var reason: UInt32 = 0
    /// The highest descriptor that stays open, if the plan is taken.
    var last: Int32 = -1

    static func taken(_ last: Int32) -> Outcome { Outcome(error: 0, last: last) }
    static func refused(_ reason: csandbox_reason) -> Outcome { Outcome(error: -EINVAL, reason: reason.rawValue) }
  }

  private func outcome(_ listed: Listed, _ kernel: Kernel) throws -> Outcome {
    let names = ["fcntl", "fstat", "newfstatat", "openat", "getdents64", "ioctl", "pread64", "close"]
    let turns = Mutex(0)
    return try AnsweredCalls.run(names.map { AnsweredCalls.Shown(name: $0) }) { call in
      let turn = turns.withLock { turns -> Int in
        if call.name == "getdents64" { turns += 1 }
        return turns - 1
      }
      return kernel.answer(call, turn)
    } _: { () -> Outcome in
      var plan = csandbox_plan()
      plan.wire = 1
      (plan.executable_fd, plan.cgroup_fd) = (listed.executable, listed.cgroup)
      (plan.network_fd, plan.watch_fd) = (listed.network, listed.watch)
      plan.view_count = UInt32(listed.view.count)
      withUnsafeMutableBytes(of: &plan.view) { view in
        for (index, number) in listed.view.enumerated() {
          let start = index * MemoryLayout<csandbox_view_entry>.stride
          view.storeBytes(of: 1, toByteOffset: start, as: UInt16.self)
          view.storeBytes(of: number, toByteOffset: start + 4, as: Int32.self)
        }
      }
      var reason: Int32 = 0
      // An error of an earlier call doesn't matter.
      errno = EXDEV
      let result = csandbox_plan_check_objects(&plan, &reason)
      if result >= 0 { return .taken(plan.last_fd) }
      return Outcome(error: result, reason: result == -EINVAL ? UInt32(bitPattern: reason) : 0)
    }
  }

  @Test func `the highest listed descriptor is the last that stays open, whichever it is`() throws {
    for turn in 0..<5 {
      let numbers = (0..<5).map { Int32(7 + ($0 + turn) % 5) }
      for order in [numbers, numbers.reversed()] {
        let listed = Listed(
          executable: order[0], cgroup: order[1], network: order[2], watch: order[3], view: [order[4]])
        #expect(try outcome(listed, Kernel(listed)) == .taken(11), "\(order)")
      }
    }
    for (listed, last) in [
      (Listed(), 7), (Listed(executable: 18), 18), (Listed(cgroup: 18), 18), (Listed(network: 18), 18),
      (Listed(watch: 18), 18), (Listed(view: [8, 18]), 18), (Listed(view: [18, 8]), 18),
    ] as [(Listed, Int32)] {
      #expect(try outcome(listed, Kernel(listed)) == .taken(last))
    }
  }

  @Test func `each fixed descriptor but the plan's is a pipe, also that of the report`() throws {
    let listed = Listed(view: [8])
    for number in 0..<7 as Range<Int32> {
      for (type, reason) in [
        (nil, CSANDBOX_REASON_DESCRIPTOR_CLOSED), (S_IFSOCK, CSANDBOX_REASON_DESCRIPTOR_TYPE),
        (S_IFREG, CSANDBOX_REASON_DESCRIPTOR_TYPE), (S_IFCHR, CSANDBOX_REASON_DESCRIPTOR_TYPE),
      ] as [(mode_t?, csandbox_reason)] {
        var kernel = Kernel(listed)
        kernel.types[number] = type
        #expect(try outcome(listed, kernel) == (number == 5 ? .taken(8) : .refused(reason)), "\(number)")
      }
    }
  }

  @Test func `a descriptor that is open and not listed is found, whatever its number`() throws {
    let listed = Listed(view: [8])
    let unlisted = Outcome.refused(CSANDBOX_REASON_DESCRIPTOR_UNLISTED)
    for number in [9, 10, 18, 19, 20, 29, 39, 90, 99, 100, 109, 900, 1_999, 65_535, 1_048_575] as [Int32] {
      #expect(try outcome(listed, Kernel(listed, leaked: [number])) == unlisted, "\(number)")
    }
    // The numbers of a plan need not begin with 7.
    let late = Listed(executable: 8, view: [9])
    #expect(try outcome(late, Kernel(late)) == .taken(9))
    #expect(try outcome(late, Kernel(late, leaked: [7])) == unlisted)
    // No part of a sound plan ends the search.
    for part in [Listed(cgroup: 9), Listed(network: 9), Listed(watch: 9), Listed(view: [9])] {
      #expect(try outcome(part, Kernel(part)) == .taken(9))
      #expect(try outcome(part, Kernel(part, leaked: [12])) == unlisted)
    }
  }

  @Test func `the kernel may list the descriptors in pieces, and only what it lists counts`() throws {
    let listed = Listed(view: [8, 9])
    for leaked in [[], [10], [300]] as [[Int32]] {
      var kernel = Kernel(listed, leaked: leaked)
      kernel.names = kernel.names.flatMap { $0.map { [$0] } }
      let expected: Outcome = leaked.isEmpty ? .taken(9) : .refused(CSANDBOX_REASON_DESCRIPTOR_UNLISTED)
      #expect(try outcome(listed, kernel) == expected)
    }
    var kernel = Kernel(listed)
    kernel.stale = "10"
    #expect(try outcome(listed, kernel) == .taken(9))
    for (name, error) in [("openat", EMFILE), ("getdents64", EIO)] {
      var kernel = Kernel(listed)
      kernel.errors[name] = error
      #expect(try outcome(listed, kernel) == Outcome(error: -error), "\(name)")
    }
  }

  @Test func `a plan with a network has its program checked too, and nothing else is a network`() throws {
    let listed = Listed(network: 8)
    for (type, reason) in [
      (S_IFDIR | 0o755, CSANDBOX_REASON_NOT_REGULAR), (S_IFREG | 0o4755, CSANDBOX_REASON_SET_ID),
      (S_IFREG | 0o2755, CSANDBOX_REASON_SET_ID), (S_IFREG | 0o775, CSANDBOX_REASON_WRITABLE_EXECUTABLE),
      (S_IFREG | 0o757, CSANDBOX_REASON_WRITABLE_EXECUTABLE),
    ] as [(mode_t, csandbox_reason)] {
      var kernel = Kernel(listed)
      kernel.types[7] = type
      #expect(try outcome(listed, kernel) == .refused(reason))
    }
    var kernel = Kernel(listed)
    kernel.network = -1
    #expect(try outcome(listed, kernel) == .refused(CSANDBOX_REASON_DESCRIPTOR_TYPE))
  }
}
