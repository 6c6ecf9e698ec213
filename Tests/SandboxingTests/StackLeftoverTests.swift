// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import CSandbox
import Foundation
import Synchronization
import Testing

@testable import Sandboxing

/// Calls of the wall after one that has left a pattern on the stack, where they have their variables: no part of it
/// reaches the kernel.
@Suite(.serialized, .enabled(if: SandboxFixture.isRoot, "needs a filter for one thread"))
struct StackLeftoverTests {
  /// A file whose bytes `csandbox_private_memory` reads onto the stack. Nothing may be called between that and the call
  /// that is tested, so its arguments are made before.
  private static func file(of byte: UInt8) -> Int32 {
    let bytes = [UInt8](repeating: byte, count: 4_096)
    return csandbox_sealed_memory(bytes, bytes.count)
  }

  // MARK: Files and messages

  @Test func `a path is opened with its flags and without a mode`() throws {
    let file = Self.file(of: 0xa5)
    defer { close(file) }
    let asked = Mutex<[UInt64]>([])
    let (result, _) = try FakedKernel.run(["openat2"]) { call, _ in
      let words = call.values(2, 2, of: UInt64.self) ?? []
      asked.withLock { $0 = words }
      return 7
    } _: { () -> Int32 in
      guard let path = strdup("x") else { return -1 }
      defer { free(path) }
      let flags = O_RDONLY | O_CLOEXEC
      var none: Int64 = 0
      _ = csandbox_private_memory(file, &none)
      return csandbox_open_beneath(9, path, flags)
    }
    #expect(result == 7)
    #expect(asked.withLock { $0 } == [UInt64(O_RDONLY | O_CLOEXEC), 0])
  }

  @Test func `the list of one descriptor ends with zeros`() throws {
    let file = Self.file(of: 0xa5)
    defer { close(file) }
    let sent = Mutex<[UInt8]>([])
    let (result, _) = try FakedKernel.run(["sendmsg"]) { call, _ in
      guard let message = call.message?.pointee else { return -Int(EINVAL) }
      let bytes = Array(UnsafeRawBufferPointer(start: message.msg_control, count: Int(message.msg_controllen)))
      sent.withLock { $0 = bytes }
      return 0
    } _: { () -> Int32 in
      let list = UnsafeMutablePointer<Int32>.allocate(capacity: 1)
      list.initialize(to: 500)
      defer { list.deallocate() }
      var none: Int64 = 0
      _ = csandbox_private_memory(file, &none)
      return csandbox_hand_over(9, list, 1)
    }
    // The length, SOL_SOCKET, SCM_RIGHTS, the number, and up to a multiple of eight bytes.
    let expected = withUnsafeBytes(of: (20, Int32(1), Int32(1), Int32(500), Int32(0)), Array.init)
    #expect(result == 0)
    #expect(sent.withLock { $0 } == expected)
  }

  // MARK: The watch

  @Test func `the kernel writes a blocked call to zeros`() throws {
    let file = Self.file(of: 0xa5)
    defer { close(file) }
    let asked = Mutex<[UInt64]>([])
    let (result, _) = try FakedKernel.run(["ioctl"]) { call, _ in
      let words = call.values(2, 10, of: UInt64.self) ?? []
      asked.withLock { $0 = words }
      return 0
    } _: { () -> Int32 in
      var call = csandbox_call()
      var none: Int64 = 0
      _ = csandbox_private_memory(file, &none)
      return csandbox_next_call(8, &call)
    }
    #expect(result == 1)
    #expect(asked.withLock { $0 } == [UInt64](repeating: 0, count: 10))
  }

  @Test func `an answer has no value, and only one without an error has the flag to continue`() throws {
    let file = Self.file(of: 0xa5)
    defer { close(file) }
    for (error, last) in [(0, 1 << 32), (EPERM, UInt64(UInt32(bitPattern: -EPERM)))] as [(Int32, UInt64)] {
      let sent = Mutex<[UInt64]>([])
      let (result, _) = try FakedKernel.run(["ioctl"]) { call, _ in
        let words = call.values(2, 3, of: UInt64.self) ?? []
        sent.withLock { $0 = words }
        return 0
      } _: { () -> Int32 in
        var none: Int64 = 0
        _ = csandbox_private_memory(file, &none)
        return csandbox_answer_call(8, 5, error)
      }
      #expect(result == 0)
      #expect(sent.withLock { $0 } == [5, 0, last], "\(error)")
    }
  }

  @Test func `a timer sends its one signal to the thread that made it, which waits for no other`() throws {
    let file = Self.file(of: 0xa5)
    defer { close(file) }
    let signals = Mutex<[UInt64]>([])
    let timer = Mutex<[Int32]>([])
    let (results, calls) = try FakedKernel.run(["signalfd4", "timer_create"]) { call, _ in
      if call.name == "signalfd4" {
        let words = call.values(1, 1, of: UInt64.self) ?? []
        signals.withLock { $0 = words }
      } else {
        // The value, which nothing reads, takes the first two.
        let words = call.values(1, 5, of: Int32.self) ?? []
        timer.withLock { $0 = Array(words.dropFirst(2)) }
      }
      return 0
    } _: { () -> [Int32] in
      var (made, none): (Int32, Int64) = (0, 0)
      _ = csandbox_private_memory(file, &none)
      let events = csandbox_timer_events()
      return [events, csandbox_processor_timer(getpid(), &made)]
    }
    #expect(results == [0, 0] && calls.map(\.name) == ["signalfd4", "timer_create"])
    let asked = timer.withLock { $0 }
    try #require(asked.count == 3 && (32...64).contains(asked[0]))
    // SIGEV_THREAD_ID.
    #expect(asked[1] == 4 && asked[2] == calls[1].pid)
    #expect(signals.withLock { $0 } == [1 << UInt64(asked[0] - 1)])
  }

