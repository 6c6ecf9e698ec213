// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

internal import Glibc

/// A lock that one process at a time holds. It ends with the process that holds it.
struct FileLock {
  private let descriptor: Int32

  /// Waits for the lock.
  ///
  /// - Throws: `AdoptionError` if the file can't be created.
  init(_ path: String) throws(AdoptionError) {
    descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw AdoptionError("\(path) can't be created; check the directory's permissions.") }
    while flock(descriptor, LOCK_EX) != 0, errno == EINTR {}
  }

  func release() { close(descriptor) }

  /// Whether another process holds the lock.
  static func isHeld(_ path: String) -> Bool {
    let descriptor = open(path, O_RDWR | O_CLOEXEC)
    guard descriptor >= 0 else { return false }
    defer { close(descriptor) }
    return flock(descriptor, LOCK_EX | LOCK_NB) != 0
  }
}
