// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import Glibc

/// The identity of an installed file: if it differs at launch, the file must be hashed and approved again
/// (`sandbox.md#what-an-extension-sees`).
public struct InstallRecord: Hashable, Sendable, Codable {
  public var device: UInt64
  public var inode: UInt64
  public var size: Int64
  /// The change time, which a writer of the file can't set back.
  public var changedSeconds: Int64
  public var changedNanoseconds: Int64

  init(_ status: stat) {
    device = UInt64(status.st_dev)
    inode = UInt64(status.st_ino)
    size = Int64(status.st_size)
    changedSeconds = Int64(status.st_ctim.tv_sec)
    changedNanoseconds = Int64(status.st_ctim.tv_nsec)
  }
}
