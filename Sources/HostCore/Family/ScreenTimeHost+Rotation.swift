// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import PrivacyBoundary
package import ScreenTimeRules
import ScreenTimeStore

// MARK: - Rotation of tokens (T9)

extension ScreenTimeHost {
  /// Gives a family new tokens for everything it holds; the old ones resolve for another 60 days.
  ///
  /// Stores and activities are kept by item, never by token, so nothing else has to change: the next snapshot reads them
  /// back in the new tokens and lists the pairs, and no shield is ever down in between.
  ///
  /// - Throws: `TokenKeyError` for a family without a grant.
  package func rotateTokens(of family: FamilyID) throws {
    try store.transaction { try tokens.rotate(family.rawValue, day: calendar.day(state.now), in: $0) }
  }

  /// Ends the rotations that began 60 days ago.
  func endRotations() throws {
    let latest = calendar.day(state.now.advanced(by: -Int64(TokenRegistry.rotationDays) * 86_400_000))
    for family in tokens.rotations(notAfter: latest) {
      try store.transaction { try tokens.endRotation(of: family, in: $0) }
    }
  }
}
