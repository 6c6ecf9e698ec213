// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

/// The reason why a trial could not run, as one sentence.
package struct ExtensionTrialError: Error, Hashable, Sendable, CustomStringConvertible {
  package var description: String
  package init(_ description: String) { self.description = description }
}
