// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

internal import Glibc

/// File operations that survive a power failure: contents are synced first, then the name.
enum DurableFile {
  /// Atomically replaces a file with a finished one.
  static func replace(_ path: String, with new: String, syncs: Bool) throws(StoreError) {
    try protect(new)
    if syncs { try sync(new) }
    guard rename(new, path) == 0 else { throw StoreError.refused("replace", path) }
    if syncs { try syncDirectory(of: path) }
  }

  /// Restricts a file to its owner.
  static func protect(_ path: String) throws(StoreError) {
    guard chmod(path, 0o600) == 0 else { throw StoreError.refused("protect", path) }
  }

  /// Writes a small file atomically.
  static func write(_ bytes: [UInt8], to path: String, syncs: Bool) throws(StoreError) {
    let temporary = path + ".new"
    let descriptor = Glibc.open(temporary, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW, 0o600)
    guard descriptor >= 0 else { throw StoreError.refused("write", path) }
    var written = 0
    while written < bytes.count {
      let count = bytes[written...].withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
      guard count > 0 else { break }
      written += count
    }
    let reason = errno
    let isClosed = close(descriptor) == 0
    if written < bytes.count { errno = reason }
    guard written == bytes.count, isClosed else { throw StoreError.refused("write", path) }
    try replace(path, with: temporary, syncs: syncs)
  }

  /// Gives a file a second name, which stays when the first name is reused. If the name is taken, a number is appended.
  ///
  /// - Returns: the second name.
  @discardableResult
  static func keep(_ path: String, as name: String) throws(StoreError) -> String {
    var candidate = name
    var number = 2
    while try !addName(candidate, to: path) {
      if isSame(path, candidate) { return candidate }
      candidate = "\(name).\(number)"
      number += 1
    }
    return candidate
  }

  /// Gives a file another name (a hard link).
  ///
  /// - Returns: whether the name was free.
  static func addName(_ name: String, to path: String) throws(StoreError) -> Bool {
    if link(path, name) == 0 { return true }
    guard errno == EEXIST else { throw StoreError.refused("keep a copy of", path) }
    return false
  }

  /// Removes a file that may be missing.
  static func remove(_ path: String) throws(StoreError) {
    guard unlink(path) == 0 || errno == ENOENT else { throw StoreError.refused("remove", path) }
  }

  /// Creates an empty file that must not exist yet.
  static func create(_ path: String) throws(StoreError) {
    let descriptor = Glibc.open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600)
    guard descriptor >= 0 else { throw StoreError.refused("write", path) }
    close(descriptor)
  }

  /// Creates an empty file unless one exists.
  static func touch(_ path: String) {
    let descriptor = Glibc.open(path, O_WRONLY | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
    if descriptor >= 0 { close(descriptor) }
  }

  /// The size of a file in bytes; `nil` if it doesn't exist.
  static func size(of path: String) -> Int? {
    var status = stat()
    return lstat(path, &status) == 0 ? Int(status.st_size) : nil
  }

  static func sync(_ path: String, flags: Int32 = 0) throws(StoreError) {
    let descriptor = Glibc.open(path, O_RDONLY | O_CLOEXEC | flags)
    guard descriptor >= 0 else { throw StoreError.refused("open", path) }
    defer { close(descriptor) }
    guard fsync(descriptor) == 0 else { throw StoreError.refused("write", path) }
  }

  /// Makes the names in the directory of `path` durable.
  static func syncDirectory(of path: String) throws(StoreError) {
    guard let slash = path.lastIndex(of: "/") else { return }
    try sync(slash == path.startIndex ? "/" : String(path[..<slash]), flags: O_DIRECTORY)
  }

  private static func isSame(_ left: String, _ right: String) -> Bool {
    var (first, second) = (stat(), stat())
    return lstat(left, &first) == 0 && lstat(right, &second) == 0 && first.st_ino == second.st_ino
      && first.st_dev == second.st_dev
  }
}

extension StoreError {
  /// The error of a failed file operation, from `errno`.
  static func refused(_ act: String, _ path: String) -> StoreError {
    let code = errno
    return StoreError(
      code == ENOSPC ? .failed : .unavailable,
      "Could not \(act) \(path): \(String(cString: strerror(code))); "
        + (code == ENOSPC ? "free some space." : "check that you own it and may write there."))
  }
}
