// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

/// What may be claimed about this run (`sandbox.md#grades`).
///
/// T2, a host with a user id of its own and surfaces that the app can't capture, can't be earned by this host yet.
package struct IsolationTier: Hashable, Sendable, CustomStringConvertible {
  /// Protections whose absence the operator accepted by name.
  package let missing: [String]

  package init(acceptedMissing: [String]) { missing = Array(Set(acceptedMissing)).sorted() }

  /// T1: everything of the family is confined as planned. T0: something is missing, so only what the interfaces promise
  /// may be claimed.
  package var rawValue: String { missing.isEmpty ? "T1" : "T0" }

  package var description: String {
    missing.isEmpty ? rawValue : "\(rawValue), without \(missing.joined(separator: ", "))"
  }
}
