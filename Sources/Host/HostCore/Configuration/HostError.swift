// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

/// Why the host can't do what was asked: one sentence for the person at the terminal.
package struct HostError: Error, Hashable, Sendable, CustomStringConvertible {
  package enum Code: String, Hashable, Sendable {
    /// The command line asks for something that does not exist.
    case usage
    /// A file or manifest is not what it should be.
    case invalidInput
    /// It was tried and failed.
    case failed
  }

  package var code: Code
  package var description: String

  package init(_ code: Code, _ description: String) {
    self.code = code
    self.description = description
  }
}
