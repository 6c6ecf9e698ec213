// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

internal import FileTrees
internal import Glibc

// MARK: - Restoring

extension StoreBackup {
  /// Replaces a state directory with the backup. The previous directory is kept beside it as `….before-restore`.
  ///
  /// The new state is complete and checked before the old one moves.
  ///
  /// - Parameter judge: checks the unpacked directory. If it throws, everything stays as it was.
  /// - Returns: the new path of the old state; `nil` if there was none.
  /// - Throws: `StoreError` if a host is running, the disk is full, or the directory can't be replaced. Errors of
  ///   `judge`.
  package func restore(to directory: String, judge: (String) throws -> Void) throws -> String? {
    let holdsState = DurableFile.size(of: directory) != nil
    // Hold the lock until the directories have been exchanged, so that no host starts on one that is about to move.
    let lock = holdsState ? try Self.claim(directory) : nil
    defer { withExtendedLifetime(lock) {} }
    let staged = directory + StateDirectoryLock.restoringSuffix
    try StateDirectoryLock.prepare(staged, syncs: true)
    do {
      try Self.empty(staged)
      try unpack(into: staged)
      // Sync thousands of files at once instead of individually.
      sync()
      try judge(staged)
      try DurableFile.sync(staged, flags: O_DIRECTORY)
      return try Self.exchange(directory, staged, keepsOld: holdsState)
    } catch {
      try? Self.empty(staged)
      rmdir(staged)
      throw error
    }
  }

  private static func claim(_ directory: String) throws(StoreError) -> StateDirectoryClaim {
    try StateDirectoryLock.prepare(directory, syncs: false)
    return try StateDirectoryClaim(directory: directory)
  }

  private static func exchange(_ directory: String, _ staged: String, keepsOld: Bool) throws(StoreError) -> String? {
    guard keepsOld else {
      guard rename(staged, directory) == 0 else { throw StoreError.refused("make", directory) }
      try DurableFile.syncDirectory(of: directory)
      return nil
    }
    var old = directory + ".before-restore"
    var number = 2
    while DurableFile.size(of: old) != nil {
      old = "\(directory).before-restore.\(number)"
      number += 1
    }
    // Between the two renames there is no state at this path; `StateDirectoryLock` reports that to a host started then.
    guard rename(directory, old) == 0 else { throw StoreError.refused("move away", directory) }
    guard rename(staged, directory) == 0 else {
      let error = StoreError.refused("replace", directory)
      rename(old, directory)
      throw error
    }
    try DurableFile.syncDirectory(of: directory)
    return old
  }

  /// Removes the remains of an earlier attempt.
  private static func empty(_ directory: String) throws(StoreError) {
    do throws(TreeError) { try TreeRemoval.empty(try OpenDirectory(path: directory)) } catch {
      throw StoreError(.unavailable, error.description)
    }
  }
}

/// The lock of a directory that is about to be replaced, as a copyable value that can be stored in an optional.
private final class StateDirectoryClaim {
  private let lock: StateDirectoryLock

  init(directory: String) throws(StoreError) { lock = try StateDirectoryLock(directory: directory) }
}
