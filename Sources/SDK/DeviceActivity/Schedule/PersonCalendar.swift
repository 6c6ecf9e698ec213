// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

internal import ExtensionProtocol
internal import ExtensionRuntime
internal import Foundation
internal import ScreenTimeVocabulary

/// The calendar and time used to compute schedules.
enum PersonCalendar {
  /// The person's calendar from the snapshot or, without a snapshot, this process's calendar.
  static var current: Calendar {
    guard let environment = ExtensionSession.current?.snapshot?.environment else { return .current }
    var calendar = Calendar(identifier: DateComponents.identifier(named: environment.calendar) ?? .gregorian)
    calendar.timeZone = TimeZone(identifier: environment.timeZone) ?? .current
    return calendar
  }

  /// The person's calendar and time zone, in the form that ``IntervalSearch`` uses.
  static var place: CalendarPlace {
    let calendar = current
    return CalendarPlace(
      calendar: DateComponents.name(of: calendar.identifier), timeZone: calendar.timeZone.identifier)
  }

  /// The current time: in a callback, the `now` of the request (D3).
  static var now: Date { ExtensionSession.current?.now ?? Date() }
}
