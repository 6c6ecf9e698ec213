// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import CSandbox
import Foundation
import Synchronization
import Testing

@testable import Sandboxing

/// The messages that the host accepts as the listener of a watch, and its reading and answering of blocked calls.
@Suite(.serialized, .enabled(if: SandboxFixture.isRoot, "needs a filter for one thread"))
struct ListenerMessageTests {
  private struct Header: Sendable {
    var length = 20
    var level: Int32 = 1
    var kind: Int32 = 1
    var number: Int32 = 500
  }

  /// Takes a listener from a socket with these messages. `nil` is one without a header.
  ///
  /// - Returns: what was taken, the calls other than `recvmsg`, each with its descriptor, and the number of `recvmsg`.
  private static func taken(_ headers: [Header?]) throws -> (result: Int32, calls: [String], messages: Int) {
    let received = Mutex(0)
    let (result, calls) = try FakedKernel.run(["recvmsg", "ioctl", "close"]) { call, _ in
      guard call.name == "recvmsg" else { return 0 }
      let index = received.withLock { count -> Int in
        count += 1
        return count - 1
      }
      guard index < headers.count else { return index < 20 ? -Int(EAGAIN) : 0 }
      if let header = headers[index] {
        call.receive(length: header.length, level: header.level, kind: header.kind, [header.number])
      } else {
        call.message?.pointee.msg_controllen = 0
      }
      return 1
    } _: {
      csandbox_take_listener(9)
    }
    let others = calls.filter { $0.name != "recvmsg" }.map { "\($0.name) \($0.number(0))" }
    return (result, others, calls.count - others.count)
  }

  @Test func `only a message with one descriptor has a listener, and the last one counts`() throws {
    let good = Header()
    for (headers, result, others) in [
      ([], -EAGAIN, []), ([good], 500, ["ioctl 500"]),
      // Credentials and a descriptor of a process, another level, no descriptor, two of them.
      ([Header(kind: 2)], -EAGAIN, []), ([Header(kind: 4)], -EAGAIN, []), ([Header(level: 41)], -EAGAIN, []),
      ([Header(length: 16)], -EAGAIN, []), ([Header(length: 24)], -EAGAIN, []), ([nil], -EAGAIN, []),
      ([good, Header(number: 501)], 501, ["close 500", "ioctl 501"]),
      ([Header(kind: 2), good, Header(length: 24, number: 502), nil], 500, ["ioctl 500"]),
      // A host without standard input.
      ([Header(number: 0)], 0, ["ioctl 0"]), ([Header(number: 0), good], 500, ["close 0", "ioctl 500"]),
    ] as [([Header?], Int32, [String])] {
      let found = try Self.taken(headers)
      #expect(found == (result, others, headers.count + 1), "\(headers)")
    }
  }

  @Test func `a message is received into one byte, with room for one descriptor, and without waiting`() throws {
    let asked = Mutex<[Int]>([])
    let (result, _) = try FakedKernel.run(["recvmsg"]) { call, _ in
      if let message = call.message?.pointee {
        let size = message.msg_iov?.pointee.iov_len ?? 0
        asked.withLock { $0 = [Int(message.msg_iovlen), size, Int(message.msg_controllen), Int(call.number(2))] }
      }
      return -Int(EAGAIN)
    } _: {
      csandbox_take_listener(9)
    }
    #expect(result == -EAGAIN)
    // MSG_CMSG_CLOEXEC and MSG_DONTWAIT.
    #expect(asked.withLock { $0 } == [1, 1, 20, 0x4000_0040])
  }

  // MARK: Calls

  private struct Seen: Equatable {
    var result: Int32
    var words: [UInt64]
  }

  @Test func `a blocked call is read whole, and one whose thread no longer waits is none`() throws {
    for (answer, expected) in [
      (0, Seen(result: 1, words: [1 << 40 | 3, 77, 257, 11, 12, 13, 14, 15, 16])),
      (-Int(ENOENT), Seen(result: 0, words: [9, 9, 9, 9, 9, 9, 9, 9, 9])),
      (-Int(EINTR), Seen(result: 0, words: [9, 9, 9, 9, 9, 9, 9, 9, 9])),
      (-Int(EIO), Seen(result: -EIO, words: [9, 9, 9, 9, 9, 9, 9, 9, 9])),
      (-Int(EBADF), Seen(result: -EBADF, words: [9, 9, 9, 9, 9, 9, 9, 9, 9])),
    ] {
      let (seen, calls) = try FakedKernel.run(["ioctl"]) { call, _ in
        // id, pid, flags, number, architecture, address, six arguments.
        if answer == 0 {
          call.store(UInt64(1 << 40 | 3), 2)
          call.store(UInt32(77), 2, at: 8)
          call.store(Int32(257), 2, at: 16)
          for index in 0..<6 { call.store(UInt64(11 + index), 2, at: 32 + 8 * index) }
        }
        return answer
      } _: {
        var call = csandbox_call(id: 9, thread: 9, number: 9, arguments: (9, 9, 9, 9, 9, 9))
        let result = csandbox_next_call(8, &call)
        let given = call.arguments
        let words = [
          call.id, UInt64(UInt32(bitPattern: call.thread)), UInt64(UInt32(bitPattern: call.number)), given.0, given.1,
          given.2, given.3, given.4, given.5,
        ]
        return Seen(result: result, words: words)
      }
      #expect(seen == expected && calls.map { $0.number(0) } == [8])
    }
  }

  @Test func `an answer lets the call continue or gives it its error, and is sent once`() throws {
    for (error, words) in [
      // The error is negative, and only an answer without one has the flag to continue.
      (0, [5, 0, 1 << 32]), (EDQUOT, [5, 0, UInt64(UInt32(bitPattern: -EDQUOT))]),
      (EPERM, [5, 0, UInt64(UInt32(bitPattern: -EPERM))]),
    ] as [(Int32, [UInt64])] {
      for (answer, result) in [(0, 0), (-Int(ENOENT), -ENOENT), (-Int(EINPROGRESS), -EINPROGRESS)] as [(Int, Int32)] {
        let sent = Mutex<[[UInt64]]>([])
        let (found, _) = try FakedKernel.run(["ioctl"]) { call, _ in
          sent.withLock { $0.append(call.values(2, 3, of: UInt64.self) ?? []) }
          return answer
        } _: {
          csandbox_answer_call(8, 5, error)
        }
        #expect(found == result, "\(error) \(answer)")
        #expect(sent.withLock { $0 } == [words], "\(error) \(answer)")
      }
    }
  }
}
