// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import CSandbox
import Foundation
import Synchronization
import Testing

@testable import Sandboxing

/// Steps of a launch close each descriptor that they have opened, and no other.
@Suite(.serialized, .enabled(if: SandboxFixture.isRoot, "needs a filter for one thread"))
struct StepDescriptorTests {
  private static func string(_ call: AnsweredCalls.Call, _ argument: Int) -> String {
    UnsafePointer<CChar>(bitPattern: UInt(call.arguments[argument])).map { String(cString: $0) } ?? ""
  }

  /// The C library of a processor may know a call only by the name that ends with `at`.
  private static func name(_ call: AnsweredCalls.Call) -> String {
    ["mkdirat": "mkdir", "symlinkat": "symlink", "newfstatat": "fstat", "readlinkat": "readlink"][call.name]
      ?? call.name
  }

  /// Runs a step that writes to files, with 500 for each file that it opens.
  ///
  /// - Returns: its result and its calls.
  private static func written(_ step: @escaping @Sendable () -> Int32) throws -> (result: Int32, calls: [String]) {
    let made = Mutex<[String]>([])
    let names = ["mkdir", "mkdirat", "symlink", "symlinkat", "openat", "write", "close"]
    let (result, _) = try FakedKernel.run(names) { call, _ in
      var (text, answer) = (name(call), 0)
      switch text {
      case "openat":
        text += " \(string(call, 1))"
        answer = 500
      case "write":
        let bytes = call.values(1, Int(call.arguments[2]), of: UInt8.self) ?? []
        text += " \(call.number(0)) \(String(decoding: bytes, as: UTF8.self))"
        answer = bytes.count
      case "close": text += " \(call.number(0))"
      default: break
      }
      made.withLock { $0.append(text) }
      return answer
    } _: {
      step()
    }
    return (result, made.withLock { $0 })
  }

  // MARK: Files

  @Test func `the file through which a process joins a control group is closed`() throws {
    let found = try Self.written { csandbox_join_cgroup(9) }
    #expect(found.result == 0 && found.calls == ["openat cgroup.procs", "write 500 0", "close 500"])
  }

