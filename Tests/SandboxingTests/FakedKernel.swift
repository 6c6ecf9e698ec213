// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Synchronization

@testable import Sandboxing

/// A thread whose system calls a test answers in place of the kernel, and the list of these calls.
enum FakedKernel {
  /// - Parameters:
  ///   - names: the calls that are answered. A machine may lack some of them.
  ///   - answer: called with each call and its index. It returns the result, an error as a negative number, or `nil` if
  ///     the kernel is to make the call.
  static func run<Result: Sendable>(
    _ names: [String], answer: @escaping @Sendable (_ call: AnsweredCalls.Call, _ index: Int) -> Int?,
    _ body: @escaping @Sendable () -> Result
  ) throws -> (result: Result, calls: [AnsweredCalls.Call]) {
    let calls = Mutex<[AnsweredCalls.Call]>([])
    let result: Result = try AnsweredCalls.run(names.map { .init(name: $0) }) { call in
      let index = calls.withLock { calls -> Int in
        calls.append(call)
        return calls.count - 1
      }
      return answer(call, index)
    } _: {
      // An error of an earlier call doesn't matter.
      errno = EXDEV
      return body()
    }
    return (result, calls.withLock { $0 })
  }

  /// Gives the calls these results, in this order. After them the kernel makes the calls.
  static func run<Result: Sendable>(
    _ names: [String], results: [Int], _ body: @escaping @Sendable () -> Result
  ) throws -> (result: Result, calls: [AnsweredCalls.Call]) {
    try run(names, answer: { _, index in index < results.count ? results[index] : nil }, body)
  }
}

extension AnsweredCalls.Call {
  /// An argument that is a number.
  func number(_ argument: Int) -> Int32 { Int32(truncatingIfNeeded: arguments[argument]) }

  func numbers(_ positions: Int...) -> [Int32] { positions.map(number) }

  /// The values at the address that is this argument; `nil` for no address.
  func values<Value: BitwiseCopyable>(_ argument: Int, _ count: Int, of type: Value.Type) -> [Value]? {
    UnsafeRawPointer(bitPattern: UInt(arguments[argument])).map { start in
      (0..<count).map { start.loadUnaligned(fromByteOffset: $0 * MemoryLayout<Value>.stride, as: type) }
    }
  }

  /// Writes a value behind the address that is this argument.
  func store<Value: BitwiseCopyable>(_ value: Value, _ argument: Int, at offset: Int = 0) {
    UnsafeMutableRawPointer(bitPattern: UInt(arguments[argument]))?
      .storeBytes(of: value, toByteOffset: offset, as: Value.self)
  }

  /// Of `recvmsg` and `sendmsg`.
  var message: UnsafeMutablePointer<msghdr>? { UnsafeMutablePointer(bitPattern: UInt(arguments[1])) }

  /// Of a call that reads the state of a file; the C library may use either.
  var status: UnsafeMutablePointer<stat>? {
    UnsafeMutablePointer(bitPattern: UInt(arguments[name == "fstat" ? 1 : 2]))
  }

  /// Gives the message that is being received one header with these numbers.
  func receive(length: Int, level: Int32 = SOL_SOCKET, kind: Int32, _ numbers: [Int32]) {
    guard let control = message?.pointee.msg_control else { return }
    control.storeBytes(of: length, as: Int.self)
    control.storeBytes(of: level, toByteOffset: 8, as: Int32.self)
    control.storeBytes(of: kind, toByteOffset: 12, as: Int32.self)
    for (index, number) in numbers.enumerated() {
      control.storeBytes(of: number, toByteOffset: 16 + 4 * index, as: Int32.self)
    }
  }
}
