// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

internal import Glibc

/// Steps on files that must survive a power cut: contents first, then the name.
enum DurableFile {
  /// Puts a finished file in the place of another in one step.
  static func replace(_ path: String, with new: String, syncs: Bool) throws(StoreError) {
    try protect(new)
    if syncs { try sync(new) }
    guard rename(new, path) == 0 else { throw StoreError.refused("replace", path) }
    if syncs { try syncDirectory(of: path) }
  }

  /// Leaves a file to its owner.
  static func protect(_ path: String) throws(StoreError) {
    guard chmod(path, 0o600) == 0 else { throw StoreError.refused("protect", path) }
  }

  /// Writes a small file whole or not at all.
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

  /// Gives a file a second name, which stays when the first gets another file; a name that is taken gets a number.
  ///
  /// - Returns: the second name.
  @discardableResult
  static func keep(_ path: String, as name: String) throws(StoreError) -> String {
    var candidate = name
    var number = 2
    while link(path, candidate) != 0 {
      guard errno == EEXIST else { throw StoreError.refused("keep a copy of", path) }
      if isSame(path, candidate) { return candidate }
      candidate = "\(name).\(number)"
      number += 1
    }
    return candidate
  }

  /// Removes a file that may be missing.
  static func remove(_ path: String) throws(StoreError) {
    guard unlink(path) == 0 || errno == ENOENT else { throw StoreError.refused("remove", path) }
  }

  /// Makes an empty file where there is none.
  static func touch(_ path: String) {
    let descriptor = Glibc.open(path, O_WRONLY | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
    if descriptor >= 0 { close(descriptor) }
  }

  /// Bytes in a file; `nil` where there is none.
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
  /// What the file system said to an act on a file, from `errno`.
  static func refused(_ act: String, _ path: String) -> StoreError {
    let code = errno
    return StoreError(
      code == ENOSPC ? .failed : .unavailable,
      "Could not \(act) \(path): \(String(cString: strerror(code))); "
        + (code == ENOSPC ? "free some space." : "see that you own it and may write there."))
  }
}
