// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

/// The reason why the host can't start with the token key in its state directory (PRIV-TK8).
package struct TokenKeyError: Error, Equatable, CustomStringConvertible {
  package enum Code: String, Sendable {
    /// The key is not the one with which the issued tokens were created.
    case tokenKeyMismatch
    /// Tokens were issued, but their key is missing.
    case tokenKeyMissing
    /// A file operation failed.
    case tokenKeyUnreadable
  }

  package let code: Code
  /// One sentence: the problem, the file, and the remedy.
  package let description: String

  init(_ code: Code, _ description: String) {
    self.code = code
    self.description = description
  }
}
