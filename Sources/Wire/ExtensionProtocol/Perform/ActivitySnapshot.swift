// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

/// A monitored activity as it was registered.
public struct ActivitySnapshot: WireConvertible {
  public var name: String
  public var schedule: MonitoringSchedule
  public var events: [MonitoringEvent]

  public init(name: String, schedule: MonitoringSchedule, events: [MonitoringEvent]) {
    self.name = name
    self.schedule = schedule
    self.events = events
  }

  public var wire: WireValue { ["events": events.wire, "name": name.wire, "schedule": schedule.wire] }

  public init(wire value: WireValue, at pointer: String, from origin: WireOrigin) throws(WireError) {
    var reader = try WireReader(value, at: pointer, from: origin)
    name = try reader.required("name")
    schedule = try reader.required("schedule")
    events = try reader.list("events")
    try reader.finish()
  }
}

/// One suite of user defaults (C12).
public struct DefaultsSnapshot: WireConvertible {
  public var suite: String
  public var values: [PropertyValue.Entry]

  public init(suite: String, values: [PropertyValue.Entry]) {
    self.suite = suite
    self.values = values
  }

  public var wire: WireValue { ["suite": suite.wire, "values": values.wire] }

  public init(wire value: WireValue, at pointer: String, from origin: WireOrigin) throws(WireError) {
    var reader = try WireReader(value, at: pointer, from: origin)
    suite = try reader.required("suite")
    values = try reader.list("values")
    try reader.finish()
  }
}

/// The status of a token that is no longer valid (`privacy.md#tokens`).
public struct TokenStatus: WireConvertible {
  public enum Status: String, WireWord {
    case rotated, revoked, unknown
  }

  public var token: WireToken
  public var status: Status
  /// The successor of a rotated token.
  public var to: WireToken?

  public init(token: WireToken, status: Status, to: WireToken? = nil) {
    self.token = token
    self.status = status
    self.to = to
  }

  public var wire: WireValue { ["status": status.wire, "to": to?.wire, "token": token.wire] }

  public init(wire value: WireValue, at pointer: String, from origin: WireOrigin) throws(WireError) {
    var reader = try WireReader(value, at: pointer, from: origin)
    token = try reader.required("token")
    status = try reader.word("status", otherwise: .unknown)
    to = try reader.optional("to")
    try reader.finish()
  }
}

/// The three merged media values (M9).
public struct EffectiveMedia: WireConvertible {
  public var denyExplicitContent: Bool
  public var maximumMovieRating: Int64
  public var maximumTVShowRating: Int64

  public init(denyExplicitContent: Bool = false, maximumMovieRating: Int64 = 1_000, maximumTVShowRating: Int64 = 1_000)
  {
    self.denyExplicitContent = denyExplicitContent
    self.maximumMovieRating = maximumMovieRating
    self.maximumTVShowRating = maximumTVShowRating
  }

  public var wire: WireValue {
    [
      "denyExplicitContent": denyExplicitContent.wire, "maximumMovieRating": maximumMovieRating.wire,
      "maximumTVShowRating": maximumTVShowRating.wire,
    ]
  }

  public init(wire value: WireValue, at pointer: String, from origin: WireOrigin) throws(WireError) {
    var reader = try WireReader(value, at: pointer, from: origin)
    denyExplicitContent = try reader.required("denyExplicitContent")
    maximumMovieRating = try reader.required("maximumMovieRating")
    maximumTVShowRating = try reader.required("maximumTVShowRating")
    try reader.finish()
  }
}
