// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

/// The dates of a pair of worlds and what the person does on them. It is public: both worlds of a pair have the same.
package struct ScriptCalendar: Hashable, Sendable {
  /// An act of the person at noon of the last day, while shields are up and callbacks are pending.
  package enum Event: String, CaseIterable, Hashable, Sendable {
    /// Opens the app once more, which may ask for another pick.
    case secondPick
    /// Gives the family new tokens and the pairs.
    case rotation
    /// Resets the family's identifiers without a mapping, then picks again in the evening.
    case reset
    /// Revokes the family's authorization and grants it again.
    case revocation
    /// Removes the family with its data and installs it again.
    case reinstallation
  }

  /// Days after ``PublicScript/base``.
  package var firstDay: Int64 = 0
  package var days: Int64 = 1
  package var event: Event?

  package init(firstDay: Int64 = 0, days: Int64 = 1, event: Event? = nil) {
    self.firstDay = firstDay
    self.days = days
    self.event = event
  }

  /// One Thursday on which the person only uses the device.
  package static let base = ScriptCalendar()

  /// The dates that pairs sweep, in days around the base.
  package static let sweep: ClosedRange<Int64> = -400...400
  /// The longest run. Programs that wait for a third day are found by it.
  package static let mostDays: Int64 = 4

  /// The calendar of a pair. 801 consecutive numbers cover each date of the sweep once.
  ///
  /// - Parameters:
  ///   - number: decides the date; consecutive ones differ in weekday and month.
  ///   - phase: decides the number of days and the event.
  ///   - mayChangeTokens: whether an event may change the family's tokens or pick other items.
  static func number(_ number: Int, phase: Int, mayChangeTokens: Bool) -> ScriptCalendar {
    guard number > 0 else { return .base }
    let dates = sweep.upperBound - sweep.lowerBound + 1
    // 61 has no factor in common with 801, and leaves 5 when divided by 7.
    let firstDay = sweep.lowerBound + (Int64(number) * 61 + sweep.upperBound) % dates
    let events: [Event?] = [nil] + Event.allCases
    return ScriptCalendar(
      firstDay: firstDay, days: [1, 3, 1, mostDays][phase % 4],
      event: mayChangeTokens ? events[phase % events.count] : nil)
  }

  /// Simpler calendars, the simplest first.
  var simpler: [ScriptCalendar] {
    let candidates = [
      .base, ScriptCalendar(days: days), ScriptCalendar(event: event), ScriptCalendar(firstDay: firstDay),
      ScriptCalendar(days: days, event: event), ScriptCalendar(firstDay: firstDay, days: days),
      ScriptCalendar(firstDay: firstDay, event: event),
    ]
    return candidates.filter { $0 != self }
  }

  package var description: String {
    var parts: [String] = []
    if firstDay != 0 { parts.append("from day \(firstDay)") }
    if days > 1 { parts.append("\(days) days") }
    if let event { parts.append("with a \(event.spoken) at noon of the last day") }
    return parts.joined(separator: ", ")
  }
}

extension ScriptCalendar.Event {
  package var spoken: String {
    switch self {
    case .secondPick: "second pick"
    case .rotation: "rotation of the tokens"
    case .reset: "reset of the identifiers"
    case .revocation: "revocation and new grant"
    case .reinstallation: "re-installation"
    }
  }
}
