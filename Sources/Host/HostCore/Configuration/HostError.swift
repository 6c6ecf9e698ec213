// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

/// The reason why the host can't do what was asked, as one sentence for the person at the terminal.
package struct HostError: Error, Hashable, Sendable, CustomStringConvertible {
  package enum Code: String, Hashable, Sendable {
    /// The command line names something that does not exist.
    case usage
    /// A file or manifest is not valid.
    case invalidInput
    /// The operation failed.
    case failed
  }

  package var code: Code
  package var description: String

  package init(_ code: Code, _ description: String) {
    self.code = code
    self.description = description
  }
}
