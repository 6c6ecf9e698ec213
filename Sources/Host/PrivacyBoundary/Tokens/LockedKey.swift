// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

internal import Crypto
internal import Foundation
internal import Glibc

/// The bytes of a key in a page of their own: not swapped, left out of dumps, zeroed when nobody needs it any more
/// (`privacy.md#tokens`).
///
/// The page is used for as long as a derivation takes, through a `SymmetricKey` that zeroes its own copy. The keys of
/// families, which are many, stay in ordinary memory: the host isn't dumpable (`Launcher`), and what they open is one
/// family's names.
final class LockedKey: Sendable {
  // SAFETY: written in the initialiser only, and unmapped when the last reference is gone.
  nonisolated(unsafe) private let page: UnsafeMutableRawBufferPointer
  private let count: Int
  /// MADV_DONTDUMP, which Glibc's overlay doesn't import.
  private static let leaveOutOfDumps: Int32 = 16

  convenience init(_ bytes: [UInt8]) { self.init(copying: bytes) }

  convenience init(_ key: SymmetricKey) { self.init(copying: key.withUnsafeBytes { Array($0) }) }

  private init(copying bytes: [UInt8]) {
    count = bytes.count
    let size = max(1, Int(sysconf(Int32(_SC_PAGESIZE))))
    let mapped = mmap(nil, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)
    guard let mapped, mapped != MAP_FAILED else {
      // One page: who can't have that can't have a store or a process either.
      preconditionFailure("the kernel has no page left for a key")
    }
    page = UnsafeMutableRawBufferPointer(start: mapped, count: size)
    // Best effort: a process may lock only so much, and a key that might be swapped is better than no host.
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

  /// Lends the key.
  func withKey<Result>(_ body: (SymmetricKey) throws -> Result) rethrows -> Result {
    try body(SymmetricKey(data: UnsafeRawBufferPointer(rebasing: UnsafeRawBufferPointer(page)[..<count])))
  }
}
