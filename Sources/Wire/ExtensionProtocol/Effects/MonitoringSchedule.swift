// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

/// A `DeviceActivitySchedule` on the wire.
public struct MonitoringSchedule: WireConvertible {
  public var start: DateComponentsValue
  public var end: DateComponentsValue
  public var repeats: Bool
  public var warning: DateComponentsValue?

  public init(
    start: DateComponentsValue, end: DateComponentsValue, repeats: Bool, warning: DateComponentsValue? = nil
  ) {
    self.start = start
    self.end = end
    self.repeats = repeats
    self.warning = warning
  }

  public var wire: WireValue {
    ["end": end.wire, "repeats": repeats.wire, "start": start.wire, "warning": warning?.wire]
  }

  public init(wire value: WireValue, at pointer: String, from origin: WireOrigin) throws(WireError) {
    var reader = try WireReader(value, at: pointer, from: origin)
    start = try reader.required("start")
    end = try reader.required("end")
    repeats = try reader.required("repeats")
    warning = try reader.optional("warning")
    try reader.finish()
  }
}

/// A `DeviceActivityEvent` on the wire. The three sets are always present; if all are empty, all usage counts (E2).
public struct MonitoringEvent: WireConvertible {
  public var name: String
  public var applications: [WireToken]
  public var categories: [WireToken]
  public var webDomains: [WireToken]
  public var threshold: DateComponentsValue
  public var includesPastActivity: Bool

  public init(
    name: String, applications: [WireToken] = [], categories: [WireToken] = [], webDomains: [WireToken] = [],
    threshold: DateComponentsValue, includesPastActivity: Bool = false
  ) {
    self.name = name
    self.applications = applications.sortedByBytes
    self.categories = categories.sortedByBytes
    self.webDomains = webDomains.sortedByBytes
    self.threshold = threshold
    self.includesPastActivity = includesPastActivity
  }

  public var wire: WireValue {
    [
      "applications": applications.wire, "categories": categories.wire,
      "includesPastActivity": includesPastActivity.wire, "name": name.wire, "threshold": threshold.wire,
      "webDomains": webDomains.wire,
    ]
  }

  public init(wire value: WireValue, at pointer: String, from origin: WireOrigin) throws(WireError) {
    var reader = try WireReader(value, at: pointer, from: origin)
    name = try reader.name("name")
    applications = try reader.tokens("applications", .application, atMost: WireLimits.elementsPerArray)
    categories = try reader.tokens("categories", .category, atMost: WireLimits.elementsPerArray)
    webDomains = try reader.tokens("webDomains", .webDomain, atMost: WireLimits.elementsPerArray)
    threshold = try reader.required("threshold")
    includesPastActivity = try reader.required("includesPastActivity")
    try reader.finish()
  }

  /// Reads the `events` of an activity. Names are unique, and each set has at most 1,000 tokens.
  static func list(_ reader: inout WireReader) throws(WireError) -> [MonitoringEvent] {
    let pointer = reader.path("events")
    let events: [MonitoringEvent] = try reader.list("events")
    guard Set(events.map(\.name)).count == events.count else { throw WireError(at: pointer, "contains a name twice") }
    return events
  }
}
