// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import Glibc

/// The host's store of bundle copies: new inodes with one link each, owned by the host and read-only
/// (`sandbox.md#what-an-extension-sees`).
///
/// Each extension point gets its own copy: sealed and unsealed points share no inode, because locks, futexes and
/// page-cache residency are tied to the inode.
public struct BundleStore: Sendable {
  public let directory: String
  private static let largestFile = 512 << 20
  private static let pieceSize = 1 << 18

  /// - Parameter directory: absolute, existing, writable only by the host.
  public init(directory: String) throws(LaunchError) {
    guard let path = FileSystem.resolved(directory), let status = FileSystem.status(path),
      status.st_uid == geteuid(), status.st_mode & (S_IWGRP | S_IWOTH) == 0
    else {
      throw .plan(
        "the store \(directory) does not exist or can be written by another user",
        remedy: "Create it as a directory of mode 0755 owned by the host.")
    }
    self.directory = path
  }

  /// Copies the named files of a bundle below `name`.
  ///
  /// Copies only the files that the manifest names: a bundle is often a build directory with many others.
  /// - Parameters:
  ///   - source: the bundle as the user supplied it; its path is never used again.
  ///   - assets: further files, relative to the bundle.
  ///   - name: a directory of the store that does not exist yet, for instance family, point and build.
  public func install(
    source: String, executable: String, assets: [String] = [], as name: String
  ) throws(LaunchError) -> InstalledBundle {
    let target = directory + "/" + name
    for path in [name, executable] + assets where !Self.isPlain(path) {
      throw .plan("“\(path)” is not a plain relative path", remedy: "Name files below the bundle, without . or ..")
    }
    guard FileSystem.status(target) == nil else {
      throw .plan("\(target) is installed already", remedy: "Remove it first or install under another name.")
    }
    guard let real = FileSystem.resolved(source) else {
      throw .plan(
        "the bundle \(source) does not exist", remedy: "Build the family, or correct “bundle” in its manifest.")
    }
    let root = try Descriptor.open(real, flags: O_RDONLY | O_DIRECTORY)
    do throws(LaunchError) {
      for path in [executable] + assets {
        let file = try Descriptor.open(path, beneath: root, flags: O_RDONLY | O_NONBLOCK)
        let status = try file.status()
        guard status.st_mode & S_IFMT == S_IFREG else { throw LaunchError.plan("\(path) in \(source) is not a file") }
        try makeDirectories(below: name, for: path)
        try Self.copy(file, status, path: path, to: target + "/" + path)
      }
      let copied = try Descriptor.open(target + "/" + executable, flags: O_RDONLY | O_NONBLOCK)
      return InstalledBundle(
        directory: target, executable: executable, record: InstallRecord(try copied.status()))
    } catch {
      remove(name)
      throw error
    }
  }

  /// Removes an installation, including an incomplete one.
  public func remove(_ name: String) { ContainerRemoval.remove(directory + "/" + name) }
}

// MARK: - Copies

extension BundleStore {
  private static func isPlain(_ path: String) -> Bool {
    path.split(separator: "/", omittingEmptySubsequences: false).allSatisfy { !["", ".", ".."].contains($0) }
  }

  private func makeDirectories(below name: String, for path: String) throws(LaunchError) {
    var built = directory
    for component in (name + "/" + path).split(separator: "/").dropLast() {
      built += "/" + component
      try Self.makeDirectory(built)
    }
  }

  static func makeDirectory(_ path: String) throws(LaunchError) {
    guard unsafe mkdir(path, 0o755) == 0 || errno == EEXIST else {
      throw LaunchError(stage: "host", errno: errno, message: "the directory \(path) could not be made")
    }
    _ = unsafe chmod(path, 0o755)
  }

  /// Creates a new file with the bytes of `file`.
  /// - Parameter seen: called with each piece of the bytes.
  static func copy(
    _ file: Descriptor, _ status: stat, path: String, to target: String, seen: ([UInt8]) -> Void = { _ in }
  ) throws(LaunchError) {
    guard status.st_mode & (S_ISUID | S_ISGID) == 0 else { throw .plan("\(path) is set-id") }
    guard status.st_mode & S_IWOTH == 0 else { throw .plan("\(path) can be written by every user") }
    guard status.st_size <= largestFile else { throw .plan("\(path) is larger than 512 MiB") }
    let number = unsafe open(target, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
    guard number >= 0 else {
      throw LaunchError(stage: "host", errno: errno, message: "the copy \(target) could not be made")
    }
    let copy = Descriptor(number)
    let size = Int(status.st_size)
    // A file that takes a single write needs no reservation: that write itself fails on a full disk.
    if size > pieceSize { try copy.reserve(size) }
    var done = 0
    // Copy in pieces to bound the host's memory. The extra byte detects a file that grew, which fails the copy.
    while done <= size {
      let piece = file.read(min(pieceSize, size - done + 1), at: done)
      if piece.isEmpty { break }
      try write(piece, to: copy, target)
      seen(piece)
      done += piece.count
    }
    guard done == size else { throw .plan("\(path) changed while it was copied") }
    fchmod(copy.number, status.st_mode & S_IXUSR == 0 ? 0o444 : 0o555)
  }

  private static func write(_ bytes: [UInt8], to copy: Descriptor, _ target: String) throws(LaunchError) {
    var done = 0
    while done < bytes.count {
      let written = unsafe bytes.withUnsafeBytes {
        unsafe Glibc.write(copy.number, $0.baseAddress.map { unsafe $0 + done }, $0.count - done)
      }
      guard written > 0 else {
        throw LaunchError(stage: "host", errno: errno, message: "the copy \(target) could not be written")
      }
      done += written
    }
  }
}
