// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

package import Foundation

extension CalendarPlace {
  /// The Foundation calendar for this place, or `nil` if an identifier is unknown, which makes a schedule invalid (D1).
  package func makeCalendar() -> Calendar? {
    guard let identifier = Self.identifiers[calendar], let zone = TimeZone(identifier: timeZone) else { return nil }
    var calendar = Calendar(identifier: identifier)
    calendar.timeZone = zone
    calendar.locale = Locale(identifier: "en_US_POSIX")
    return calendar
  }

  /// Swift's case names, and Unicode's locale names where they differ.
  private static let identifiers: [String: Calendar.Identifier] = [
    "gregorian": .gregorian, "gregory": .gregorian, "iso8601": .iso8601, "buddhist": .buddhist,
    "chinese": .chinese, "coptic": .coptic, "ethiopicAmeteMihret": .ethiopicAmeteMihret,
    "ethiopic": .ethiopicAmeteMihret, "ethiopicAmeteAlem": .ethiopicAmeteAlem, "ethioaa": .ethiopicAmeteAlem,
    "hebrew": .hebrew, "indian": .indian, "islamic": .islamic, "islamicCivil": .islamicCivil,
    "islamic-civil": .islamicCivil, "islamicTabular": .islamicTabular, "islamic-tbla": .islamicTabular,
    "islamicUmmAlQura": .islamicUmmAlQura, "islamic-umalqura": .islamicUmmAlQura, "japanese": .japanese,
    "persian": .persian, "republicOfChina": .republicOfChina, "roc": .republicOfChina,
  ]
}
