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
  ///
  /// Each step goes from an open directory to a name in it and never through a link: an extension that runs meanwhile
  /// can exchange a file of its container for a link to somebody else's at any moment.
  static func collect(_ parts: [String], in directory: String) throws -> [StoreAttachment] {
    var found: [StoreAttachment] = []
    var pending = parts.sorted(by: >)
    while let path = pending.popLast() {
      guard let descriptor = try open(path, below: directory) else { continue }
      defer { close(descriptor) }
      var status = stat()
      guard fstat(descriptor, &status) == 0 else { throw StoreError.refused("read", "\(directory)/\(path)") }
      var attachment = StoreAttachment(
        path: path, mode: status.st_mode & 0o777, owner: status.st_uid, group: status.st_gid, body: nil)
      switch status.st_mode & S_IFMT {
      case S_IFDIR:
        let names = try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd/\(descriptor)")
        pending += names.sorted(by: >).map { "\(path)/\($0)" }
      case S_IFREG: attachment.body = try content(of: descriptor, count: Int(status.st_size), "\(directory)/\(path)")
      default: continue
      }
      found.append(attachment)
    }
    return found
  }

  /// - Returns: `nil` for what is gone, a link, or lies behind one.
  private static func open(_ path: String, below directory: String) throws -> Int32? {
    var current = Glibc.open(directory, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard current >= 0 else { throw StoreError.refused("read", directory) }
    let names = path.split(separator: "/").map(String.init)
    for (index, name) in names.enumerated() {
      let isLast = index == names.count - 1
      let next = openat(
        current, name, O_NOFOLLOW | O_CLOEXEC | (isLast ? O_RDONLY | O_NONBLOCK : O_RDONLY | O_DIRECTORY))
      let reason = errno
      close(current)
      guard next >= 0 else {
        // A socket can't be opened at all, and a link only to be followed.
        if [ENOENT, ELOOP, ENOTDIR, ENXIO].contains(reason) { return nil }
        errno = reason
        throw StoreError.refused("read", "\(directory)/\(path)")
      }
      current = next
    }
    return current
  }

  /// As many bytes as the file had when it was opened: one that grows meanwhile is copied as it was.
  private static func content(of descriptor: Int32, count: Int, _ name: String) throws -> [UInt8] {
    let file = FileHandle(fileDescriptor: descriptor, closeOnDealloc: false)
    do { return Array(try file.read(upToCount: count) ?? Data()) } catch { throw StoreError.refused("read", name) }
  }

  /// Makes it again below `directory`, which holds nothing yet that this host did not write.
  func unpack(into directory: String) throws(StoreError) {
    let whole = directory + "/" + path
    if let body {
      let descriptor = Glibc.open(whole, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
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
