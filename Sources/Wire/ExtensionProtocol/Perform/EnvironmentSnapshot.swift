// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

/// The person's locale and display settings. It is the only part of the snapshot that every callback receives.
public struct EnvironmentSnapshot: Hashable, Sendable {
  public enum ColorScheme: String, WireWord {
    case light, dark
  }

  /// A locale identifier in Foundation's form, such as `en_DE`.
  public var locale: String
  public var calendar: String
  public var timeZone: String
  /// 1 is Sunday.
  public var firstWeekday: Int64
  public var uses24Hour: Bool
  public var colorScheme: ColorScheme

  public init(
    locale: String, calendar: String = "gregorian", timeZone: String, firstWeekday: Int64, uses24Hour: Bool,
    colorScheme: ColorScheme = .light
  ) {
    self.locale = locale
    self.calendar = calendar
    self.timeZone = timeZone
    self.firstWeekday = firstWeekday
    self.uses24Hour = uses24Hour
    self.colorScheme = colorScheme
  }
}

extension EnvironmentSnapshot: WireConvertible {
  public var wire: WireValue {
    [
      "calendar": calendar.wire, "colorScheme": colorScheme.wire, "firstWeekday": firstWeekday.wire,
      "locale": locale.wire, "timeZone": timeZone.wire, "uses24Hour": uses24Hour.wire,
    ]
  }

  public init(wire value: WireValue, at pointer: String, from origin: WireOrigin) throws(WireError) {
    var reader = try WireReader(value, at: pointer, from: origin)
    locale = try reader.required("locale")
    calendar = try reader.required("calendar")
    timeZone = try reader.required("timeZone")
    firstWeekday = try reader.required("firstWeekday")
    uses24Hour = try reader.required("uses24Hour")
    colorScheme = try reader.word("colorScheme", otherwise: .light)
    try reader.finish()
  }
}
