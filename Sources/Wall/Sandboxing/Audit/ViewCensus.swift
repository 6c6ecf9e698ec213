// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

internal import FileTrees
import Glibc
import Synchronization

/// The files that this host's unsealed processes can reach, used to check that a sealed process shares none of them.
///
/// Bundles and images don't change once they are made, so each is walked once.
final class ViewCensus: Sendable {
  /// One directory of a view as it was when it was mounted.
  struct Tree: Sendable {
    /// The identity with the change time, since a later directory may get the same inode.
    let record: InstallRecord
    let directory: Descriptor

    init(_ directory: Descriptor) throws(LaunchError) {
      self.directory = directory
      record = InstallRecord(try directory.status())
    }
  }

  private struct State {
    /// Trees to walk at the next sealed launch.
    var pending: [InstallRecord: Tree] = [:]
    var unsealed: [InstallRecord: Set<FileIdentity>] = [:]
    var sealed: [InstallRecord: Set<FileIdentity>] = [:]
    /// Pairs of a sealed and an unsealed tree that share nothing.
    var disjoint: Set<[InstallRecord]> = []
  }
  private let state = Mutex(State())

  /// Records the trees that an unsealed process will see.
  func enter(_ trees: [Tree]) {
    state.withLock { state in
      for tree in trees where state.unsealed[tree.record] == nil { state.pending[tree.record] = tree }
    }
  }

  /// The files that both a sealed process and an unsealed one of this host can reach.
  enum Sharing: Equatable {
    case nothing
    case file(FileIdentity)
    /// A tree could not be read in whole.
    case unknown
  }

  func sharing(of trees: [Tree]) -> Sharing {
    state.withLock { state in
      // A tree that can't be read now stays pending, and no sealed process is trusted until it has been read.
      for (record, tree) in state.pending {
        guard let files = Self.files(below: tree.directory) else { return .unknown }
        state.unsealed[record] = files
        state.pending[record] = nil
      }
      for tree in trees {
        guard let own = state.sealed[tree.record] ?? Self.files(below: tree.directory) else { return .unknown }
        state.sealed[tree.record] = own
        for (record, others) in state.unsealed where !state.disjoint.contains([tree.record, record]) {
          if let shared = own.intersection(others).first { return .file(shared) }
          state.disjoint.insert([tree.record, record])
        }
      }
      return .nothing
    }
  }

  /// Every file and directory of a tree that the host made; `nil` if a part of it can't be read.
  private static func files(below root: Descriptor) -> Set<FileIdentity>? {
    guard let status = try? root.status() else { return nil }
    if let found = try? walk(root, status) { return found }
    // A tree that was removed in the meantime, with the family of its process, leads to no file any more.
    return (try? root.status())?.st_nlink == 0 ? [FileIdentity(status)] : nil
  }

  private static func walk(_ root: Descriptor, _ status: stat) throws(TreeError) -> Set<FileIdentity>? {
    var walk = try TreeWalk(of: OpenDirectory(path: "/proc/self/fd/\(root.number)/."), entries: .max - 1)
    var found: Set<FileIdentity> = [FileIdentity(status)]
    while let step = try walk.step() {
      guard case .entry(_, let status) = step else { return nil }
      found.insert(FileIdentity(status))
    }
    return found
  }
}
