// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import CSandbox
internal import FileTrees
import Glibc

/// What the kernel counts about a container's file system, read in about a microsecond.
struct VolumeSignal {
  var freeBytes: Int64
  /// `nil` on file systems that make inodes as they go.
  var freeInodes: Int64?
  /// Kept in memory: what is written to it is not counted as output of a process.
  var isInMemory: Bool

  /// - Returns: `nil` when the kernel refuses.
  init?(_ directory: OpenDirectory) {
    var (bytes, inodes, inMemory): (Int64, Int64, Int32) = (0, 0, 0)
    guard unsafe csandbox_volume(directory.number, &bytes, &inodes, &inMemory) == 0 else { return nil }
    freeBytes = bytes
    freeInodes = inodes < 0 ? nil : inodes
    isInMemory = inMemory != 0
  }
}
