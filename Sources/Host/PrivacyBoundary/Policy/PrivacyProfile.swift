// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

/// The precision of what a family may learn (`privacy.md#profiles`). The person chooses it with the grant; a finer
/// profile reveals more.
package enum PrivacyProfile: String, Codable, Sendable, CaseIterable {
  case open, standard, tight

  /// The step to which thresholds are rounded up, in minutes.
  package var stepMinutes: Int {
    switch self {
    case .open: 1
    case .standard: 5
    case .tight: 15
    }
  }

  /// Whether picking a category may also issue the tokens of its items (T7).
  package var expandsCategories: Bool { self != .tight }

  /// The delivery grid in minutes; 0 for none.
  package var gridMinutes: Int {
    switch self {
    case .open: 0
    case .standard: 5
    case .tight: 15
    }
  }
}
