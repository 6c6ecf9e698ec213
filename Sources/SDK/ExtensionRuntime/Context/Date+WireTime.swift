// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

package import Foundation

extension Date {
  /// Creates a date from a time on the wire, in milliseconds since 1970 UTC.
  package init(wireTime: Int64) { self.init(timeIntervalSince1970: Double(wireTime) / 1000) }

  /// The time on the wire, rounded down and clamped to the years 1970…2200.
  package var wireTime: Int64 {
    let milliseconds = (timeIntervalSince1970 * 1000).rounded(.down)
    return milliseconds.isFinite ? Int64(min(max(milliseconds, 0), 7_258_118_400_000)) : 0
  }
}
