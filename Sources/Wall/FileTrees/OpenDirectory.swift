// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

package import Glibc

/// A file's identity, which survives renames.
package struct FileIdentity: Hashable, Sendable {
  package var device: UInt64
  package var inode: UInt64

  package init(_ status: stat) {
    device = UInt64(status.st_dev)
    inode = UInt64(status.st_ino)
  }
}

/// An open directory. Its entries are reached from here by a single name and never through a symlink, so a tree that is
/// being changed can't lead outside itself.
package final class OpenDirectory: Sendable {
  package let number: Int32
  package let identity: FileIdentity
  let mode: mode_t
  package let owner: uid_t
  private static let flags = O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC
  /// O_PATH, which the C library shows only under _GNU_SOURCE.
  private static let pathOnly: Int32 = 0o10000000

  /// Takes ownership of the descriptor.
  ///
  /// - Parameter mode: the mode to restore, if it was changed to open the directory.
  private init(_ number: Int32, _ path: String, mode original: mode_t? = nil) throws(TreeError) {
    var status = stat()
    guard fstat(number, &status) == 0 else {
      let reason = errno
      close(number)
      throw TreeError("open", path, errno: reason)
    }
    self.number = number
    identity = FileIdentity(status)
    mode = original ?? status.st_mode & 0o7777
    owner = status.st_uid
  }

  deinit { close(number) }

  /// - Parameter path: a path that only the host can change; its last component must not be a symlink.
  package convenience init(path: String) throws(TreeError) {
    let number = open(path, Self.flags)
    guard number >= 0 else { throw TreeError("open", path, errno: errno) }
    try self.init(number, path)
  }

  /// The directory `name` in this one.
  ///
  /// - Parameter lifts: gives the owner access to a directory whose mode denies it.
  package func directory(_ name: EntryName, lifts: Bool = false) throws(TreeError) -> OpenDirectory {
    var (number, mode) = (openat(self.number, name.characters, Self.flags), nil as mode_t?)
    if number < 0, errno == EACCES, lifts { (number, mode) = try lifted(name, to: 0o700, flags: Self.flags) }
    guard number >= 0 else { throw TreeError("open", name.description, errno: errno) }
    return try OpenDirectory(number, name.description, mode: mode)
  }

  /// A descriptor of the regular file `name`; the caller closes it.
  ///
  /// - Parameter lifts: gives the owner read access to a file whose mode denies it; the mode is restored before it
  ///   returns.
  package func file(_ name: EntryName, lifts: Bool = false) throws(TreeError) -> Int32 {
    let flags = O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC | O_NOCTTY
    var number = openat(self.number, name.characters, flags)
    if number < 0, errno == EACCES, lifts {
      number = try lifted(name, to: 0o600, flags: flags, puttingBack: true).number
    }
    guard number >= 0 else { throw TreeError("open", name.description, errno: errno) }
    var status = stat()
    guard fstat(number, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
      close(number)
      throw TreeError("open", name.description, errno: ELOOP)
    }
    return number
  }

  /// Changes the mode through a descriptor of the entry, since its name may refer to another entry by now.
  ///
  /// - Returns: a descriptor, which is negative if the entry can't be opened anyway, and the mode that it had.
  private func lifted(
    _ name: EntryName, to mode: mode_t, flags: Int32, puttingBack: Bool = false
  ) throws(TreeError) -> (number: Int32, mode: mode_t?) {
    let place = openat(number, name.characters, Self.pathOnly | O_NOFOLLOW | O_CLOEXEC)
    guard place >= 0 else { throw TreeError("open", name.description, errno: errno) }
    defer { close(place) }
    var status = stat()
    let path = "/proc/self/fd/\(place)"
    guard fstat(place, &status) == 0, [S_IFREG, S_IFDIR].contains(status.st_mode & S_IFMT),
      status.st_uid == geteuid(), chmod(path, mode) == 0
    else { throw TreeError("open", name.description, errno: EACCES) }
    let opened = open(path, flags & ~O_NOFOLLOW)
    let reason = errno
    if puttingBack { chmod(path, status.st_mode & 0o7777) }
    errno = reason
    return (opened, status.st_mode & 0o7777)
  }

  /// Lets the owner list, enter and change this directory.
  func lift() {
    if mode & 0o700 != 0o700, owner == geteuid() { fchmod(number, mode | 0o700) }
  }

  /// Restores the mode that ``lift()``, or opening this directory, has changed.
  func restoreMode() {
    if mode & 0o700 != 0o700, owner == geteuid() { fchmod(number, mode) }
  }
}

// MARK: - Entries

extension OpenDirectory {
  /// Up to `limit` names, without `.` and `..`, in the order of the file system.
  package func names(atMost limit: Int) throws(TreeError) -> [EntryName] {
    // Opens the directory again: fdopendir takes the descriptor over and moves its offset.
    let own = openat(number, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard own >= 0 else { throw TreeError("list", "a directory", errno: errno) }
    guard let stream = fdopendir(own) else {
      let reason = errno
      close(own)
      throw TreeError("list", "a directory", errno: reason)
    }
    defer { closedir(stream) }
    var names: [EntryName] = []
    while names.count < limit {
      errno = 0
      guard let entry = readdir(stream) else {
        guard errno == 0 else { throw TreeError("list", "a directory", errno: errno) }
        break
      }
      let name = withUnsafePointer(to: &entry.pointee.d_name) { pointer in
        pointer.withMemoryRebound(to: UInt8.self, capacity: 256) {
          EntryName(bytes: UnsafeBufferPointer(start: $0, count: strlen($0)))
        }
      }
      if let name { names.append(name) }
    }
    return names
  }

  /// The status of the entry itself, not of what a symlink names; `nil` when it is gone.
  package func status(of name: EntryName) -> stat? {
    var status = stat()
    return fstatat(number, name.characters, &status, AT_SYMLINK_NOFOLLOW) == 0 ? status : nil
  }

  /// The directory that currently contains this one.
  func parent() throws(TreeError) -> OpenDirectory {
    let above = openat(number, "..", Self.flags)
    guard above >= 0 else { throw TreeError("leave", "a directory", errno: errno) }
    return try OpenDirectory(above, "..")
  }
}

/// `strlen` of bytes.
private func strlen(_ bytes: UnsafePointer<UInt8>) -> Int {
  bytes.withMemoryRebound(to: CChar.self, capacity: 256) { Glibc.strlen($0) }
}
