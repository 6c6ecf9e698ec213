// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

internal import Foundation

/// Reads files of a project that somebody else wrote: a pipe never ends, and a device has no size.
enum InputFile {
  /// Far beyond any source, property list or picture of an extension.
  static let mostBytes = 16 << 20

  /// - Throws: `AdoptionError` for what is no file, can't be read or is longer than ``mostBytes``.
  static func data(_ path: String) throws -> Data {
    let descriptor = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
    guard descriptor >= 0 else { throw AdoptionError("\(path) can't be read; check that it exists and may be read.") }
    let file = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
      throw AdoptionError("\(path) is no regular file.")
    }
    let data = (try? file.read(upToCount: mostBytes + 1)) ?? Data()
    guard data.count <= mostBytes else {
      throw AdoptionError("\(path) has more than \(mostBytes >> 20) MiB; leave it out.")
    }
    return data
  }
}
