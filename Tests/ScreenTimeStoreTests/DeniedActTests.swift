// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import FileTrees
import Foundation
import Glibc
import Testing

@testable import ScreenTimeStore

/// What a host without the right to change owners, or without room for its reserve, does.
@Suite struct DeniedActTests {
  @Test(.enabled(if: geteuid() == 0, "needs root to lose one of root's rights"))
  func `an owner that can't be given back stops the restore`() async {
    await #expect(processExitsWith: .success) {
      let directory = StateDirectory()
      let path = directory.path
      mkdir(path, 0o700)
      chown(path, 61_002, 61_002)
      // With another user for files the thread stays root's, but may not change owners (capabilities(7)).
      typealias Function = @convention(c) (UInt32) -> Int32
      let symbol = try #require(dlsym(nil, "setfsuid"))
      // SAFETY: this is the type of setfsuid(2).
      _ = unsafeBitCast(symbol, to: Function.self)(61_002)
      let unpacker = try BackupUnpacker(into: path)
      try unpacker.add(
        BackupEntry(
          id: 1, parent: nil, name: try #require(EntryName("file")), mode: 0o600, owner: 12_345, group: 12_345,
          size: 1))
      let error = #expect(throws: StoreError.self) { try unpacker.finish() }
      #expect(
        error
          == StoreError(
            .unavailable,
            "Could not change the owner of \(path)/file: Operation not permitted; "
              + "check that you own it and may write there."))
    }
  }

  @Test func `a reserve that is only written in part is removed`() async {
    await #expect(processExitsWith: .success) {
      let directory = StateDirectory()
      mkdir(directory.path, 0o700)
      let reserve = StoreReserve(directory: directory.path)
      signal(SIGXFSZ, SIG_IGN)
      // RLIMIT_FSIZE
      let resource = __rlimit_resource_t(1)
      var usual = rlimit(rlim_cur: 0, rlim_max: 0)
      try #require(getrlimit(resource, &usual) == 0)
      var short = usual
      short.rlim_cur = 1 << 20
      try #require(setrlimit(resource, &short) == 0)
      reserve.settle()
      try #require(setrlimit(resource, &usual) == 0)
      #expect(!reserve.isHeld && access(directory.path + "/reserve", F_OK) != 0)
      reserve.settle()
      #expect(reserve.isHeld, "the disk of temporary files has no 32 MiB of room")
    }
  }

  /// A file system that compresses its files would take hardly any room for blocks of one byte.
  @Test func `each block of the reserve has all values of a byte`() throws {
    let directory = StateDirectory()
    mkdir(directory.path, 0o700)
    let reserve = StoreReserve(directory: directory.path)
    reserve.settle()
    try #require(reserve.isHeld, "the disk of temporary files has no 32 MiB of room")
    let bytes = Array(try Data(contentsOf: URL(filePath: directory.path + "/reserve")).prefix(1 << 18))
    try #require(bytes.count == 1 << 18)
    for block in 0..<64 {
      #expect(Set(bytes[block * 4_096..<(block + 1) * 4_096]).count == 256, "block \(block)")
    }
  }
}
