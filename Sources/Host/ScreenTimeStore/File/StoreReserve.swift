// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

internal import Glibc

/// Disk space that a host keeps allocated beside its store and frees when the disk is full, so that it can still record
/// the error.
final class StoreReserve {
  static let byteCount = 4 << 20
  /// The free space below which the reserve is freed, before a transaction fails.
  static let lowWater: Int64 = 2 << 20
  /// The free space above which the reserve is created again. It is far higher, so that the reserve doesn't alternate.
  static let highWater: Int64 = 32 << 20

  private let directory: String
  private let path: String
  private(set) var isHeld: Bool

  init(directory: String) {
    self.directory = directory
    path = directory + "/reserve"
    isHeld = DurableFile.size(of: path) == Self.byteCount
  }

  /// Creates the reserve if the disk has plenty of room, and frees it if there is hardly any. Call it before a
  /// transaction.
  func settle() {
    guard let free = freeBytes, Self.isHeld(after: isHeld, free: free) != isHeld else { return }
    if isHeld { giveUp() } else { make() }
  }

  /// Whether a disk with this much free space holds a reserve, if it did or did not before.
  static func isHeld(after isHeld: Bool, free: Int64) -> Bool { isHeld ? free >= lowWater : free > highWater }

  func giveUp() {
    unlink(path)
    isHeld = false
  }

  /// Writes the blocks instead of reserving them, since a file system may promise blocks that it doesn't have.
  private func make() {
    let file = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW | O_CLOEXEC, 0o600)
    guard file >= 0 else { return }
    defer { close(file) }
    let piece = [UInt8](unsafeUninitializedCapacity: 1 << 18) { buffer, count in
      for index in buffer.indices { buffer[index] = UInt8(truncatingIfNeeded: index &* 151 ^ index >> 8) }
      count = buffer.count
    }
    for _ in 0..<Self.byteCount / piece.count where write(file, piece, piece.count) != piece.count {
      giveUp()
      return
    }
    isHeld = true
  }

  /// The free space that this user may use.
  private var freeBytes: Int64? {
    var volume = statvfs()
    guard statvfs(directory, &volume) == 0 else { return nil }
    return Int64(clamping: geteuid() == 0 ? volume.f_bfree : volume.f_bavail) * Int64(volume.f_frsize)
  }
}
