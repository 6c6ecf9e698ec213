// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// The directory that holds a host's state, and the checks it has to pass before anything in it is read or written.
package enum StateDirectory {
  /// The host's directories below it. A link in the place of one would redirect its files.
  private static let parts = ["containers", "keys", "programs", "recordings", "running", "views"]

  /// Checks a state directory without following a link in its last component. A missing directory passes.
  ///
  /// Links above it are followed, since they belong to the machine's setup (`/var/run`, a home on another volume).
  ///
  /// - Throws: `StoreError` that describes the problem.
  package static func examine(_ path: String) throws(StoreError) {
    guard let status = try status(path) else { return }
    let name = "The state directory \(path)"
    guard status.st_mode & S_IFMT != S_IFLNK else {
      throw StoreError(.unavailable, "\(name) is a symbolic link; name the directory it leads to.")
    }
    guard status.st_mode & S_IFMT == S_IFDIR else { throw StoreError(.unavailable, "\(name) is not a directory.") }
    guard status.st_uid == geteuid() else {
      throw StoreError(.unavailable, "\(name) belongs to another user; choose one of your own.")
    }
    guard status.st_mode & (S_IWGRP | S_IWOTH) == 0 else {
      throw StoreError(
        .unavailable, "\(name) can be written by others; look at what is in it, then run chmod 700 on it.")
    }
    for part in parts {
      guard let status = try Self.status("\(path)/\(part)") else { continue }
      guard status.st_mode & S_IFMT == S_IFDIR, status.st_uid == geteuid() else {
        throw StoreError(.unavailable, "\(path)/\(part) is not a directory of the host's; move it out of the state.")
      }
    }
  }

  /// Whether users other than the owner can list or read it. Search permission alone exposes only files they may open.
  static func isOpen(_ status: stat) -> Bool { status.st_mode & 0o066 != 0 }

  private static func status(_ path: String) throws(StoreError) -> stat? {
    var trimmed = Substring(path)
    // `lstat` would follow a link whose path ends in a slash.
    while trimmed.count > 1, trimmed.hasSuffix("/") { trimmed.removeLast() }
    var status = stat()
    if lstat(String(trimmed), &status) == 0 { return status }
    guard errno == ENOENT else {
      throw StoreError(.unavailable, "\(path) can't be examined: \(String(cString: strerror(errno))).")
    }
    return nil
  }
}
