// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

package import ScreenTimeRules

/// A journey on a virtual clock: from this instant on, the device is in another time zone (D16). A live host reads the
/// computer's zone instead.
package struct ZoneChange: Hashable, Sendable {
  package let at: Timestamp
  /// Such as `America/New_York`.
  package let timeZone: String

  package init(at: Timestamp, timeZone: String) {
    self.at = at
    self.timeZone = timeZone
  }
}
