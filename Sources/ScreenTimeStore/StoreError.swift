// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

/// Why the host's state can't be opened, read or written.
package struct StoreError: Error, Equatable, CustomStringConvertible {
  package enum Code: String, Sendable {
    /// Another host holds the state directory.
    case inUse
    /// The file is no database, or not one of ours.
    case foreign
    /// SQLite found the file damaged, or a row doesn't decode.
    case corrupt
    /// A newer build wrote it.
    case newer
    /// The file system refused.
    case unavailable
    /// A statement failed: full disk, a broken constraint.
    case failed
  }

  package let code: Code
  /// One sentence: what, where, and what to do.
  package let description: String

  package init(_ code: Code, _ description: String) {
    self.code = code
    self.description = description
  }
}
