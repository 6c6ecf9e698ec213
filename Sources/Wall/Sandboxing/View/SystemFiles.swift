// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import Glibc

/// A system file that may be copied into a runtime image.
struct SystemFile: Sendable {
  let directory: String
  let name: String
  let status: stat

  var path: String { directory + "/" + name }

  /// Opens the file again: an image has more files than a process may hold open.
  /// - Throws: `LaunchError` if another file has replaced it.
  func open() throws(LaunchError) -> Descriptor {
    var last = LastDirectory()
    return try open(by: &last)
  }

  func open(by last: inout LastDirectory) throws(LaunchError) -> Descriptor {
    let file = try Descriptor.open(name, beneath: try last.open(directory), flags: SystemFiles.opening)
    guard InstallRecord(try file.status()) == InstallRecord(status) else {
      throw .plan("\(path) changed while an image was made of it", remedy: "Try again when the system is updated.")
    }
    return file
  }
}

/// The most recently opened directory. Files are copied in the order of their paths, so most share their directory with
/// the previous one.
struct LastDirectory {
  private var path = ""
  private var descriptor: Descriptor?

  mutating func open(_ path: String) throws(LaunchError) -> Descriptor {
    if path == self.path, let descriptor { return descriptor }
    let opened = try Descriptor.open(path, flags: Descriptor.pathOnly | O_DIRECTORY)
    (self.path, descriptor) = (path, opened)
    return opened
  }
}

/// The system files that images may contain: from a fixed list of directories, opened beneath them without following
/// symlinks, owned by root or the host's own user, and readable by all.
///
/// A name from an extension (DT_NEEDED) is looked up in these directories; it is never used as a path. A file that only
/// root may read is excluded, since the image would expose it to the extension.
struct SystemFiles: Sendable {
  /// The directories to search for libraries, in order.
  let libraryDirectories: [String]

  /// - Parameter runtimeLibraries: directories that the operator named. They are searched after the system's, so that
  ///   they replace nothing, and before those of the toolchain on the host's path.
  /// - Throws: `LaunchError` for a directory that is a symlink, or that another user can write.
  init(runtimeLibraries: [String] = []) throws(LaunchError) {
    for directory in runtimeLibraries { try Self.check(directory) }
    let known = Self.systemLibraries + runtimeLibraries
    libraryDirectories = known + [ToolchainLibraries.directory].compactMap { $0 }.filter { !known.contains($0) }
  }

  /// Debian's name for the directories of this ABI.
  static let triplet: String = {
    #if arch(x86_64)
      "x86_64-linux-gnu"
    #else
      "aarch64-linux-gnu"
    #endif
  }()

  // The last two are separate directories on systems without a merged /usr.
  private static let systemLibraries = [
    "/usr/lib/\(triplet)", "/usr/lib64", "/usr/lib", "/lib/\(triplet)", "/lib64",
  ]

  /// The first suitable file with this name; `nil` if no directory has one.
  /// - Parameter name: a file name, which may be untrusted.
  func library(_ name: String) -> SystemFile? {
    guard Self.isFileName(name) else { return nil }
    return libraryDirectories.lazy.compactMap { Self.open(name, in: $0) }.first
  }

  /// A file in one of the fixed directories.
  /// - Returns: `nil` if it is absent, not a regular file, not owned by root or the host's user, writable by others, set-id, or not
  ///   readable by all.
  static func open(_ name: String, in directory: String) -> SystemFile? {
    var last = LastDirectory()
    return open(name, in: directory, by: &last)
  }

  static func open(_ name: String, in directory: String, by last: inout LastDirectory) -> SystemFile? {
    guard isFileName(name), let root = try? last.open(directory) else { return nil }
    var name = name
    // A library is often a symlink to its version in the same directory; other symlinks are not followed.
    for _ in 0..<8 {
      guard let file = try? Descriptor.open(name, beneath: root, flags: opening) else {
        guard let target = FileSystem.link(at: directory + "/" + name), isFileName(target) else { return nil }
        name = target
        continue
      }
      guard let status = try? file.status(), isFit(status) else { return nil }
      return SystemFile(directory: directory, name: name, status: status)
    }
    return nil
  }

  static let opening = O_RDONLY | O_NONBLOCK | O_NOCTTY

  static func isFileName(_ name: String) -> Bool {
    !name.isEmpty && name != "." && name != ".." && name.utf8.count <= 255
      && !name.utf8.contains(UInt8(ascii: "/")) && !name.utf8.contains(0)
  }

  private static func isFit(_ status: stat) -> Bool {
    status.st_mode & S_IFMT == S_IFREG && isTrusted(status.st_uid) && status.st_mode & S_IROTH != 0
      && status.st_mode & (S_IWGRP | S_IWOTH | S_ISUID | S_ISGID) == 0
  }

  /// Extensions never run as one of these.
  private static func isTrusted(_ owner: uid_t) -> Bool { owner == 0 || owner == geteuid() }

  static func isSafe(_ directory: String) -> Bool { (try? check(directory)) != nil }

  /// An operator's directory has to be as safe as the system's: only root or the host's user, who can replace the host
  /// itself, may own and write it and all its parents.
  private static func check(_ directory: String) throws(LaunchError) {
    guard directory.hasPrefix("/"), FileSystem.resolved(directory) == directory else {
      throw .plan(
        "the library directory \(directory) does not exist or is not an absolute path without symlinks",
        remedy: "Name it as `realpath` prints it.")
    }
    var current = directory
    while true {
      guard let status = FileSystem.status(current.isEmpty ? "/" : current), status.st_mode & S_IFMT == S_IFDIR,
        isTrusted(status.st_uid), status.st_mode & (S_IWGRP | S_IWOTH) == 0
      else {
        throw .plan(
          "the library directory \(directory) is writable by others: \(current.isEmpty ? "/" : current)",
          remedy: "Give it to root or to the host's user, with mode 0755.")
      }
      if current.isEmpty || current == "/" { return }
      current = String(current[..<(current.lastIndex(of: "/") ?? current.startIndex)])
    }
  }
}
