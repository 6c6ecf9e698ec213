// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

/// A target that was not adopted while the others were.
package struct LeftOutTarget: Hashable, Sendable {
  /// One sentence that names the target and says why.
  package var reason: String
  /// Indicates whether the target is a Screen Time extension that should have been adopted, rather than a target of
  /// another kind.
  package var isFailure: Bool
}
