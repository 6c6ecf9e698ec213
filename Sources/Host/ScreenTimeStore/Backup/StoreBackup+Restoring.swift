// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

internal import FileTrees
internal import Glibc

// MARK: - Restoring

extension StoreBackup {
  /// Puts the backup in the place of a state directory. What was there is kept beside it as `….before-restore`.
  ///
  /// The new state is whole and judged before the old one moves.
  ///
  /// - Parameter judge: looks at the unpacked directory; what it throws leaves everything as it was.
  /// - Returns: where the old state is now; `nil` if there was none.
  /// - Throws: `StoreError`: a host runs, the disk is full, the directory can't be replaced.
  package func restore(to directory: String, judge: (String) throws -> Void) throws -> String? {
    let holdsState = DurableFile.size(of: directory) != nil
    // Held until the directories have changed places: no host may start over what is about to move.
    let lock = holdsState ? try Self.claim(directory) : nil
    defer { withExtendedLifetime(lock) {} }
    let staged = directory + StateDirectoryLock.restoringSuffix
    try StateDirectoryLock.prepare(staged, syncs: true)
    do {
      try Self.empty(staged)
      try unpack(into: staged)
      // Thousands of files at once, rather than one after the other.
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
    // Between the two there is no state under the name; who starts a host then is told so by `StateDirectoryLock`.
    guard rename(directory, old) == 0 else { throw StoreError.refused("move away", directory) }
    guard rename(staged, directory) == 0 else { throw StoreError.refused("replace", directory) }
    try DurableFile.syncDirectory(of: directory)
    return old
  }

  /// Removes what an earlier attempt left.
  private static func empty(_ directory: String) throws(StoreError) {
    do throws(TreeError) { try TreeRemoval.empty(try OpenDirectory(path: directory)) } catch {
      throw StoreError(.unavailable, error.description)
    }
  }
}

/// The lock of a directory that is about to be replaced, as a value that can be kept in an optional.
private final class StateDirectoryClaim {
  private let lock: StateDirectoryLock

  init(directory: String) throws(StoreError) { lock = try StateDirectoryLock(directory: directory) }
}
