// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

internal import Glibc

/// The exclusive lock on a state directory, held for the lifetime of this value.
///
/// The kernel releases it when the process exits, so a killed host leaves no stale lock. The descriptor is
/// close-on-exec, so an extension that outlives the host doesn't keep it (flock(2)).
struct StateDirectoryLock: ~Copyable {
  private let descriptor: Int32

  init(directory: String) throws(StoreError) {
    let path = directory + "/host.lock"
    let descriptor = Glibc.open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
    guard descriptor >= 0 else {
      throw StoreError(
        .unavailable, "Could not open \(path): \(String(cString: strerror(errno))); check that you own it.")
    }
    // A child of a host that was just killed holds the lock until its exec, so retry for a short time.
    var attempts = 20
    while flock(descriptor, LOCK_EX | LOCK_NB) != 0, attempts > 0 {
      attempts -= 1
      usleep(10_000)
    }
    guard attempts > 0 else {
      close(descriptor)
      throw StoreError(
        .inUse, "Another host is running on \(directory); stop it first, or choose another state directory.")
    }
    // Set last: a lock that was refused is closed above, and without a value there is no `deinit` to close it again.
    self.descriptor = descriptor
  }

  /// Unlocks it first: a child that another thread is just starting has a copy of the descriptor until its exec, and the
  /// kernel keeps the lock until the last copy is closed.
  deinit {
    flock(descriptor, LOCK_UN)
    close(descriptor)
  }

  /// The suffix of a state directory while a backup is being unpacked into it.
  static let restoringSuffix = ".restoring"

  /// Creates the state directory, accessible to its owner only.
  ///
  /// - Parameter syncs: whether to sync the parent, so that a new directory survives a power failure.
  static func prepare(_ directory: String, syncs: Bool) throws(StoreError) {
    var status = stat()
    let restoring = directory + restoringSuffix
    if lstat(directory, &status) != 0, lstat(restoring, &status) == 0 {
      throw StoreError(
        .unavailable,
        "A restore of \(directory) did not finish; run `sallyport restore` again, or remove \(restoring).")
    }
    try StateDirectory.examine(directory)
    if mkdir(directory, 0o700) == 0 {
      if syncs { try DurableFile.syncDirectory(of: directory) }
      return
    }
    guard errno == EEXIST, lstat(directory, &status) == 0, status.st_mode & S_IFMT == S_IFDIR else {
      throw StoreError(
        .unavailable,
        "Could not make the state directory \(directory): \(String(cString: strerror(errno))); make its parent first.")
    }
    guard !StateDirectory.isOpen(status) || chmod(directory, 0o700) == 0 else {
      throw StoreError(.unavailable, "The state directory \(directory) is open to others; run chmod 700 on it.")
    }
  }
}
