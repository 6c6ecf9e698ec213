// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

internal import Glibc

/// Removes a tree of any depth, width and names, once nothing writes to it any more.
///
/// It allocates no disk blocks, so it also works on a full disk.
package enum TreeRemoval {
  /// The number of names to keep in memory per level.
  private static let batch = 256

  private struct Level {
    var pending: [EntryName] = []
    /// Entries that could not be removed.
    var kept: Set<EntryName> = []
  }

  /// Removes the entry at `path` with everything below it; a missing entry is not an error.
  ///
  /// - Throws: the first failure, after everything else was removed.
  package static func remove(_ path: String) throws(TreeError) {
    if unlink(path) == 0 || errno == ENOENT { return }
    guard errno == EISDIR || errno == EPERM || errno == EACCES else { throw TreeError("remove", path, errno: errno) }
    let root: OpenDirectory
    do throws(TreeError) { root = try OpenDirectory(path: path) } catch {
      // The mode may deny the owner access. `path` is the host's own, so changing it is safe.
      guard error.errno == EACCES, chmod(path, 0o700) == 0 else { throw error }
      root = try OpenDirectory(path: path)
    }
    do throws(TreeError) { try empty(root) } catch {
      throw TreeError("remove", "\(path)/\(error.path)", errno: error.errno)
    }
    guard rmdir(path) == 0 else { throw TreeError("remove", path, errno: errno) }
  }

  /// Removes the entry `name` of a directory at `path` with everything below it; a missing entry is not an error.
  package static func remove(_ name: EntryName, in path: String) throws(TreeError) {
    try remove(path + "/" + String(decoding: name.bytes, as: UTF8.self))
  }

  /// Removes everything in a directory.
  ///
  /// - Throws: the first failure, after everything else was removed.
  package static func empty(_ root: OpenDirectory) throws(TreeError) {
    var cursor = TreeCursor(at: root, lifts: true)
    var levels = [Level()]
    var refusal: TreeError?
    while true {
      let last = levels.count - 1
      if let name = levels[last].pending.popLast() {
        let reason = attempt(name, in: cursor.current)
        if reason == 0 { continue }
        var why = reason
        if reason == ENOTEMPTY {
          do throws(TreeError) {
            try cursor.descend(into: name)
            levels.append(Level())
            continue
          } catch { why = error.errno }
        }
        refusal = refusal ?? TreeError("remove", (cursor.path + [name]).spoken, errno: why)
        levels[last].kept.insert(name)
        continue
      }
      let kept = levels[last].kept
      levels[last].pending = try cursor.current.names(atMost: batch + kept.count).filter { !kept.contains($0) }
      guard levels[last].pending.isEmpty else { continue }
      guard let name = cursor.name else { break }
      let count = try cursor.ascend()
      levels.removeLast(count)
      // If directories were moved (count > 1), the removal finds this one again at its new place.
      if count == 1, unlinkat(cursor.current.number, name.characters, AT_REMOVEDIR) != 0, errno != ENOENT {
        refusal = refusal ?? TreeError("remove", (cursor.path + [name]).spoken, errno: errno)
        levels[levels.count - 1].kept.insert(name)
      }
    }
    if let refusal { throw refusal }
  }

  /// - Returns: 0 if the entry is gone, ENOTEMPTY for a directory with entries, else the error.
  private static func attempt(_ name: EntryName, in directory: OpenDirectory) -> Int32 {
    if unlinkat(directory.number, name.characters, 0) == 0 || errno == ENOENT { return 0 }
    let reason = errno
    guard reason == EISDIR || reason == EPERM else { return reason }
    if unlinkat(directory.number, name.characters, AT_REMOVEDIR) == 0 || errno == ENOENT { return 0 }
    if errno == EEXIST { return ENOTEMPTY }
    return errno == ENOTDIR ? reason : errno
  }
}
