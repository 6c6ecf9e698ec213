// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import HostCore
import ScreenTimeRules

/// A change of zone as a developer writes it: `2026-10-21T18:00=America/New_York`.
struct ZoneChangeText {
  private let text: String
  private let minute: DateComponents
  private let timeZone: String

  /// - Throws: `HostError` for another form, or for a zone that does not exist.
  init(_ text: String) throws {
    guard
      let match = text.wholeMatch(of: /([0-9]{4})-([0-9]{2})-([0-9]{2})T([0-9]{2}):([0-9]{2})=(.+)/)
    else {
      throw HostError(.usage, "--zone-change “\(text)” is not of the form 2026-10-21T18:00=America/New_York.")
    }
    let (_, year, month, day, hour, minute, zone) = match.output
    self.text = text
    self.minute = DateComponents(
      year: Int(year), month: Int(month), day: Int(day), hour: Int(hour), minute: Int(minute))
    timeZone = String(zone)
    // Refuses a zone that does not exist.
    _ = try HostCalendar(timeZone: timeZone)
  }

  /// - Parameter calendar: of the zone that the run starts in, whose clock the minute is of.
  /// - Throws: `HostError` for a minute that this zone's clock never shows.
  func change(_ calendar: Calendar) throws -> ZoneChange {
    guard let date = calendar.date(from: minute),
      calendar.dateComponents([.year, .month, .day, .hour, .minute], from: date) == minute
    else {
      throw HostError(.usage, "--zone-change “\(text)”: \(calendar.timeZone.identifier) has no such minute.")
    }
    return ZoneChange(at: Timestamp(date), timeZone: timeZone)
  }
}
