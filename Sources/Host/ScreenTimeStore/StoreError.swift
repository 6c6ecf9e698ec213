// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

internal import GRDB

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

extension StoreError {
  /// SQLite's verdict in our words.
  init(_ error: DatabaseError, at path: String) {
    let detail = error.message ?? "code \(error.resultCode.rawValue)"
    switch error.resultCode {
    case .SQLITE_NOTADB:
      self.init(.foreign, "\(path) is not a database; move it away or choose another directory.")
    case .SQLITE_CORRUPT:
      self.init(.corrupt, "\(path) is damaged (\(detail)); restore it from a backup, or move it away.")
    case .SQLITE_CANTOPEN, .SQLITE_PERM, .SQLITE_READONLY, .SQLITE_AUTH:
      self.init(.unavailable, "Could not open \(path) (\(detail)); see that you own it and may write to it.")
    case .SQLITE_BUSY, .SQLITE_LOCKED:
      self.init(.inUse, "Another program is writing to \(path); stop it first.")
    case .SQLITE_FULL:
      self.init(.failed, "Could not write to \(path): the disk is full.")
    default:
      self.init(.failed, "Could not use \(path): \(detail).")
    }
  }
}
