// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

/// The part of the family's state that one point may receive. Empty members are absent on the wire.
public struct Snapshot: Hashable, Sendable {
  public var environment: EnvironmentSnapshot
  public var stores: [StoreSnapshot]
  public var authorization: Authorization?
  public var activities: [ActivitySnapshot]
  public var defaults: [DefaultsSnapshot]
  /// The family's tokens that are not valid.
  public var tokens: [TokenStatus]
  /// The number of the family's transactions; absent at sealed points.
  public var revision: Int64?
  public var effective: EffectiveMedia?
  public var badge: Int64?
  /// The family's Focus filters in force.
  public var focus: [FilterValues]
  public var widgets: [PlacedWidget]

  public init(
    environment: EnvironmentSnapshot, stores: [StoreSnapshot] = [], authorization: Authorization? = nil,
    activities: [ActivitySnapshot] = [], defaults: [DefaultsSnapshot] = [], tokens: [TokenStatus] = [],
    revision: Int64? = nil, effective: EffectiveMedia? = nil, badge: Int64? = nil,
    focus: [FilterValues] = [], widgets: [PlacedWidget] = []
  ) {
    self.environment = environment
    self.stores = stores
    self.authorization = authorization
    self.activities = activities
    self.defaults = defaults
    self.tokens = tokens
    self.revision = revision
    self.effective = effective
    self.badge = badge
    self.focus = focus
    self.widgets = widgets
  }
}

extension Snapshot: WireConvertible {
  public var wire: WireValue {
    [
      "activities": activities.wireUnlessEmpty, "authorization": authorization?.wire, "badge": badge?.wire,
      "defaults": defaults.wireUnlessEmpty, "effective": effective?.wire, "environment": environment.wire,
      "focus": focus.wireUnlessEmpty, "revision": revision?.wire, "stores": stores.wireUnlessEmpty,
      "tokens": tokens.wireUnlessEmpty, "widgets": widgets.wireUnlessEmpty,
    ]
  }

  public init(wire value: WireValue, at pointer: String, from origin: WireOrigin) throws(WireError) {
    var reader = try WireReader(value, at: pointer, from: origin)
    environment = try reader.required("environment")
    stores = try reader.list("stores")
    authorization =
      reader.value("authorization") == nil
      ? nil : try reader.word("authorization", otherwise: .notDetermined)
    activities = try reader.list("activities")
    defaults = try reader.list("defaults")
    tokens = try reader.list("tokens")
    revision = try reader.optional("revision")
    effective = try reader.optional("effective")
    badge = try reader.optional("badge")
    focus = try reader.list("focus")
    widgets = try reader.list("widgets")
    try reader.finish()
  }
}
