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

  /// A file that both a sealed process and an unsealed one of this host can reach.
  func sharedFile(in trees: [Tree]) -> FileIdentity? {
    state.withLock { state in
      for (record, tree) in state.pending { state.unsealed[record] = Self.files(below: tree.directory) }
      state.pending = [:]
      for tree in trees {
        let own = state.sealed[tree.record] ?? Self.files(below: tree.directory)
        state.sealed[tree.record] = own
        for (record, others) in state.unsealed where !state.disjoint.contains([tree.record, record]) {
          if let shared = own.intersection(others).first { return shared }
          state.disjoint.insert([tree.record, record])
        }
      }
      return nil
    }
  }

  /// Every file and directory of a tree that the host made.
  private static func files(below root: Descriptor) -> Set<FileIdentity> {
    guard let status = try? root.status(), let directory = try? OpenDirectory(path: "/proc/self/fd/\(root.number)/."),
      var walk = try? TreeWalk(of: directory, entries: .max - 1)
    else { return [] }
    var found: Set<FileIdentity> = [FileIdentity(status)]
    while let step = try? walk.step() {
      if case .entry(_, let status) = step { found.insert(FileIdentity(status)) }
    }
    return found
  }
}
