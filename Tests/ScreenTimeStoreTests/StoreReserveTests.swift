// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import CStorageFaults
import FileTrees
import Foundation
import ScreenTimeRules
import Synchronization
import Testing
import WrittenCodes

@testable import ScreenTimeStore

/// A store on a disk that another program fills.
@Suite struct StoreReserveTests {
  /// Runs `body` on a thread with a small private file system.
  private func onSmallDisk(_ mebibytes: Int, _ body: @escaping @Sendable (String) throws -> Void) throws {
    let directory = StateDirectory()
    mkdir(directory.path, 0o700)
    let outcome = Mutex<Result<Void, any Error>?>(nil)
    let done = DispatchSemaphore(value: 0)
    let thread = Thread {
      let result = Result {
        let refusal = storage_small_disk(directory.path, Int64(mebibytes) << 20)
        try #require(refusal == 0, "\(String(cString: strerror(refusal)))")
        try body(directory.path)
      }
      outcome.withLock { $0 = result }
      done.signal()
    }
    thread.stackSize = 4 << 20
    thread.start()
    done.wait()
    try outcome.withLock { try $0?.get() }
  }

  private static func fill(_ path: String) {
    let file = open(path + "/filling", O_WRONLY | O_CREAT | O_APPEND, 0o600)
    var piece = [UInt8](repeating: 1, count: 1 << 16)
    while piece.count > 0 {
      let count = write(file, piece, piece.count)
      if count < piece.count { piece.removeLast(piece.count - piece.count / 2) }
    }
    close(file)
  }

  private static func size(_ path: String) -> Int64 {
    var status = stat()
    return stat(path + "/state/reserve", &status) == 0 ? Int64(status.st_blocks) * 512 : 0
  }

  @Test(.enabled(if: geteuid() == 0, "needs root to mount a small file system"))
  func `a store on a full disk releases its reserve and continues to write`() throws {
    try onSmallDisk(64) { path in
      let store = try DeviceStore(directory: path + "/state", durability: .full)
      try store.transaction { try $0.setMeta("first", to: [1]) }
      #expect(Self.size(path) >= StoreReserve.byteCount)
      Self.fill(path)
      for number in 0..<20 as Range<UInt8> {
        try store.transaction { try $0.setMeta("after", to: Array(repeating: number, count: 20_000)) }
      }
      #expect(Self.size(path) == 0)
      #expect(try store.read { try $0.meta("after")?.first } == 19)
      unlink(path + "/filling")
      try store.transaction { try $0.setMeta("first", to: [2]) }
      #expect(Self.size(path) >= StoreReserve.byteCount)
    }
  }

  @Test(.enabled(if: geteuid() == 0, "needs root to mount a small file system"))
  func `a file of a backup that a full disk can't take stops the restore`() throws {
    try onSmallDisk(4) { path in
      let unpacker = try BackupUnpacker(into: path)
      try unpacker.add(
        BackupEntry(
          id: 1, parent: nil, name: try #require(EntryName("large")), mode: 0o600, owner: 0, group: 0, size: 9 << 20))
      let piece = [UInt8](repeating: 1, count: 1 << 20)
      let error = #expect(throws: StoreError.self) {
        for index in 0..<9 as Range<Int64> { try unpacker.add(piece, at: index << 20) }
      }
      #expect(error?.code == .failed)
      #expect(error?.description == "Could not write \(path)/large: No space left on device; free some space.")
    }
  }

  @Test(
    arguments: [
      (true, 0, false), (true, 2_097_151, false), (true, 2_097_152, true), (true, 33_554_432, true),
      (true, .max, true), (false, 0, false), (false, 2_097_152, false), (false, 33_554_432, false),
      (false, 33_554_433, true), (false, .max, true),
    ] as [(Bool, Int64, Bool)])
  func `gives the reserve up below 2 MiB of free space and makes it above 32 MiB`(
    _ isHeld: Bool, _ free: Int64, _ isHeldNow: Bool
  ) {
    #expect(StoreReserve.isHeld(after: isHeld, free: free) == isHeldNow)
  }

  @Test func `the reserve is 4 MiB of blocks, and the rest of a smaller one is made again`() throws {
    let directory = StateDirectory()
    mkdir(directory.path, 0o700)
    let path = directory.path + "/reserve"
    for size in [0, 1 << 20, (4 << 20) - 1, (4 << 20) + 1] {
      try Data(count: size).write(to: URL(filePath: path))
      let reserve = StoreReserve(directory: directory.path)
      #expect(!reserve.isHeld)
      reserve.settle()
      #expect(reserve.isHeld && StoreReserve(directory: directory.path).isHeld)
      var status = stat()
      #expect(stat(path, &status) == 0 && status.st_size == 4 << 20)
      #expect(Int64(status.st_blocks) * 512 >= 4 << 20)
    }
    let reserve = StoreReserve(directory: directory.path)
    reserve.settle()
    #expect(reserve.isHeld)
    reserve.giveUp()
    #expect(!reserve.isHeld && access(path, F_OK) != 0)
  }

  @Test(.enabled(if: geteuid() == 0, "needs root to mount a small file system"))
  func `makes no reserve on a small disk or for a simulated store`() throws {
    try onSmallDisk(16) { path in
      let store = try DeviceStore(directory: path + "/state", durability: .full)
      try store.transaction { try $0.setMeta("first", to: [1]) }
      #expect(Self.size(path) == 0)
    }
    let directory = StateDirectory()
    let store = try directory.open()
    try store.transaction { try $0.setMeta("first", to: [1]) }
    #expect(access(directory.path + "/reserve", F_OK) != 0)
  }

  @Test func `a transaction that the disk has no room for gives the reserve up, and another error does not`() throws {
    struct Refused: Error {}
    let directory = StateDirectory()
    let reserve = directory.path + "/reserve"
    let store = try directory.open(.full)
    try store.transaction { try $0.setMeta("first", to: [1]) }
    try #require(access(reserve, F_OK) == 0, "the disk of temporary files has no 32 MiB of room")
    #expect(throws: Refused.self) { try store.transaction { _ in throw Refused() } }
    #expect(throws: StoreError.self) {
      try store.transaction {
        try $0.settle(99, as: .init(.applied, reason: "x", at: Timestamp(milliseconds: 0)))
      }
    }
    #expect(access(reserve, F_OK) == 0)
    try store.limitGrowth(toPages: 0)
    let error = #expect(throws: StoreError.self) {
      try store.transaction { try $0.setMeta("large", to: Array(repeating: 1, count: 200_000)) }
    }
    #expect(error?.description.contains(directory.database) == true)
    #expect(access(reserve, F_OK) != 0)
  }
}
