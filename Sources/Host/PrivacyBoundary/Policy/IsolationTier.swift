// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

/// The isolation that this run can claim (`sandbox.md#grades`).
///
/// This host can't reach T2 yet, which needs a user id of its own and surfaces that the app can't capture.
package struct IsolationTier: Hashable, Sendable, CustomStringConvertible {
  /// The missing protections that the operator accepted by name.
  package let missing: [String]

  package init(acceptedMissing: [String]) { missing = Array(Set(acceptedMissing)).sorted() }

  /// T1 if every process of the family is confined as planned; T0 if a protection is missing, so that only the promises
  /// of the interfaces can be claimed.
  package var rawValue: String { missing.isEmpty ? "T1" : "T0" }

  package var description: String {
    missing.isEmpty ? rawValue : "\(rawValue), without \(missing.joined(separator: ", "))"
  }
}
