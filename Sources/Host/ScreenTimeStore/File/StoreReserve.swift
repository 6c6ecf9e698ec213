// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

internal import Glibc

/// Disk space that a host keeps beside its store, in real blocks, and gives up when the disk is full: what filled the
/// disk can still be written down then.
final class StoreReserve {
  static let byteCount = 4 << 20
  /// Below this much free space the reserve is given up, before a transaction could fail.
  static let lowWater: Int64 = 2 << 20
  /// With this much it is made again; far above, so that it doesn't come and go.
  static let highWater: Int64 = 32 << 20

  private let directory: String
  private let path: String
  private(set) var isHeld: Bool

  init(directory: String) {
    self.directory = directory
    path = directory + "/reserve"
    isHeld = DurableFile.size(of: path) == Self.byteCount
  }

  /// Before a transaction: makes the reserve where there is plenty of room, gives it up where there is hardly any.
  func settle() {
    guard let free = freeBytes else { return }
    if isHeld {
      if free < Self.lowWater { giveUp() }
    } else if free > Self.highWater {
      make()
    }
  }

  func giveUp() {
    unlink(path)
    isHeld = false
  }

  /// Written and not reserved: a file system may promise blocks that it hasn't got.
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

  /// What this user may still take.
  private var freeBytes: Int64? {
    var volume = statvfs()
    guard statvfs(directory, &volume) == 0 else { return nil }
    return Int64(clamping: geteuid() == 0 ? volume.f_bfree : volume.f_bavail) * Int64(volume.f_frsize)
  }
}
