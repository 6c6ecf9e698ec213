// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

/// A `DeviceActivityFilter` on the wire.
public struct ReportFilter: WireConvertible {
  public enum Segment: String, WireWord {
    case hourly, daily, weekly
  }

  public enum Users: String, WireWord {
    case current, children, all
  }

  public var segment: Segment
  public var start: Int64
  public var end: Int64
  public var users: Users?
  /// Apple's model names, or `nil` for this device.
  public var devices: [String]?
  public var applications: [WireToken]
  public var categories: [WireToken]
  public var webDomains: [WireToken]

  public init(
    segment: Segment, start: Int64, end: Int64, users: Users? = nil, devices: [String]? = nil,
    applications: [WireToken] = [], categories: [WireToken] = [], webDomains: [WireToken] = []
  ) {
    self.segment = segment
    self.start = start
    self.end = end
    self.users = users
    self.devices = devices?.sorted { $0.precedesInUTF8($1) }
    self.applications = applications.sortedByBytes
    self.categories = categories.sortedByBytes
    self.webDomains = webDomains.sortedByBytes
  }

  public var wire: WireValue {
    [
      "applications": applications.wire, "categories": categories.wire, "devices": devices?.wire, "end": end.wire,
      "segment": segment.wire, "start": start.wire, "users": users?.wire, "webDomains": webDomains.wire,
    ]
  }

  public init(wire value: WireValue, at pointer: String, from origin: WireOrigin) throws(WireError) {
    var reader = try WireReader(value, at: pointer, from: origin)
    segment = try reader.word("segment", otherwise: .daily)
    start = try reader.integer("start", in: 0...WireLimits.latestTime)
    end = try reader.integer("end", in: 0...WireLimits.latestTime)
    guard start <= end else { throw WireError(.limit, at: reader.path("end"), "lies before the start") }
    users = try reader.optional("users")
    devices = reader.value("devices").map { _ in [] }
    if devices != nil { devices = try reader.names("devices").sorted { $0.precedesInUTF8($1) } }
    applications = try reader.tokens("applications", .application, atMost: Selection.tokensPerSet)
    categories = try reader.tokens("categories", .category, atMost: Selection.tokensPerSet)
    webDomains = try reader.tokens("webDomains", .webDomain, atMost: Selection.tokensPerSet)
    try reader.finish()
  }
}

/// A size in 1/1000 point. The app chooses it before any data is read (PRIV-SF1).
public struct ViewFrame: WireConvertible {
  public var width: Int64
  public var height: Int64

  public init(width: Int64, height: Int64) {
    self.width = width
    self.height = height
  }

  public var wire: WireValue { ["height": height.wire, "width": width.wire] }

  public init(wire value: WireValue, at pointer: String, from origin: WireOrigin) throws(WireError) {
    var reader = try WireReader(value, at: pointer, from: origin)
    width = try reader.integer("width", in: 0...1_000_000_000)
    height = try reader.integer("height", in: 0...1_000_000_000)
    try reader.finish()
  }
}
