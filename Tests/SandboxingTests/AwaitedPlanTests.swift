// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import CSandbox
import Foundation
import Synchronization
import Testing

@testable import Sandboxing

/// The answers of a prestarted launcher to every message and error of its socket.
@Suite(.serialized, .enabled(if: SandboxFixture.isRoot, "needs a filter for one thread"))
struct AwaitedPlanTests {
  private enum Message: Sendable {
    /// A message without descriptors.
    case bytes([UInt8])
    case descriptors([Int32], level: Int32 = 1, kind: Int32 = 1, flags: Int32 = 0)
    case error(Int32)
    case end

    static func order(_ namespaces: UInt32) -> Message { .bytes(withUnsafeBytes(of: namespaces, Array.init)) }
  }

  private struct Outcome: Equatable {
    var result: Int32
    var ahead: UInt32 = 0
    /// The calls after the first one, which asks whether there is a socket.
    var calls: [String]
  }

  private static func receive(_ message: Message, _ call: AnsweredCalls.Call) -> Int {
    switch message {
    case .bytes(let bytes):
      let body = call.message?.pointee.msg_iov?.pointee.iov_base
      for (index, byte) in bytes.prefix(4).enumerated() {
        body?.storeBytes(of: byte, toByteOffset: index, as: UInt8.self)
      }
      call.message?.pointee.msg_controllen = 0
      // With MSG_TRUNC, the size is that of the whole message.
      return call.number(2) & 0x20 != 0 ? bytes.count : min(bytes.count, 4)
    case .descriptors(let numbers, let level, let kind, let flags):
      call.receive(length: 16 + 4 * numbers.count, level: level, kind: kind, numbers)
      call.message?.pointee.msg_flags = flags
      return 1
    case .error(let number): return -Int(number)
    case .end: return 0
    }
  }

  private static func text(_ call: AnsweredCalls.Call) -> String {
    switch call.name {
    case "unshare": "unshare \(String(UInt32(truncatingIfNeeded: call.arguments[0]), radix: 16))"
    case "dup3": "dup3 \(call.number(0)) \(call.number(1)) \(call.number(2) == O_CLOEXEC)"
    default: "\(call.name) \(call.number(0))"
    }
  }

  /// - Parameters:
  ///   - messages: received one after the other; after them the socket has an error.
  ///   - refused: the errors of other calls.
  private static func outcome(
    _ messages: [Message], mode: mode_t = S_IFSOCK, refused: [String: Int32] = [:]
  ) throws -> Outcome {
    let received = Mutex(0)
    let names = ["fstat", "newfstatat", "recvmsg", "unshare", "dup3", "close"]
    let (found, calls) = try FakedKernel.run(names) { call, _ in
      if let error = refused[call.name] { return -Int(error) }
      switch call.name {
      case "recvmsg":
        let index = received.withLock { count -> Int in
          count += 1
          return count - 1
        }
        if index < messages.count { return receive(messages[index], call) }
        // A launcher that doesn't end with an error ends when there is nothing more.
        return index < 20 ? -Int(ENOTCONN) : 0
      case "fstat", "newfstatat":
        call.status?.pointee.st_mode = mode
        return 0
      case "dup3": return 5
      default: return 0
      }
    } _: {
      var ahead: UInt32 = 7
      let result = csandbox_await_plan(&ahead)
      return [result, Int32(bitPattern: ahead)]
    }
    #expect(calls.first?.number(0) == 5)
    return Outcome(
      result: found[0], ahead: UInt32(bitPattern: found[1]), calls: calls.dropFirst().map { text($0) })
  }

  @Test func `a plan in place of the socket is taken as it is, and what can't be looked at is an error`() throws {
    #expect(try Self.outcome([], mode: S_IFREG) == Outcome(result: 0, calls: []))
    let refused = try Self.outcome([], refused: ["fstat": EIO, "newfstatat": EIO])
    #expect(refused == Outcome(result: -EIO, calls: []))
  }

