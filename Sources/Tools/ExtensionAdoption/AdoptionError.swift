// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

/// The reason that nothing could be adopted: one sentence that says what failed, where, and what to do.
package struct AdoptionError: Error, Hashable, Sendable, CustomStringConvertible {
  package var description: String
  package init(_ description: String) { self.description = description }
}
