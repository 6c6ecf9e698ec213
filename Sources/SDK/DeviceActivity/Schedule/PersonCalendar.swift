// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

internal import ExtensionProtocol
internal import ExtensionRuntime
internal import Foundation
internal import ScreenTimeVocabulary

/// The calendar and the time that schedules are computed with.
enum PersonCalendar {
  /// The person's, from the snapshot; this process's where there is none.
  static var current: Calendar {
    guard let environment = ExtensionSession.current?.snapshot?.environment else { return .current }
    var calendar = Calendar(identifier: DateComponents.identifier(named: environment.calendar) ?? .gregorian)
    calendar.timeZone = TimeZone(identifier: environment.timeZone) ?? .current
    calendar.firstWeekday = Int(environment.firstWeekday)
    return calendar
  }

  /// Where the person reads dates: ``current`` as the search for intervals takes it.
  static var place: CalendarPlace {
    let calendar = current
    return CalendarPlace(
      calendar: DateComponents.name(of: calendar.identifier), timeZone: calendar.timeZone.identifier)
  }

  /// The request's `now` in a callback (D3).
  static var now: Date { ExtensionSession.current?.now ?? Date() }
}
