// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import Glibc

/// File-system queries used by launches.
enum FileSystem {
  /// The path without symlinks, or `nil` if it does not exist.
  static func resolved(_ path: String) -> String? {
    guard let pointer = unsafe realpath(path, nil) else { return nil }
    defer { unsafe free(pointer) }
    return unsafe String(cString: pointer)
  }

  /// The status of the path itself; a symlink is not followed.
  static func status(_ path: String) -> stat? {
    var status = stat()
    return unsafe lstat(path, &status) == 0 ? status : nil
  }

  static func isDirectory(_ path: String) -> Bool { status(path).map { $0.st_mode & S_IFMT == S_IFDIR } ?? false }

  static func link(at path: String) -> String? {
    let text = unsafe [CChar](unsafeUninitializedCapacity: 4096) { buffer, filled in
      guard let start = buffer.baseAddress else { return }
      filled = unsafe max(0, readlink(path, start, buffer.count))
    }
    return text.isEmpty ? nil : String(decoding: text.lazy.map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  static func contents(_ path: String) -> String? { bytes(path).map { String(decoding: $0, as: UTF8.self) } }

  /// The contents of a small file; `nil` if it is longer than `most` or can't be read to its end.
  static func bytes(_ path: String, atMost most: Int = .max) -> [UInt8]? {
    let number = unsafe open(path, O_RDONLY | O_CLOEXEC)
    guard number >= 0 else { return nil }
    return Descriptor(number).text(atMost: most)
  }

  /// The names in a directory, sorted, without `.` and `..`; `nil` if it can't be read to its end.
  static func names(in path: String) -> [String]? {
    guard let directory = unsafe opendir(path) else { return nil }
    defer { unsafe closedir(directory) }
    var names: [String] = []
    while true {
      errno = 0
      guard let entry = unsafe readdir(directory) else { break }
      let name = unsafe withUnsafePointer(to: &entry.pointee.d_name) { pointer in
        unsafe pointer.withMemoryRebound(to: CChar.self, capacity: 256) { unsafe String(cString: $0) }
      }
      if name != "." && name != ".." { names.append(name) }
    }
    return errno == 0 ? names.sorted() : nil
  }

  /// Whether `path` is `directory` or below it.
  static func path(_ path: String, isWithin directory: String) -> Bool {
    path == directory || path.hasPrefix(directory.hasSuffix("/") ? directory : directory + "/")
  }
}
