// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import Glibc

/// One manifest file, opened once: what is checked is what is read.
struct ManifestFile {
  /// Why a file isn't read at all; completes "*file*: …".
  struct Refusal: Error {
    var message: String
  }

  let bytes: [UInt8]

  /// Opens without following a symbolic link and checks owner and mode on the open file (§18).
  ///
  /// - Parameter owner: the host's user; root is allowed as well.
  init(path: String, owner: UInt32) throws(Refusal) {
    let descriptor = open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
    guard descriptor >= 0 else {
      let reason = errno
      throw Refusal(
        message: reason == ELOOP
          ? "is a symbolic link; put the manifest itself into the directory"
          : "can't be opened: \(String(cString: strerror(reason)))")
    }
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0 else {
      throw Refusal(message: "can't be examined: \(String(cString: strerror(errno)))")
    }
    guard status.st_mode & S_IFMT == S_IFREG else { throw Refusal(message: "is not a regular file") }
    guard status.st_uid == owner || status.st_uid == 0 else {
      throw Refusal(message: "belongs to user \(status.st_uid); it must belong to the host's user \(owner) or to root")
    }
    guard status.st_mode & (S_IWGRP | S_IWOTH) == 0 else {
      throw Refusal(message: "can be written by others; run “chmod go-w” on it")
    }
    guard status.st_size <= ManifestJSON.maximumBytes else {
      throw Refusal(message: "\(status.st_size) bytes are more than the \(ManifestJSON.maximumBytes) allowed")
    }
    bytes = try Self.read(descriptor)
  }

  /// One byte more than allowed, so that a file that grows meanwhile is refused rather than cut.
  private static func read(_ descriptor: Int32) throws(Refusal) -> [UInt8] {
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 16_384)
    while bytes.count <= ManifestJSON.maximumBytes {
      let count = Glibc.read(descriptor, &chunk, chunk.count)
      if count == 0 { break }
      guard count > 0 else {
        if errno == EINTR { continue }
        throw Refusal(message: "can't be read: \(String(cString: strerror(errno)))")
      }
      bytes += chunk[..<count]
    }
    return bytes
  }
}
