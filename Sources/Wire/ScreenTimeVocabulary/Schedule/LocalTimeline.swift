// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

package import Foundation

/// Converts between instants and local times of one zone, using only the zone's offsets.
///
/// `Calendar.nextDate` and `Calendar.dateInterval` are wrong around clock changes (Foundation 6.3.1). Within a gap they
/// miss the time that was moved out of it. In a repeated hour they find a weekday in the first pass and a bare hour in
/// the second. A gap at midnight produces an interval of two days, and on Lord Howe Island hours overlap. So a schedule
/// is matched in a zone without clock changes, and this type converts its matches to instants.
///
/// A local time is represented by the instant that would show it in UTC.
package struct LocalTimeline {
  private let zone: TimeZone

  /// Upper bound of a zone's offset and of every change of it, except for a skipped day.
  private static let reach: Int64 = 24 * 3_600_000
  private static let hour: Int64 = 3_600_000

  package init(_ zone: TimeZone) { self.zone = zone }

  /// The milliseconds by which local time is ahead of UTC.
  func offset(at instant: Timestamp) -> Int64 { Int64(zone.secondsFromGMT(for: instant.date)) * 1_000 }

  func local(_ instant: Timestamp) -> Timestamp { instant.advanced(by: offset(at: instant)) }

  /// The instants that show a local time, in ascending order. In a repeated hour there are two.
  ///
  /// A time that the clocks skip moves forward by whole hours until it exists, so that its minutes stay the same (D3).
  /// In a day that the zone skipped there is no such time.
  func instants(of local: Timestamp) -> [Timestamp] {
    let (early, late) = (local.advanced(by: -Self.reach), local.advanced(by: Self.reach))
    let (before, after) = (offset(at: early), offset(at: late))
    if before == after { return [local.advanced(by: -before)] }
    let shown = [before, after].map { (instant: local.advanced(by: -$0), offset: $0) }
      .filter { offset(at: $0.instant) == $0.offset }.map(\.instant).sorted()
    guard shown.isEmpty, after - before < Self.reach else { return shown }
    let gapEnd = change(after: early, notAfter: late).advanced(by: after)
    let hours = (gapEnd.milliseconds(since: local) + Self.hour - 1) / Self.hour
    return [local.advanced(by: hours * Self.hour - after)]
  }

  /// Returns whether the clocks change within `reach` milliseconds before or after an instant.
  func changes(within reach: Int64, of instant: Timestamp) -> Bool {
    offset(at: instant.advanced(by: -reach)) != offset(at: instant.advanced(by: reach))
  }

  /// The local hour that contains an instant. It starts at the full hour or at a clock change and ends at the next one.
  ///
  /// Hours do not overlap. A repeated hour counts as two (LIVE-CLK2); an hour that is set back by half an hour lasts 90
  /// minutes.
  package func hour(around instant: Timestamp) -> TimeSpan {
    TimeSpan(start: hourStart(of: instant), end: hourEnd(of: instant))
  }

  package func hourStart(of instant: Timestamp) -> Timestamp {
    let offset = offset(at: instant)
    let full = Self.number(ofHour: instant.advanced(by: offset)) * Self.hour
    let start = Timestamp(milliseconds: full - offset)
    if self.offset(at: start) == offset { return start }
    let change = change(after: start, notAfter: instant)
    let last = change.advanced(by: -1)
    let continues = Self.number(ofHour: local(last)) == Self.number(ofHour: local(change))
    return continues ? hourStart(of: last) : change
  }

  private func hourEnd(of instant: Timestamp) -> Timestamp {
    let offset = offset(at: instant)
    let number = Self.number(ofHour: instant.advanced(by: offset))
    let end = Timestamp(milliseconds: (number + 1) * Self.hour - offset)
    if self.offset(at: end) == offset { return end }
    let change = change(after: instant, notAfter: end)
    let first = local(change)
    let continues = Self.number(ofHour: first) == number && first.milliseconds != number * Self.hour
    return continues ? hourEnd(of: change) : change
  }

  /// The instant of the clock change between two instants that have different offsets.
  private func change(after early: Timestamp, notAfter late: Timestamp) -> Timestamp {
    let offset = offset(at: early)
    var (low, high) = (early.milliseconds, late.milliseconds)
    while high - low > 1 {
      let middle = low + (high - low) / 2
      if self.offset(at: Timestamp(milliseconds: middle)) == offset { low = middle } else { high = middle }
    }
    return Timestamp(milliseconds: high)
  }

  private static func number(ofHour local: Timestamp) -> Int64 {
    let (quotient, remainder) = local.milliseconds.quotientAndRemainder(dividingBy: hour)
    return remainder < 0 ? quotient - 1 : quotient
  }
}
