// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import Glibc

/// Names of a directory as bytes, by descriptor: an extension chose them, so they may be anything but NUL and slash,
/// and their paths longer than any call accepts.
enum DirectoryStream {
  typealias Name = [CChar]

  /// Up to `limit` names without `.` and `..`; `nil` when the directory cannot be read.
  static func names(in directory: Descriptor, atMost limit: Int) -> [Name]? {
    // fdopendir takes the descriptor over, and would move the offset of a shared one.
    let own = unsafe openat(directory.number, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard own >= 0 else { return nil }
    guard let stream = unsafe fdopendir(own) else {
      close(own)
      return nil
    }
    defer { unsafe closedir(stream) }
    var names: [Name] = []
    while names.count < limit, let entry = unsafe readdir(stream) {
      let name = unsafe withUnsafePointer(to: &entry.pointee.d_name) { pointer in
        unsafe pointer.withMemoryRebound(to: CChar.self, capacity: 256) { text in
          unsafe Array(UnsafeBufferPointer(start: text, count: strlen(text) + 1))
        }
      }
      if name != [46, 0] && name != [46, 46, 0] { names.append(name) }
    }
    return names
  }

  /// The status of the entry itself, a symlink is not followed.
  static func status(of name: Name, in directory: Descriptor) -> stat? {
    var status = stat()
    return unsafe fstatat(directory.number, name, &status, AT_SYMLINK_NOFOLLOW) == 0 ? status : nil
  }

  static func open(_ name: Name, in directory: Descriptor) -> Descriptor? {
    let number = unsafe openat(directory.number, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
    return number >= 0 ? Descriptor(number) : nil
  }
}
