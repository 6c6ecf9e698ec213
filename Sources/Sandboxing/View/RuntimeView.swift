// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import Glibc

/// The runtime an executable needs in its view: loader, libraries, interpreter, time zones.
struct RuntimeView: Sendable {
  private(set) var entries: [ViewEntry] = []

  /// - Parameters:
  ///   - image: a directory of copies laid out as below `/`, or `nil` for the system's own files.
  ///   - grantsLocks: record locks were granted, so no inode of the view may be one that another family can open.
  init(profile: SandboxProfile, elf: ELFFile, image: String?, grantsLocks: Bool = false) throws(LaunchError) {
    if profile == .sealed(.compute) {
      guard elf.linkMode == .staticExecutable else {
        throw .plan(
          "the `compute` fitting carries no dynamic executable",
          remedy: "Link it as a static executable, or let the manifest ask for the `files` fitting.")
      }
      return
    }
    let root = image ?? ""
    if elf.linkMode == .dynamic {
      if image == nil && grantsLocks {
        throw .plan(
          "locks need an image of the runtime: a lock on a file of the system is seen by other families",
          remedy: "Make one with RuntimeImage at approval, or link a static executable.")
      }
      if image == nil && profile != .confined {
        throw .plan(
          "the `files` fitting needs a sealed image of the runtime",
          remedy: "Make one with RuntimeImage at approval, or link a static executable.")
      }
      for name in ["/usr", "/lib", "/lib32", "/lib64", "/bin"] { try add(name, root: root) }
    } else if image != nil || (profile == .confined && !grantsLocks) {
      // Without an image a sealed program, or one with locks, gets none: the system's files are inodes that unsealed processes open too.
      try add("/usr/share/zoneinfo", root: root)
    }
    let cache = "/etc/ld.so.cache"
    if elf.linkMode == .dynamic, FileSystem.status(root + cache) != nil {
      entries.append(
        ViewEntry(target: cache, source: .file(try Descriptor.open(root + cache, flags: Descriptor.pathOnly))))
    }
  }

  /// Adds one directory unless it is absent or below one that is there already.
  private mutating func add(_ target: String, root: String) throws(LaunchError) {
    guard !entries.contains(where: { FileSystem.path(target, isWithin: $0.target) }),
      let status = FileSystem.status(root + target)
    else { return }
    if status.st_mode & S_IFMT == S_IFLNK, let link = FileSystem.link(at: root + target) {
      entries.append(ViewEntry(target: target, source: .link(link)))
    } else if status.st_mode & S_IFMT == S_IFDIR {
      let tree = try Descriptor.open(root + target, flags: Descriptor.pathOnly | O_DIRECTORY)
      entries.append(ViewEntry(target: target, source: .tree(tree), isRecursive: root.isEmpty))
    }
  }
}
