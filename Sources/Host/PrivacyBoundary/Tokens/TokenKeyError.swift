// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

/// Why the host can't start with the token key that it found (PRIV-TK8).
package struct TokenKeyError: Error, Equatable, CustomStringConvertible {
  package enum Code: String, Sendable {
    /// The key is not the one that the issued tokens were made with.
    case tokenKeyMismatch
    /// Tokens were issued, and the key that made them is gone.
    case tokenKeyMissing
    /// The file system refused.
    case tokenKeyUnreadable
  }

  package let code: Code
  /// One sentence: what, where, and what to do.
  package let description: String

  init(_ code: Code, _ description: String) {
    self.code = code
    self.description = description
  }
}
