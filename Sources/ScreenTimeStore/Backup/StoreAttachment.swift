// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

internal import Foundation
internal import Glibc

/// A file or directory that lies beside the store and belongs to the state: keys, settings, containers.
package struct StoreAttachment: Hashable, Sendable {
  /// From the state directory, with slashes: `keys/root.key`.
  package var path: String
  package var mode: UInt32
  package var owner: UInt32
  package var group: UInt32
  /// `nil` for a directory.
  package var body: [UInt8]?
}

extension StoreAttachment {
  /// Everything below the named parts of a state directory, directories before what they hold. Links, sockets and
  /// devices, which a container may have, are left out: a backup follows nothing.
  static func collect(_ parts: [String], in directory: String) throws -> [StoreAttachment] {
    var found: [StoreAttachment] = []
    for part in parts.sorted() {
      guard let first = try read(part, in: directory) else { continue }
      found.append(first)
      guard first.body == nil else { continue }
      guard let walk = FileManager.default.enumerator(atPath: directory + "/" + part) else {
        throw StoreError(.unavailable, "Could not read \(directory)/\(part); see that you own it.")
      }
      found += try walk.compactMap { $0 as? String }.sorted().compactMap { try read("\(part)/\($0)", in: directory) }
    }
    return found
  }

  private static func read(_ path: String, in directory: String) throws -> StoreAttachment? {
    let whole = directory + "/" + path
    var status = stat()
    guard lstat(whole, &status) == 0 else {
      if errno == ENOENT { return nil }
      throw StoreError.refused("read", whole)
    }
    var attachment = StoreAttachment(
      path: path, mode: status.st_mode & 0o777, owner: status.st_uid, group: status.st_gid, body: nil)
    switch status.st_mode & S_IFMT {
    case S_IFDIR: return attachment
    case S_IFREG:
      guard let data = FileManager.default.contents(atPath: whole) else { throw StoreError.refused("read", whole) }
      attachment.body = Array(data)
      return attachment
    default: return nil
    }
  }

  /// Makes it again below `directory`, which holds nothing yet that this host did not write.
  func unpack(into directory: String) throws(StoreError) {
    let whole = directory + "/" + path
    if let body {
      let descriptor = open(whole, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
      guard descriptor >= 0 else { throw StoreError.refused("write", whole) }
      defer { close(descriptor) }
      guard body.isEmpty || write(descriptor, body, body.count) == body.count, fchmod(descriptor, mode) == 0,
        fsync(descriptor) == 0
      else { throw StoreError.refused("write", whole) }
    } else {
      guard mkdir(whole, 0o700) == 0 || errno == EEXIST, chmod(whole, mode | 0o700) == 0 else {
        throw StoreError.refused("make", whole)
      }
    }
    // Containers belong to the uids of their families; without the right to give files away they become this user's.
    if geteuid() == 0, lchown(whole, owner, group) != 0 { throw StoreError.refused("give back", whole) }
  }

  /// Whether the path stays below the directory it is unpacked into.
  var isContained: Bool {
    !path.isEmpty && path.utf8.allSatisfy { $0 != 0 }
      && path.split(separator: "/", omittingEmptySubsequences: false).allSatisfy { !["", ".", ".."].contains($0) }
  }
}
