// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

package import ExtensionProtocol
package import Foundation

extension DateComponents {
  /// The fields that are set, with the identifiers of the calendar and time zone (`wire.md#lines`).
  package var wire: DateComponentsValue {
    var fields: [DateComponentsValue.Field: Int64] = [:]
    for (field, path) in Self.fields { fields[field] = self[keyPath: path].map(Int64.init) }
    return DateComponentsValue(
      fields, calendar: calendar.map { Self.name(of: $0.identifier) }, timeZone: timeZone?.identifier)
  }

  package init(_ wire: DateComponentsValue) {
    self.init()
    for (field, path) in Self.fields { self[keyPath: path] = wire.fields[field].map(Int.init) }
    calendar = wire.calendar.flatMap(Self.identifier(named:)).map(Calendar.init(identifier:))
    timeZone = wire.timeZone.flatMap(TimeZone.init(identifier:))
  }

  private static var fields: [(DateComponentsValue.Field, WritableKeyPath<DateComponents, Int?>)] {
    [
      (.era, \.era), (.year, \.year), (.quarter, \.quarter), (.month, \.month), (.weekOfMonth, \.weekOfMonth),
      (.weekOfYear, \.weekOfYear), (.yearForWeekOfYear, \.yearForWeekOfYear), (.weekday, \.weekday),
      (.weekdayOrdinal, \.weekdayOrdinal), (.day, \.day), (.dayOfYear, \.dayOfYear), (.hour, \.hour),
      (.minute, \.minute), (.second, \.second), (.nanosecond, \.nanosecond),
    ]
  }

  private static var calendars: [(name: String, identifier: Calendar.Identifier)] {
    [
      ("gregorian", .gregorian), ("buddhist", .buddhist), ("chinese", .chinese), ("coptic", .coptic),
      ("ethioaa", .ethiopicAmeteAlem), ("ethiopic", .ethiopicAmeteMihret), ("hebrew", .hebrew), ("iso8601", .iso8601),
      ("indian", .indian), ("islamic", .islamic), ("islamic-civil", .islamicCivil), ("islamic-tbla", .islamicTabular),
      ("islamic-umalqura", .islamicUmmAlQura), ("japanese", .japanese), ("persian", .persian),
      ("roc", .republicOfChina),
    ]
  }

  package static func identifier(named name: String) -> Calendar.Identifier? {
    calendars.first { $0.name == name }?.identifier
  }

  package static func name(of identifier: Calendar.Identifier) -> String {
    calendars.first { $0.identifier == identifier }?.name ?? "gregorian"
  }
}