  @Test(arguments: [1, 2, 3, 13] as [Int32])
  func `the last descriptor becomes the plan, and its own number is free again`(_ count: Int32) throws {
    let last = 6 + count
    let calls = ["recvmsg 5", "dup3 \(last) 5 true", "close \(last)"]
    #expect(try Self.outcome([.descriptors(Array(7...last))]) == Outcome(result: 0, calls: calls))
    // An interrupted call is made again, however often.
    let interrupted = [Message](repeating: .error(EINTR), count: 3)
    #expect(
      try Self.outcome(interrupted + [.descriptors(Array(7...last))])
        == Outcome(result: 0, calls: ["recvmsg 5", "recvmsg 5", "recvmsg 5"] + calls))
    let refused = try Self.outcome([.descriptors(Array(7...last))], refused: ["dup3": EIO])
    #expect(refused == Outcome(result: -EIO, calls: ["recvmsg 5", "dup3 \(last) 5 true"]))
  }

  @Test func `an order counts only if the namespaces were entered`() throws {
    for order in [0, 0x4000_0000, 0x4c00_0000] as [UInt32] {
      let messages: [Message] = [.order(order), .descriptors([7])]
      let calls = ["recvmsg 5", "unshare \(String(order, radix: 16))", "recvmsg 5", "dup3 7 5 true", "close 7"]
      #expect(try Self.outcome(messages) == Outcome(result: 0, ahead: order, calls: calls))
      let refused = try Self.outcome(messages, refused: ["unshare": EPERM])
      #expect(refused == Outcome(result: 0, ahead: 0, calls: calls))
    }
  }

  @Test func `the end of the socket and its errors end the wait`() throws {
    #expect(try Self.outcome([.end]) == Outcome(result: -EPIPE, calls: ["recvmsg 5"]))
    // An interruption before it doesn't matter.
    #expect(try Self.outcome([.error(EINTR), .end]) == Outcome(result: -EPIPE, calls: ["recvmsg 5", "recvmsg 5"]))
    for error in [EIO, ECONNRESET] {
      #expect(try Self.outcome([.error(error)]) == Outcome(result: -error, calls: ["recvmsg 5"]))
    }
    #expect(
      try Self.outcome([.order(0x0400_0000), .end])
        == Outcome(result: -EPIPE, ahead: 0x0400_0000, calls: ["recvmsg 5", "unshare 4000000", "recvmsg 5"]))
  }

  @Test func `a message that is neither an order nor a list of descriptors from 7 on is refused`() throws {
    for messages: [Message] in [
      [.bytes([0])], [.bytes([0, 0, 0])], [.bytes([0, 0, 0, 0, 0])], [.order(0x1000_0000)], [.order(1)],
      [.descriptors([7], kind: 2)], [.descriptors([7], level: 41)],
      // MSG_CTRUNC: the list was longer than the buffer.
      [.descriptors([7], flags: 8)], [.descriptors([7, 8], flags: 8)],
      [.descriptors([8])], [.descriptors([6])], [.descriptors([7, 9])], [.descriptors([6, 8])],
      [.descriptors([8, 8])],
    ] {
      #expect(try Self.outcome(messages) == Outcome(result: -EPROTO, calls: ["recvmsg 5"]), "\(messages)")
    }
    #expect(
      try Self.outcome([.order(0), .order(0)])
        == Outcome(result: -EPROTO, calls: ["recvmsg 5", "unshare 0", "recvmsg 5"]))
  }

  @Test func `a message is received into four bytes, with its descriptors close-on-exec and its whole size`() throws {
    let asked = Mutex<[Int]>([])
    let (result, _) = try FakedKernel.run(["fstat", "newfstatat", "recvmsg"]) { call, _ in
      guard call.name == "recvmsg" else {
        call.status?.pointee.st_mode = S_IFSOCK
        return 0
      }
      if let message = call.message?.pointee {
        let size = message.msg_iov?.pointee.iov_len ?? 0
        asked.withLock { $0 = [Int(message.msg_iovlen), size, Int(message.msg_controllen), Int(call.number(2))] }
      }
      return -Int(EIO)
    } _: {
      var ahead: UInt32 = 7
      return csandbox_await_plan(&ahead)
    }
    #expect(result == -EIO)
    // Room for 13 descriptors; MSG_CMSG_CLOEXEC and MSG_TRUNC.
    #expect(asked.withLock { $0 } == [1, 4, 72, 0x4000_0020])
  }
}
