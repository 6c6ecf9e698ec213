// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

internal import FileTrees
import Glibc

/// A family's container on the disk: a directory of its own with one for each further group.
///
/// Each step goes by descriptor: a process of the family may exchange a group's directory at any moment, and what a path
/// leads to then must not change hands.
public enum ContainerDirectory {
  /// Makes what is missing.
  ///
  /// A group's name that the extension gave to something else stays as it is: that is the extension's own loss.
  ///
  /// - Parameters:
  ///   - path: in a directory that only the host writes to.
  ///   - groups: names of the directories in it.
  ///   - identity: the owner on a root host.
  /// - Throws: `LaunchError` that names what could not be made.
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
        // One that still is the host's was just made, or made by a host that was killed before it gave it away.
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
