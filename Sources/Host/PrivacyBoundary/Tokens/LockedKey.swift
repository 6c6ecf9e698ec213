// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

internal import Crypto
internal import Foundation
internal import Glibc

/// The bytes of a key in a page of their own: locked in memory, left out of core dumps, and zeroed when released
/// (`privacy.md#tokens`).
///
/// The key is passed to each derivation as a `SymmetricKey` that zeroes its own copy. The keys of families, which are
/// many, stay in ordinary memory: the host isn't dumpable (`Launcher`), and each only exposes the names of one family.
final class LockedKey: Sendable {
  // SAFETY: written in the initializer only, and unmapped when the last reference is released.
  nonisolated(unsafe) private let page: UnsafeMutableRawBufferPointer
  private let count: Int
  /// MADV_DONTDUMP, which the Glibc module doesn't import.
  private static let leaveOutOfDumps: Int32 = 16

  convenience init(_ bytes: [UInt8]) { self.init(copying: bytes) }

  convenience init(_ key: SymmetricKey) { self.init(copying: key.withUnsafeBytes { Array($0) }) }

  private init(copying bytes: [UInt8]) {
    count = bytes.count
    let size = Int(sysconf(Int32(_SC_PAGESIZE)))
    let mapped = mmap(nil, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)
    guard let mapped, mapped != MAP_FAILED else {
      // A process that can't allocate one page couldn't open the store or start a process either.
      preconditionFailure("could not allocate a page for a key")
    }
    page = UnsafeMutableRawBufferPointer(start: mapped, count: size)
    // Best effort: the limit on locked memory may be exhausted, and a key that might be swapped is better than no host.
    _ = mlock(mapped, size)
    _ = madvise(mapped, size, Self.leaveOutOfDumps)
    page.copyBytes(from: bytes.prefix(size))
  }

  deinit {
    if let start = page.baseAddress {
      explicit_bzero(start, page.count)
      munmap(start, page.count)
    }
  }

  /// Passes the key to `body`.
  func withKey<Result>(_ body: (SymmetricKey) throws -> Result) rethrows -> Result {
    try body(SymmetricKey(data: UnsafeRawBufferPointer(rebasing: UnsafeRawBufferPointer(page)[..<count])))
  }
}
