// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import CSandbox
import Glibc

/// Processor cores that a process may run on.
public struct CoreSet: Hashable, Sendable {
  /// 8192 cores, the most that a Linux kernel supports.
  private static let words = 128

  private var bits: [UInt64]

  /// - Parameter cores: their numbers.
  public init(_ cores: some Sequence<Int>) {
    bits = []
    for core in cores where core >= 0 && core < Self.words * 64 {
      while bits.count <= core / 64 { bits.append(0) }
      bits[core / 64] |= 1 << UInt64(core % 64)
    }
  }

  /// The cores of the calling thread; `nil` if the kernel reports an error.
  public static var own: CoreSet? { of(thread: 0) }

  static func of(thread: Int32) -> CoreSet? {
    var words = [UInt64](repeating: 0, count: Self.words)
    let count = unsafe words.withUnsafeMutableBufferPointer { buffer in
      unsafe buffer.baseAddress.map { unsafe csandbox_affinity(thread, $0, buffer.count) } ?? -EINVAL
    }
    guard count > 0 else { return nil }
    return CoreSet(Self.cores(in: words[..<Int(count)]))
  }

  /// Restricts a thread to these cores.
  ///
  /// - Returns: whether the kernel accepted it.
  func take(thread: Int32) -> Bool {
    unsafe bits.withUnsafeBufferPointer { buffer in
      unsafe buffer.baseAddress.map { unsafe csandbox_set_affinity(thread, $0, buffer.count) } ?? -EINVAL
    } == 0
  }

  public var cores: [Int] { Self.cores(in: bits[...]) }

  private static func cores(in words: ArraySlice<UInt64>) -> [Int] {
    (0..<words.count * 64).filter { core in
      let bit: UInt64 = 1 << UInt64(core % 64)
      return words[core / 64] & bit != 0
    }
  }

  /// One core and all others; `nil` with fewer than two cores.
  public var split: (one: CoreSet, others: CoreSet)? {
    let cores = cores
    guard let last = cores.last, cores.count > 1 else { return nil }
    return (CoreSet([last]), CoreSet(cores.dropLast()))
  }
}
