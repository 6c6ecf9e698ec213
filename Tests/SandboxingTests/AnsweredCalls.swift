// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Synchronization

@testable import Sandboxing

/// System calls of a thread, and of the processes that it starts, that the kernel shows to a test before they are made.
enum AnsweredCalls {
  struct Call {
    var name: String
    var pid: pid_t
    var arguments: [UInt64]
  }

  /// A call, or those of its calls that have one value as an argument.
  struct Shown {
    struct Argument {
      var position: Int
      var value: UInt32
    }

    var name: String
    var argument: Argument?
  }

  /// Runs `body` on a thread of its own. The thread can't be freed of its filter, so it ends with `body`.
  ///
  /// - Parameters:
  ///   - calls: the calls that are shown. A machine may lack some of them. The thread must not make one that it could make
  ///     while it holds a lock, such as those that give it memory: `answer` may need the lock.
  ///   - answer: called for one call after another. What it returns is the call's result, an error as a negative
  ///     number; without a result, the kernel makes the call.
  static func run<Result: Sendable>(
    _ calls: [Shown], answer: @escaping @Sendable (Call) -> Int?, _ body: @escaping @Sendable () throws -> Result
  ) throws -> Result {
    let started = DispatchSemaphore(value: 0)
    let ended = DispatchSemaphore(value: 0)
    let listener = Mutex<Int32>(-1)
    let result = Mutex<Swift.Result<Result, any Error>?>(nil)
    let stop = try Descriptor.pipe()
    let table = SeccompPolicy.Architecture.native.table.numbers
    let names = Dictionary(calls.compactMap { call in table[call.name].map { (Int32($0), call.name) } }) { $1 }
    Thread.detachNewThread {
      let descriptor = install(calls.compactMap { call in table[call.name].map { (UInt32($0), call.argument) } })
      listener.withLock { $0 = descriptor }
      started.signal()
      guard descriptor >= 0 else { return }
      let outcome = Swift.Result(catching: body)
      result.withLock { $0 = outcome }
      ended.signal()
    }
    started.wait()
    let descriptor = listener.withLock { $0 }
    guard descriptor >= 0 else { throw FixtureError(text: "the kernel shows no calls: error \(-descriptor)") }
    let answered = DispatchSemaphore(value: 0)
    Thread.detachNewThread {
      serve(descriptor, until: stop.read.number, names, answer)
      answered.signal()
    }
    ended.wait()
    shutdownPipe(stop.write)
    answered.wait()
    close(descriptor)
    guard let outcome = result.withLock({ $0 }) else { throw FixtureError(text: "the thread gave no result") }
    return try outcome.get()
  }

  private static func shutdownPipe(_ end: Descriptor) {
    var byte: UInt8 = 0
    _ = write(end.number, &byte, 1)
  }

  /// - Returns: the descriptor at which the calls are shown, or a negative error.
  private static func install(_ calls: [(number: UInt32, argument: Shown.Argument?)]) -> Int32 {
    // PR_SET_NO_NEW_PRIVS, without which only root may install a filter.
    if geteuid() != 0 { KernelCall.make("prctl", 38, 1) }
    // seccomp_data starts with the number. SECCOMP_RET_USER_NOTIF and SECCOMP_RET_ALLOW.
    var program: [PlanRecords.Instruction] = [.load(0)]
    for (number, argument) in calls {
      guard let argument else {
        program += [.equal(number, jf: 1), .answer(0x7fc0_0000)]
        continue
      }
      program += [
        .equal(number, jf: 4), .load(UInt32(16 + 8 * argument.position)), .equal(argument.value, jf: 1),
        .answer(0x7fc0_0000), .load(0),
      ]
    }
    program.append(.answer(0x7fff_0000))
    var bytes = program.flatMap(\.bytes)
    let count = UInt16(program.count)
    return bytes.withUnsafeMutableBytes { filter in
      var header: (UInt16, UnsafeMutableRawPointer?) = (count, filter.baseAddress)
      return withUnsafePointer(to: &header) { header in
        // SECCOMP_SET_MODE_FILTER with SECCOMP_FILTER_FLAG_NEW_LISTENER.
        let result = KernelCall.make("seccomp", 1, 8, Int(bitPattern: header))
        return result < 0 ? -errno : Int32(result)
      }
    }
  }

  private static func serve(
    _ listener: Int32, until stop: Int32, _ names: [Int32: String], _ answer: (Call) -> Int?
  ) {
    while true {
      var list = [
        pollfd(fd: listener, events: Int16(POLLIN), revents: 0), pollfd(fd: stop, events: Int16(POLLIN), revents: 0),
      ]
      guard poll(&list, 2, -1) > 0, list[1].revents == 0 else { return }
      // id, pid, flags, number, architecture, address, six arguments.
      var notification = [UInt64](repeating: 0, count: 10)
      // SECCOMP_IOCTL_NOTIF_RECV.
      let received = notification.withUnsafeMutableBytes {
        KernelCall.make("ioctl", Int(listener), 0xc050_2100, Int(bitPattern: $0.baseAddress))
      }
      guard received == 0 else { continue }
      let name = names[Int32(truncatingIfNeeded: notification[2])] ?? "?"
      let call = Call(
        name: name, pid: pid_t(truncatingIfNeeded: notification[1]), arguments: Array(notification[4...]))
      // id, value, then the negative error, or the flag that lets the call continue.
      var reply: [UInt64] = [notification[0], 0, 1 << 32]
      if let result = answer(call) {
        reply = [notification[0], UInt64(max(result, 0)), UInt64(UInt32(bitPattern: Int32(min(result, 0))))]
      }
      _ = reply.withUnsafeMutableBytes {
        // SECCOMP_IOCTL_NOTIF_SEND; the process may be gone.
        KernelCall.make("ioctl", Int(listener), 0xc018_2101, Int(bitPattern: $0.baseAddress))
      }
    }
  }
}