  @Test func `the ids are mapped through three files, each of which is closed`() throws {
    let found = try Self.written { csandbox_map_identity(2_000, 3_000) }
    #expect(found.result == 0)
    #expect(
      found.calls == [
        "openat /proc/self/setgroups", "write 500 deny", "close 500",
        "openat /proc/self/gid_map", "write 500 65534 3000 1\n", "close 500",
        "openat /proc/self/uid_map", "write 500 65534 2000 1\n", "close 500",
      ])
  }

  @Test func `the file of the arguments in a plain procfs is closed`() throws {
    let found = try Self.written {
      var plan = csandbox_plan()
      plan.proc = CSANDBOX_PROC_PLAIN.rawValue
      let words: [UnsafeMutablePointer<CChar>?] = (["/bundle/program", "one"] as [String]).map { strdup($0) }
      defer { for word in words { free(word) } }
      plan.executable = words[0].map { UnsafePointer($0) }
      (plan.argv.0, plan.argv.1) = (words[0], words[1])
      return csandbox_mount_proc(&plan)
    }
    #expect(found.result == 0)
    #expect(
      found.calls == [
        "mkdir", "mkdir", "symlink", "openat proc/self/cmdline", "write 500 /bundle/program\0", "write 500 one\0",
        "close 500",
      ])
  }

  @Test func `the list of open descriptors is closed before the program is looked at`() throws {
    let names = ["fcntl", "fstat", "newfstatat", "openat", "getdents64", "close"]
    let (found, calls) = try FakedKernel.run(names) { call, _ in
      switch call.name {
      case "fstat", "newfstatat": call.status?.pointee.st_mode = S_IFIFO
      case "openat": return 500
      default: break
      }
      return 0
    } _: { () -> [Int32] in
      var plan = csandbox_plan()
      (plan.wire, plan.executable_fd) = (1, 7)
      (plan.cgroup_fd, plan.network_fd, plan.watch_fd) = (-1, -1, -1)
      var reason: Int32 = 0
      let result = csandbox_plan_check_objects(&plan, &reason)
      return [result, reason]
    }
    #expect(found == [-EINVAL, Int32(CSANDBOX_REASON_NOT_REGULAR.rawValue)])
    #expect(calls.suffix(4).map { Self.name($0) } == ["openat", "getdents64", "close", "fstat"])
    #expect(calls.filter { $0.name == "close" }.map { $0.number(0) } == [500])
  }

  // MARK: Views

  /// The name of a directory, which the kernel gives without an end.
  private static let path = "/" + String(repeating: "d", count: 99)

  /// Builds a view of one directory and one link, with a pattern on the stack.
  ///
  /// - Parameter isStale: whether another directory is at the path now.
  private static func built(isStale: Bool) throws -> (result: Int32, calls: [String]) {
    let bytes = [UInt8](repeating: 1, count: 4_096)
    let file = csandbox_sealed_memory(bytes, bytes.count)
    defer { close(file) }
    let made = Mutex<[String]>([])
    let names = [
      "mount", "readlink", "readlinkat", "open_tree", "fstat", "newfstatat", "chdir", "mkdir", "mkdirat", "symlink",
      "symlinkat", "mount_setattr", "move_mount", "close",
    ]
    let (result, _) = try FakedKernel.run(names) { call, _ in
      var (text, answer) = (name(call), 0)
      switch text {
      case "mount", "open_tree":
        text += " \(string(call, 1))"
        if call.name == "open_tree" { answer = 500 }
      case "readlink":
        for (index, byte) in path.utf8.enumerated() { call.store(byte, call.name == text ? 1 : 2, at: index) }
        answer = path.utf8.count
      case "fstat":
        text += " \(call.number(0))"
        call.status?.pointee = stat()
        if isStale, call.number(0) == 500 { call.status?.pointee.st_ino = 1 }
      case "close": text += " \(call.number(0))"
      default: break
      }
      made.withLock { $0.append(text) }
      return answer
    } _: { () -> Int32 in
      let texts: [UnsafeMutablePointer<CChar>?] = (["/one", "/two", "usr/lib"] as [String]).map { strdup($0) }
      defer { for text in texts { free(text) } }
      guard let one = texts[0], let two = texts[1], let link = texts[2] else { return -ENOMEM }
      var plan = csandbox_plan()
      plan.view.0 = csandbox_view_entry(
        kind: UInt16(CSANDBOX_VIEW_TREE.rawValue), flags: 0, fd: 8, target: UnsafePointer(one), link: nil)
      plan.view.1 = csandbox_view_entry(
        kind: UInt16(CSANDBOX_VIEW_LINK.rawValue), flags: 0, fd: 0, target: UnsafePointer(two),
        link: UnsafePointer(link))
      plan.view_count = 2
      var (index, none): (Int32, Int64) = (-7, 0)
      _ = csandbox_private_memory(file, &none)
      return csandbox_build_view(&plan, &index)
    }
    return (result, made.withLock { $0 })
  }

  @Test func `a view's mount is closed once it is in its place, and a link has none to close`() throws {
    let found = try Self.built(isStale: false)
    #expect(found.result == 0)
    #expect(
      found.calls == [
        "mount /", "readlink", "open_tree \(Self.path)", "fstat 8", "fstat 500", "mount \(Self.path)", "chdir", "mkdir",
        "mount_setattr", "move_mount", "close 500", "symlink", "mkdir",
      ])
  }

  @Test func `the mount of a directory that is another one now is closed`() throws {
    let found = try Self.built(isStale: true)
    #expect(found.result == -ESTALE)
    #expect(found.calls == ["mount /", "readlink", "open_tree \(Self.path)", "fstat 8", "fstat 500", "close 500"])
  }

  // MARK: The ticket

  /// A kernel that doesn't know the flag for a free place takes the place only as advice.
  @Test func `a page that is not where the ticket wants it is given back`() throws {
    let page = sysconf(Int32(_SC_PAGESIZE))
    let made = Mutex<[String]>([])
    let flags = AnsweredCalls.Shown.Argument(position: 3, value: 0x10_0022)
    let length = AnsweredCalls.Shown.Argument(position: 1, value: UInt32(page))
    let shown = [
      AnsweredCalls.Shown(name: "mmap", argument: flags), AnsweredCalls.Shown(name: "munmap", argument: length),
    ]
    let result = try AnsweredCalls.run(shown) { call in
      let text = call.name == "mmap" ? call.name : "munmap \(call.arguments[0])"
      made.withLock { $0.append(text) }
      return call.name == "mmap" ? 0x5000 : 0
    } _: { () -> Int32 in
      var plan = csandbox_plan()
      let ticket = UnsafeMutablePointer<csandbox_ticket>.allocate(capacity: 1)
      defer { ticket.deallocate() }
      return csandbox_draw_ticket(&plan, ticket)
    }
    #expect(result == -EEXIST)
    #expect(made.withLock { $0 } == [[String]](repeating: ["mmap", "munmap \(0x5000)"], count: 64).flatMap(\.self))
  }
}
