// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

/// The fields of Foundation's `DateComponents` that are set, with calendar and time zone (`wire.md#lines`).
public struct DateComponentsValue: Hashable, Sendable {
  public enum Field: String, WireWord {
    case era, year, quarter, month, weekOfMonth, weekOfYear, yearForWeekOfYear, weekday, weekdayOrdinal
    case day, dayOfYear, hour, minute, second, nanosecond
  }

  public var fields: [Field: Int64]
  /// A CLDR calendar identifier, such as `gregorian`.
  public var calendar: String?
  /// An IANA time zone identifier.
  public var timeZone: String?

  public init(_ fields: [Field: Int64] = [:], calendar: String? = nil, timeZone: String? = nil) {
    self.fields = fields
    self.calendar = calendar
    self.timeZone = timeZone
  }
}

extension DateComponentsValue: WireConvertible {
  public var wire: WireValue {
    var object: WireObject = ["calendar": calendar?.wire, "timeZone": timeZone?.wire]
    for (field, value) in fields { object[field.rawValue] = value.wire }
    return .object(object)
  }

  public init(wire value: WireValue, at pointer: String, from origin: WireOrigin) throws(WireError) {
    var reader = try WireReader(value, at: pointer, from: origin)
    self.init(calendar: try reader.optionalName("calendar", atMost: 64))
    timeZone = try reader.optionalName("timeZone", atMost: 64)
    for field in Field.allCases {
      fields[field] = try reader.optionalInteger(field.rawValue, in: -2_147_483_648...2_147_483_647)
    }
    try reader.finish()
  }
}
