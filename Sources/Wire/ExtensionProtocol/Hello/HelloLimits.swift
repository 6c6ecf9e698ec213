// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

/// The limits that the SDK checks, so that it can throw a typed error at the call (`wire.md#hello`).
public struct HelloLimits: Hashable, Sendable {
  public var lineBytes: Int64?
  public var depth: Int64?
  public var effects: Int64?
  public var requests: Int64?
  public var viewNodes: Int64?
  public var stores: Int64?
  public var tokens: Int64?
  public var activities: Int64?
  public var events: Int64?
  public var intervalMinimumS: Int64?
  public var intervalMaximumS: Int64?

  public init() {}

  /// The limits that apply at `point`, with the values of `wire.md#lines` and `screen-time.md#limits`.
  public init(for point: ExtensionPoint) {
    lineBytes = Int64(WireLimits.replyBytes)
    depth = Int64(WireLimits.depth)
    switch point {
    case .shieldConfiguration:
      lineBytes = Int64(WireLimits.shieldConfigurationReplyBytes)
    case .report:
      depth = Int64(WireLimits.viewDepth)
      viewNodes = 2_000
    case .widget:
      lineBytes = Int64(WireLimits.widgetReplyBytes)
      depth = Int64(WireLimits.viewDepth)
      viewNodes = 2_000
    case .app, .monitor, .shieldAction, .focusFilter:
      effects = Int64(WireLimits.effectsPerReply)
      requests = Int64(WireLimits.requestsPerCallback)
      stores = Int64(WireLimits.stores)
      tokens = Int64(WireLimits.tokensPerSetting)
      activities = Int64(WireLimits.activities)
      events = Int64(WireLimits.eventsPerActivity)
      intervalMinimumS = 900
      intervalMaximumS = 604_800
      if point == .app { viewNodes = 2_000 }
      if point == .focusFilter { depth = Int64(WireLimits.viewDepth) }
    }
  }
}

extension HelloLimits: WireConvertible {
  // A list of key paths would serve both directions, but the runtime creates each of them at each start of an
  // extension, between the host's `hello` and the reply.

  public var wire: WireValue {
    let limits = [
      ("activities", activities), ("depth", depth), ("effects", effects), ("events", events),
      ("intervalMaximumS", intervalMaximumS), ("intervalMinimumS", intervalMinimumS), ("lineBytes", lineBytes),
      ("requests", requests), ("stores", stores), ("tokens", tokens), ("viewNodes", viewNodes),
    ]
    var object = WireObject()
    for (name, limit) in limits { object[name] = limit?.wire }
    return .object(object)
  }

  public init(wire value: WireValue, at pointer: String, from origin: WireOrigin) throws(WireError) {
    self.init()
    var reader = try WireReader(value, at: pointer, from: origin)
    func limit(_ name: String) throws(WireError) -> Int64? {
      try reader.optionalInteger(name, in: 0...WireLimits.largestInteger)
    }
    activities = try limit("activities")
    depth = try limit("depth")
    effects = try limit("effects")
    events = try limit("events")
    intervalMaximumS = try limit("intervalMaximumS")
    intervalMinimumS = try limit("intervalMinimumS")
    lineBytes = try limit("lineBytes")
    requests = try limit("requests")
    stores = try limit("stores")
    tokens = try limit("tokens")
    viewNodes = try limit("viewNodes")
    try reader.finish()
  }
}
