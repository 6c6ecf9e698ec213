// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

package import ExtensionProtocol

/// The reason why a sealed process receives no data. It is killed, and the fallback is shown instead (PRIV-SE2).
package struct SealError: Error, Hashable, Sendable, CustomStringConvertible {
  package enum Reason: Hashable, Sendable {
    /// The process isn't confined as planned.
    case differs([String])
    /// The ledger has no entry for the data, without which nothing is released (PRIV-LG3).
    case unrecorded
    /// The point is not sealed.
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
    case .point: "The point \(point.rawValue) is not sealed, so it can't be shown sealed data."
    }
  }
}
