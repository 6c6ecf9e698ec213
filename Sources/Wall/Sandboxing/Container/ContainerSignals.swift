// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import CSandbox
internal import FileTrees
import Glibc

/// Free space of a container's file system as reported by the kernel, read in about a microsecond.
struct VolumeSignal {
  var freeBytes: Int64
  /// `nil` on file systems that allocate inodes on demand.
  var freeInodes: Int64?
  /// Whether it is in memory: writes to it don't count as a process's output.
  var isInMemory: Bool

  /// - Returns: `nil` if the kernel reports an error.
  init?(_ directory: OpenDirectory) {
    var (bytes, inodes, inMemory): (Int64, Int64, Int32) = (0, 0, 0)
    guard unsafe csandbox_volume(directory.number, &bytes, &inodes, &inMemory) == 0 else { return nil }
    freeBytes = bytes
    freeInodes = inodes < 0 ? nil : inodes
    isInMemory = inMemory != 0
  }
}
