// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

internal import FileTrees
import Glibc

/// A family's container on disk: a directory with a subdirectory per further group.
///
/// Every step uses descriptors: a process of the family may replace a group's directory at any moment, and the host
/// must not change the owner of whatever its path then leads to.
public enum ContainerDirectory {
  /// Creates the directories that are missing.
  ///
  /// A group's name that the extension used for something else is left alone; only that extension is affected.
  ///
  /// - Parameters:
  ///   - path: a path whose parent only the host can write.
  ///   - groups: names of the directories in it.
  ///   - identity: the owner on a root host.
  /// - Throws: `LaunchError` naming the directory that could not be made.
  public static func prepare(
    _ path: String, groups: [String], identity: LaunchSpecification.Identity?
  ) throws(LaunchError) {
    do throws(TreeError) {
      guard unsafe mkdir(path, 0o700) == 0 || errno == EEXIST else { throw TreeError("make", path, errno: errno) }
      let root = try OpenDirectory(path: path)
      try give(root, to: identity, path)
      for group in groups {
        guard let name = EntryName(group) else { throw TreeError("make", "\(path)/\(group)", errno: EINVAL) }
        guard unsafe mkdirat(root.number, name.cString, 0o700) == 0 || errno == EEXIST else {
          throw TreeError("make", "\(path)/\(name)", errno: errno)
        }
        // Still the host's: just created, or created by a host that was killed before it changed the owner.
        guard let directory = try? root.directory(name), directory.owner == geteuid() else { continue }
        try give(directory, to: identity, "\(path)/\(name)")
      }
    } catch {
      throw LaunchError(stage: "host", errno: error.errno, message: error.description)
    }
  }

  private static func give(
    _ directory: OpenDirectory, to identity: LaunchSpecification.Identity?, _ path: String
  ) throws(TreeError) {
    guard let identity else { return }
    guard fchown(directory.number, identity.uid, identity.gid) == 0 else {
      throw TreeError("give away", path, errno: errno)
    }
  }
}
