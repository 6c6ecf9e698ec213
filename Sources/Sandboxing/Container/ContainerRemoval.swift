// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import Glibc

/// Removes what an extension left, however deep and however named, once its processes are gone (section 6).
public enum ContainerRemoval {
  /// Removes everything in `path` and the directory itself.
  ///
  /// A directory that holds others is not descended into: they are moved up beside it first. So one descriptor is held
  /// at a time, and no path grows longer than the kernel accepts.
  /// - Returns: whether nothing is left.
  @discardableResult
  public static func remove(_ path: String) -> Bool {
    let number = unsafe open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
    guard number >= 0 else { return errno == ENOENT }
    let root = Descriptor(number)
    var counter = 0
    while let names = DirectoryStream.names(in: root, atMost: 1024), !names.isEmpty {
      for name in names where !remove(name, from: root, counter: &counter) { return false }
    }
    return unsafe rmdir(path) == 0
  }

  private static func remove(_ name: DirectoryStream.Name, from root: Descriptor, counter: inout Int) -> Bool {
    if unsafe unlinkat(root.number, name, 0) == 0 { return true }
    guard errno == EISDIR || errno == EPERM else { return errno == ENOENT }
    if unsafe unlinkat(root.number, name, AT_REMOVEDIR) == 0 { return true }
    guard errno == ENOTEMPTY || errno == EEXIST else { return false }
    if DirectoryStream.open(name, in: root) == nil { _ = unsafe fchmodat(root.number, name, 0o700, 0) }
    guard let directory = DirectoryStream.open(name, in: root),
      let below = DirectoryStream.names(in: directory, atMost: .max)
    else { return false }
    for entry in below where unsafe unlinkat(directory.number, entry, 0) != 0 {
      guard move(entry, from: directory, to: root, counter: &counter) else { return false }
    }
    return unsafe unlinkat(root.number, name, AT_REMOVEDIR) == 0
  }

  /// Under a name that nothing in `root` has.
  private static func move(
    _ name: DirectoryStream.Name, from directory: Descriptor, to root: Descriptor, counter: inout Int
  ) -> Bool {
    while true {
      counter += 1
      let free = "sallyport-removed-\(counter)".utf8CString
      let isTaken = DirectoryStream.status(of: Array(free), in: root) != nil
      if isTaken { continue }
      if unsafe renameat(directory.number, name, root.number, Array(free)) == 0 { return true }
      // Moving a directory writes to it, so its own mode has to allow that.
      guard errno == EACCES, unsafe fchmodat(directory.number, name, 0o700, 0) == 0 else { return false }
    }
  }
}
