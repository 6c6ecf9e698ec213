// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

internal import Glibc

/// A position in a tree, moved one directory at a time.
///
/// Two descriptors are open at any depth. To ascend, it opens `..` and compares the identity with that of the directory
/// it came from, since a directory may have been moved.
package struct TreeCursor {
  private struct Level {
    var name: EntryName
    var identity: FileIdentity
  }

  private let root: OpenDirectory
  package private(set) var current: OpenDirectory
  private var levels: [Level] = []
  private let lifts: Bool
  private let restoresModes: Bool

  /// - Parameters:
  ///   - lifts: gives the owner access to directories whose mode denies it.
  ///   - restoresModes: restores their modes when the cursor leaves them.
  package init(at root: OpenDirectory, lifts: Bool = false, restoresModes: Bool = false) {
    self.root = root
    self.lifts = lifts
    self.restoresModes = restoresModes
    current = root
    if lifts { root.lift() }
  }

  /// 0 at the root.
  package var depth: Int { levels.count }
  /// From the root to here.
  package var path: [EntryName] { levels.map(\.name) }
  package var name: EntryName? { levels.last?.name }

  /// Enters the directory `name`; on failure the position is unchanged.
  package mutating func descend(into name: EntryName) throws(TreeError) {
    let below = try current.directory(name, lifts: lifts)
    if lifts { below.lift() }
    levels.append(Level(name: name, identity: below.identity))
    current = below
  }

  /// Returns to the directory that it came from.
  ///
  /// - Returns: the number of levels that it went up: more than one if directories above were moved.
  /// - Throws: `TreeError` at the root.
  package mutating func ascend() throws(TreeError) -> Int {
    let depth = levels.count
    guard depth > 0 else { throw TreeError("leave", "the root of a tree", errno: EINVAL) }
    let left = current
    levels.removeLast()
    let expected = levels.last?.identity ?? root.identity
    if levels.isEmpty {
      current = root
    } else if let above = try? left.parent(), above.identity == expected {
      current = above
    } else {
      goDownAgain()
    }
    if restoresModes { left.restoreMode() }
    return depth - levels.count
  }

  /// Restores the modes of the directories that it is in.
  mutating func leave() {
    guard restoresModes else { return }
    while depth > 0, (try? ascend()) != nil {}
    root.restoreMode()
  }

  /// Descends again from the root as long as names lead to the same directories.
  private mutating func goDownAgain() {
    current = root
    for (index, level) in levels.enumerated() {
      guard let below = try? current.directory(level.name, lifts: lifts), below.identity == level.identity else {
        levels.removeSubrange(index...)
        return
      }
      current = below
    }
  }
}
