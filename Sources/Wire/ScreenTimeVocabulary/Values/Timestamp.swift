// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

package import struct Foundation.Date

/// An instant in whole milliseconds since 1970 UTC. The host represents all times this way.
///
/// Integers make a replay of the same day produce the same bytes (`live.md`); sums of fractions would not. Comparisons
/// and sums are inlined because they dominate the cost of replaying a year of use.
package struct Timestamp: Hashable, Comparable, Codable, Sendable {
  package var milliseconds: Int64

  @inlinable package init(milliseconds: Int64) { self.milliseconds = milliseconds }

  /// Rounds to the nearest millisecond, which is exact enough for every calendar computation.
  package init(_ date: Date) {
    let rounded = (date.timeIntervalSince1970 * 1_000).rounded()
    milliseconds = Int64(exactly: rounded) ?? (rounded < 0 ? .min : .max)
  }

  /// The key of a decoder's range of milliseconds; instants outside it are refused. Without it, every instant is read.
  package static let limits = CodingUserInfoKey(rawValue: "limits")

  package init(from decoder: any Decoder) throws {
    let value = try decoder.singleValueContainer()
    milliseconds = try value.decode(Int64.self)
    let limits = Self.limits.flatMap { decoder.userInfo[$0] as? ClosedRange<Int64> }
    if let limits, !limits.contains(milliseconds) {
      throw DecodingError.dataCorruptedError(
        in: value, debugDescription: "\(milliseconds) is not a time between the years 1970 and 2200")
    }
  }

  package var date: Date { Date(timeIntervalSince1970: Double(milliseconds) / 1_000) }

  package static let distantPast = Timestamp(milliseconds: .min)
  package static let distantFuture = Timestamp(milliseconds: .max)

  @inlinable package static func < (left: Timestamp, right: Timestamp) -> Bool {
    left.milliseconds < right.milliseconds
  }

  package func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(milliseconds)
  }

  /// The instant `milliseconds` later, clamped to the representable range so that no input can trap.
  @inlinable package func advanced(by milliseconds: Int64) -> Timestamp {
    let (sum, overflow) = self.milliseconds.addingReportingOverflow(milliseconds)
    return Timestamp(milliseconds: overflow ? (milliseconds > 0 ? .max : .min) : sum)
  }

  /// The milliseconds from `earlier` to this instant, clamped like ``advanced(by:)``.
  @inlinable package func milliseconds(since earlier: Timestamp) -> Int64 {
    let (difference, overflow) = milliseconds.subtractingReportingOverflow(earlier.milliseconds)
    return overflow ? (milliseconds > earlier.milliseconds ? .max : .min) : difference
  }
}
