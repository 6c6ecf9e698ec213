// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

internal import GRDB

/// The reason why the host's state can't be opened, read or written.
package struct StoreError: Error, Equatable, CustomStringConvertible {
  package enum Code: String, Sendable {
    /// Another host has locked the state directory.
    case inUse
    /// The file is not a Sallyport database.
    case foreign
    /// The file is damaged, or a row doesn't decode.
    case corrupt
    /// A newer build wrote it.
    case newer
    /// A file operation failed.
    case unavailable
    /// A statement failed: the disk is full or a constraint was violated.
    case failed
  }

  package let code: Code
  /// One sentence: the problem, the file, and the remedy.
  package let description: String

  package init(_ code: Code, _ description: String) {
    self.code = code
    self.description = description
  }
}

extension StoreError {
  /// Creates the error for a failure that SQLite reports.
  init(_ error: DatabaseError, at path: String) {
    let detail = error.message ?? "code \(error.resultCode.rawValue)"
    switch error.resultCode {
    case .SQLITE_NOTADB:
      self.init(.foreign, "\(path) is not a database; move it away or choose another directory.")
    case .SQLITE_CORRUPT:
      self.init(.corrupt, "\(path) is damaged (\(detail)); restore it from a backup, or move it away.")
    case .SQLITE_CANTOPEN, .SQLITE_PERM, .SQLITE_READONLY, .SQLITE_AUTH:
      self.init(.unavailable, "Could not open \(path) (\(detail)); check that you own it and may write to it.")
    case .SQLITE_BUSY, .SQLITE_LOCKED:
      self.init(.inUse, "Another program is writing to \(path); stop it first.")
    case .SQLITE_FULL:
      self.init(.failed, "Could not write to \(path): the disk is full.")
    default:
      self.init(.failed, "Could not use \(path): \(detail).")
    }
  }
}
