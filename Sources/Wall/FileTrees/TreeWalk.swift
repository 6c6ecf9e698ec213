// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

package import Glibc

/// A walk through a tree that a hostile process may have made and may still change: depth-first, without recursion,
/// with two open descriptors, and never through a symlink.
package struct TreeWalk: ~Copyable {
  package enum Step {
    /// An entry of the current directory. A directory's own entries follow.
    case entry(EntryName, stat)
    /// A directory that can't be listed, or was replaced before the walk entered it.
    case unreadable(EntryName, errno: Int32)
  }

  private var cursor: TreeCursor
  private var pending: [[EntryName]] = []
  private var next: EntryName?
  private var entriesLeft: Int
  /// Whether the walk stopped because its budget of entries was used up.
  package private(set) var isOverBudget = false

  /// - Parameters:
  ///   - entries: the most entries to look at.
  ///   - lifts: gives the owner access to directories and files whose mode denies it, and restores the modes.
  package init(of root: OpenDirectory, entries: Int, lifts: Bool = false) throws(TreeError) {
    cursor = TreeCursor(at: root, lifts: lifts, restoresModes: lifts)
    entriesLeft = entries
    pending = [try cursor.current.names(atMost: entries + 1)]
  }

  deinit {
    var cursor = cursor
    cursor.leave()
  }

  /// The directory that contains the last entry.
  package var directory: OpenDirectory { cursor.current }
  /// Its path from the root.
  package var path: [EntryName] { cursor.path }
  /// The same path, computed on demand, since that takes time proportional to the depth.
  package var above: () -> [EntryName] {
    let cursor = cursor
    return { cursor.path }
  }
  package var depth: Int { cursor.depth }

  /// - Returns: `nil` at the end, or when the budget is used up.
  package mutating func step() throws(TreeError) -> Step? {
    if let name = next {
      next = nil
      do throws(TreeError) {
        try cursor.descend(into: name)
        pending.append([])
        pending[pending.count - 1] = try cursor.current.names(atMost: entriesLeft + 1)
      } catch {
        // A descent that failed left the cursor where it was; a listing that failed shows as an empty directory.
        return .unreadable(name, errno: error.errno)
      }
    }
    while true {
      guard let name = pending[pending.count - 1].popLast() else {
        guard cursor.depth > 0 else { return nil }
        pending.removeLast(try cursor.ascend())
        continue
      }
      guard entriesLeft > 0 else {
        isOverBudget = true
        return nil
      }
      entriesLeft -= 1
      guard let status = cursor.current.status(of: name) else { continue }
      if status.st_mode & S_IFMT == S_IFDIR { next = name }
      return .entry(name, status)
    }
  }

  /// Skips the contents of the directory that was just returned.
  package mutating func skip() { next = nil }
}
