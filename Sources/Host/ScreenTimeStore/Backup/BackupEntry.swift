// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

internal import FileTrees
internal import Glibc

/// A file or directory beside the store that belongs to the state: keys, settings, containers.
struct BackupEntry: Hashable {
  /// Ascending in the order of a walk, so that a directory comes before its contents.
  var id: Int64
  /// The parent directory; `nil` for the state directory.
  var parent: Int64?
  var name: EntryName
  var mode: UInt32
  var owner: UInt32
  var group: UInt32
  /// `nil` for a directory.
  var size: Int64?

  init(id: Int64, parent: Int64?, name: EntryName, mode: UInt32, owner: UInt32, group: UInt32, size: Int64?) {
    self.id = id
    self.parent = parent
    self.name = name
    self.mode = mode & 0o777
    self.owner = owner
    self.group = group
    self.size = size
  }

  /// - Returns: `nil` for entries that a backup leaves out: links, pipes, sockets, devices.
  init?(id: Int64, parent: Int64?, name: EntryName, _ status: stat) {
    let kind = status.st_mode & S_IFMT
    guard kind == S_IFREG || kind == S_IFDIR else { return nil }
    self.init(
      id: id, parent: parent, name: name, mode: UInt32(status.st_mode), owner: status.st_uid, group: status.st_gid,
      size: kind == S_IFREG ? Int64(status.st_size) : nil)
  }
}

/// The target of entries: a backup, or a directory.
protocol BackupSink: AnyObject {
  func add(_ entry: BackupEntry) throws
  /// Adds bytes to the file that was added last. Bytes that no piece covers are zero.
  func add(_ piece: [UInt8], at position: Int64) throws
  /// Finishes the sink. Call it after the last entry.
  func finish() throws
}
