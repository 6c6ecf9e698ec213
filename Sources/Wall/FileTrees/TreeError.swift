// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

internal import Glibc

/// A file operation on a tree that the kernel refused.
package struct TreeError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The operation: `open`, `remove`, `make`.
  package var act: String
  /// The entry, in printable characters.
  package var path: String
  package var errno: Int32

  package init(_ act: String, _ path: String, errno: Int32) {
    self.act = act
    self.path = path
    self.errno = errno
  }

  package var description: String { "Could not \(act) \(path): \(String(cString: strerror(errno)))." }
}
