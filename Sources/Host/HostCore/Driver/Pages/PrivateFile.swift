// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

package import Foundation

/// A file that only its owner may read, since it names what a person used.
package enum PrivateFile {
  /// Writes the file. One that others could read is closed to them before anything is written.
  package static func write(_ data: Data, to path: String) throws {
    let descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw CocoaError.error(.fileWriteUnknown, errno) }
    let file = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
    var status = stat()
    // A pipe or a terminal that the person named has no owner to protect.
    if fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG, fchmod(descriptor, 0o600) != 0 {
      throw CocoaError.error(.fileWriteNoPermission, errno)
    }
    try file.write(contentsOf: data)
  }

  /// Replaces the file atomically, with mode 0600: a reader sees either the old content or the new.
  package static func replace(_ path: String, with data: Data) throws {
    // Nobody can prepare a link at a name that can't be guessed.
    let temporary = "\(path).\(UUID().uuidString)"
    do {
      try write(data, to: temporary)
      guard rename(temporary, path) == 0 else { throw CocoaError.error(.fileWriteUnknown, errno) }
    } catch {
      unlink(temporary)
      throw error
    }
  }
}

extension CocoaError {
  fileprivate static func error(_ code: Code, _ number: Int32) -> any Error {
    NSError(
      domain: NSCocoaErrorDomain, code: code.rawValue,
      userInfo: [NSLocalizedDescriptionKey: String(cString: strerror(number))])
  }
}
