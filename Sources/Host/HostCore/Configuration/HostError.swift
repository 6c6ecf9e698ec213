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

  /// Why an act of a person was refused, for a page that can react to it.
  package enum Refusal: String, Hashable, Sendable {
    /// The object of the act has changed since the person saw it.
    case stale
    case busy
    /// The opposite was decided before.
    case settled = "conflict.settled"
    case guardianNeeded = "guardian.needed"
    /// Too many wrong passcodes.
    case guardianLocked = "guardian.locked"
  }

  package var code: Code
  package var description: String
  package var refusal: Refusal?

  package init(_ code: Code, _ description: String, as refusal: Refusal? = nil) {
    self.code = code
    self.description = description
    self.refusal = refusal
  }
}
