// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

package import ExtensionProtocol

/// Why a sealed process isn't shown anything: it is killed, and the typed fallback is shown instead (PRIV-SE2).
package struct SealError: Error, Hashable, Sendable, CustomStringConvertible {
  package enum Reason: Hashable, Sendable {
    /// The process isn't confined as planned.
    case differs([String])
    /// The ledger has no entry for what would be shown: no entry, no release (PRIV-LG3).
    case unrecorded
    /// The point isn't a sealed one.
    case point
  }

  package let reason: Reason
  package let point: ExtensionPoint

  package var description: String {
    switch reason {
    case .differs(let differences):
      """
      The \(point.rawValue) process is not confined as planned (\(differences.joined(separator: "; "))), so it is \
      shown nothing.
      """
    case .unrecorded: "The ledger has no entry for this \(point.rawValue) request, so nothing is shown."
    case .point: "The point \(point.rawValue) has a way out, so it can't be sealed."
    }
  }
}