  // MARK: Steps of a launch

  @Test func `a new process has its namespaces and its control group, and nothing else is asked for it`() throws {
    let file = Self.file(of: 0xa5)
    defer { close(file) }
    // CLONE_PARENT, and with a group CLONE_INTO_CGROUP.
    for (group, flags) in [(-1, 0x2000_8000), (9, 0x2_2000_8000)] as [(Int32, UInt64)] {
      let asked = Mutex<[UInt64]>([])
      let (result, calls) = try FakedKernel.run(["clone3"]) { call, _ in
        let words = call.values(0, 11, of: UInt64.self) ?? []
        asked.withLock { $0 = words }
        return 77
      } _: { () -> Int32 in
        var none: Int64 = 0
        _ = csandbox_private_memory(file, &none)
        return csandbox_clone(0x2000_0000, group)
      }
      #expect(result == 77 && calls.map { $0.number(1) } == [88])
      let expected = [flags] + [UInt64](repeating: 0, count: 9) + [group < 0 ? 0 : UInt64(group)]
      #expect(asked.withLock { $0 } == expected, "\(group)")
    }
  }

  @Test func `no capability is kept, in any of the sets`() throws {
    let file = Self.file(of: 0xa5)
    defer { close(file) }
    let kept = Mutex<[UInt32]>([])
    let (result, _) = try FakedKernel.run(["prctl", "capset"]) { call, _ in
      if call.name == "capset" {
        let words = call.values(1, 6, of: UInt32.self) ?? []
        kept.withLock { $0 = words }
      }
      return 0
    } _: { () -> Int32 in
      var none: Int64 = 0
      _ = csandbox_private_memory(file, &none)
      return csandbox_drop_capabilities()
    }
    #expect(result == 0)
    #expect(kept.withLock { $0 } == [0, 0, 0, 0, 0, 0])
  }

  @Test func `no signal is blocked when the program starts`() throws {
    let file = Self.file(of: 0xa5)
    defer { close(file) }
    let blocked = Mutex<[UInt64]>([])
    let (result, _) = try FakedKernel.run(["fstat", "newfstatat", "fcntl", "rt_sigprocmask"]) { call, _ in
      switch call.name {
      case "rt_sigprocmask":
        let words = call.values(1, 1, of: UInt64.self) ?? []
        // The C library blocks signals too, when the thread ends.
        blocked.withLock { if $0.isEmpty { $0 = words } }
      case "fstat", "newfstatat": call.status?.pointee = stat()
      default: break
      }
      return 0
    } _: { () -> Int32 in
      // A flat launch, whose program has the right number already.
      var plan = csandbox_plan()
      plan.executable_fd = 5
      var none: Int64 = 0
      _ = csandbox_private_memory(file, &none)
      return csandbox_settle_descriptors(&plan)
    }
    #expect(result == 0)
    #expect(blocked.withLock { $0 } == [0])
  }

  // MARK: Programs without the sandbox

  /// The rows of a program's status that list signals, after a pattern on the stack.
  private static func signals(after byte: UInt8) throws -> [String: UInt64] {
    let file = Self.file(of: byte)
    defer { close(file) }
    let output = try Descriptor.pipe()
    guard let path = strdup("/bin/cat") else { return [:] }
    let words = UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>.allocate(capacity: 3)
    words.initialize(repeating: nil, count: 3)
    words[0] = strdup("cat")
    words[1] = strdup("/proc/self/status")
    let variables = words + 2
    let sources = UnsafeMutablePointer<Int32>.allocate(capacity: 3)
    sources.initialize(repeating: 2, count: 3)
    sources[1] = output.write.number
    defer {
      for text in [path, words[0], words[1]] as [UnsafeMutablePointer<CChar>?] { free(text) }
      words.deallocate()
      sources.deallocate()
    }
    var (pid, size): (pid_t, Int64) = (0, 0)
    _ = csandbox_private_memory(file, &size)
    let result = csandbox_spawn_unconfined(path, words, variables, sources, 3, &pid)
    try #require(result == 0 && csandbox_wait_pid(pid) == 0)
    var bytes = [UInt8](repeating: 0, count: 16_384)
    let count = read(output.read.number, &bytes, bytes.count)
    let lines = String(decoding: bytes.prefix(max(count, 0)), as: UTF8.self).split(separator: "\n")
    var found: [String: UInt64] = [:]
    for line in lines where line.hasPrefix("Sig") {
      let words = line.split(separator: "\t").map(String.init)
      if words.count == 2 { found[words[0]] = UInt64(words[1], radix: 16) }
    }
    return found
  }

  @Test func `a program without the sandbox ignores no signal that the host ignores, and has none blocked`() async {
    await #expect(processExitsWith: .success) {
      signal(SIGUSR1, SIG_IGN)
      for byte in [0, 0xff] as [UInt8] {
        let found = try Self.signals(after: byte)
        #expect(found["SigBlk:"] == 0, "\(byte)")
        let ignored = try #require(found["SigIgn:"])
        #expect(ignored & 1 << UInt64(SIGUSR1 - 1) == 0, "\(byte)")
      }
    }
  }
}
