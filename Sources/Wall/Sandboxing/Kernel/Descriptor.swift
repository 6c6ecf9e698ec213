// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import CSandbox
import Glibc

/// A file descriptor that is closed with its last reference. It is close-on-exec.
final class Descriptor: Sendable {
  let number: Int32
  /// O_PATH, which the C library shows only under _GNU_SOURCE.
  static let pathOnly: Int32 = 0o10000000

  init(_ number: Int32) { self.number = number }
  deinit { close(number) }

  /// Opens a path beneath `directory` without following symlinks (H3).
  static func open(_ path: String, beneath directory: Descriptor, flags: Int32) throws(LaunchError) -> Descriptor {
    let result = unsafe csandbox_open_beneath(directory.number, path, flags | O_CLOEXEC)
    guard result >= 0 else {
      throw LaunchError(stage: "host", errno: -result, message: "\(path) could not be opened beneath its directory")
    }
    return Descriptor(result)
  }

  /// Opens an absolute path without following symlinks.
  static func open(_ path: String, flags: Int32) throws(LaunchError) -> Descriptor {
    guard path.hasPrefix("/") else { throw .plan("\(path) is not an absolute path") }
    let root = unsafe Glibc.open("/", Self.pathOnly | O_DIRECTORY | O_CLOEXEC)
    guard root >= 0 else { throw LaunchError(stage: "host", errno: errno, message: "/ could not be opened") }
    let relative = path.drop(while: { $0 == "/" })
    return try open(relative.isEmpty ? "." : String(relative), beneath: Descriptor(root), flags: flags)
  }

  static func pipe() throws(LaunchError) -> (read: Descriptor, write: Descriptor) {
    var ends: (Int32, Int32) = (-1, -1)
    let result = unsafe csandbox_pipe(&ends.0, &ends.1)
    guard result >= 0 else { throw LaunchError(stage: "host", errno: -result, message: "no pipe could be made") }
    return (Descriptor(ends.0), Descriptor(ends.1))
  }

  /// An eventfd, for which another thread waits with `poll`.
  static func alarm() throws(LaunchError) -> Descriptor {
    let number = csandbox_alarm()
    guard number >= 0 else { throw LaunchError(stage: "host", errno: -number, message: "no event could be made") }
    return Descriptor(number)
  }

  func signal() {
    var one: UInt64 = 1
    _ = unsafe write(number, &one, MemoryLayout<UInt64>.size)
  }

  func quiet() {
    var count: UInt64 = 0
    _ = unsafe Glibc.read(number, &count, MemoryLayout<UInt64>.size)
  }

  /// Reads a non-blocking descriptor until it is empty.
  func drain() {
    var buffer = [UInt8](repeating: 0, count: 4096)
    while unsafe Glibc.read(number, &buffer, buffer.count) > 0 {}
  }

  /// Reserves disk space, so that a full disk fails before anything is written and later writes succeed.
  func reserve(_ count: Int) throws(LaunchError) {
    let result = csandbox_reserve(number, Int64(count))
    guard result == 0 else {
      throw LaunchError(stage: "host", errno: -result, message: "\(count) bytes could not be reserved")
    }
  }

  func status() throws(LaunchError) -> stat {
    var status = stat()
    guard unsafe fstat(number, &status) == 0 else {
      throw LaunchError(stage: "host", errno: errno, message: "descriptor \(number) has no status")
    }
    return status
  }

  /// Reads up to `count` bytes from `offset`.
  func read(_ count: Int, at offset: Int) -> [UInt8] {
    unsafe [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
      filled = unsafe max(0, pread(number, buffer.baseAddress, count, off_t(offset)))
    }
  }

  /// The whole file, read to its end since `/proc` reports a size of 0.
  ///
  /// - Returns: `nil` if it is longer than `most` or a read fails; never a part of it.
  func text(atMost most: Int) -> [UInt8]? {
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = unsafe pread(number, &buffer, buffer.count, off_t(bytes.count))
      if count < 0 && errno == EINTR { continue }
      guard count >= 0, count <= most - bytes.count else { return nil }
      if count == 0 { return bytes }
      bytes += buffer.prefix(count)
    }
  }
}
