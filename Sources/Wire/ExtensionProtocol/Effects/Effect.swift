// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

/// A change that an extension requests. The list is closed (`wire.md#effects`).
///
/// Effects are absolute assignments, applied in order; the last one wins (C11).
public enum Effect: Hashable, Sendable {
  /// Sets or, if `value` is `nil`, removes the store's value for the key.
  case setSetting(store: String, key: SettingKey, value: SettingValue?)
  case setStoreActive(store: String, isActive: Bool)
  case clearStore(String)
  case deleteStore(String)
  case startMonitoring(activity: String, schedule: MonitoringSchedule, events: [MonitoringEvent])
  /// Stops the listed activities, or all if the list is empty.
  case stopMonitoring(activities: [String])
  /// Sets or, if `value` is `nil`, removes the key.
  case setDefault(suite: String, key: String, value: PropertyValue?)
  case reloadTimelines(widget: String?)
  case invalidateRelevance(widget: String)
  case scheduleNotification(NotificationRequest)
  /// Cancels the listed notifications, or all if the list is empty.
  case cancelNotifications(ids: [String], of: NotificationPart = .all)
  case refreshShields(token: WireToken?)
  case setBadgeCount(Int64)
  case invalidateFocusContext(intent: String)
  case revokeAuthorization

  /// The value of the `kind` member.
  public var kind: Kind {
    switch self {
    case .setSetting: .setSetting
    case .setStoreActive: .setStoreActive
    case .clearStore: .clearStore
    case .deleteStore: .deleteStore
    case .startMonitoring: .startMonitoring
    case .stopMonitoring: .stopMonitoring
    case .setDefault: .setDefault
    case .reloadTimelines: .reloadTimelines
    case .invalidateRelevance: .invalidateRelevance
    case .scheduleNotification: .scheduleNotification
    case .cancelNotifications: .cancelNotifications
    case .refreshShields: .refreshShields
    case .setBadgeCount: .setBadgeCount
    case .invalidateFocusContext: .invalidateFocusContext
    case .revokeAuthorization: .revokeAuthorization
    }
  }

  public enum Kind: String, WireWord {
    case setSetting, setStoreActive, clearStore, deleteStore, startMonitoring, stopMonitoring, setDefault
    case reloadTimelines, invalidateRelevance, scheduleNotification, cancelNotifications, refreshShields
    case setBadgeCount, invalidateFocusContext, revokeAuthorization

    /// The capability that the effect requires.
    public var capability: Capability {
      switch self {
      case .setSetting, .setStoreActive, .clearStore, .deleteStore, .setDefault: .settings
      case .startMonitoring, .stopMonitoring: .monitoring
      case .reloadTimelines, .invalidateRelevance: .timelines
      case .scheduleNotification, .cancelNotifications: .notifications
      case .refreshShields: .shields
      case .setBadgeCount: .badge
      case .invalidateFocusContext: .focus
      case .revokeAuthorization: .authorization
      }
    }

    /// Returns whether an extension at `point` may use the effect (`wire.md#effects`).
    public func isOpen(to point: ExtensionPoint) -> Bool {
      switch self {
      case .setBadgeCount, .invalidateFocusContext: point == .app || point == .focusFilter
      case .revokeAuthorization: point == .app
      default: point.mayHaveEffects
      }
    }
  }
}

extension Effect: WireConvertible {
  public var wire: WireValue {
    let kind = self.kind.wire
    return switch self {
    case .setSetting(let store, let key, let value):
      ["key": key.wire, "kind": kind, "store": store.wire, "value": value?.wire ?? .null]
    case .setStoreActive(let store, let isActive): ["active": isActive.wire, "kind": kind, "store": store.wire]
    case .clearStore(let store), .deleteStore(let store): ["kind": kind, "store": store.wire]
    case .startMonitoring(let activity, let schedule, let events):
      ["activity": activity.wire, "events": events.wire, "kind": kind, "schedule": schedule.wire]
    case .stopMonitoring(let activities): ["activities": activities.wire, "kind": kind]
    case .setDefault(let suite, let key, let value):
      ["key": key.wire, "kind": kind, "suite": suite.wire, "value": value?.wire ?? .null]
    case .reloadTimelines(let widget): ["kind": kind, "widget": widget?.wire]
    case .invalidateRelevance(let widget): ["kind": kind, "widget": widget.wire]
    case .scheduleNotification(let request): request.wire(kind: kind)
    case .cancelNotifications(let ids, let part):
      ["ids": ids.wire, "kind": kind, "of": part == .all ? nil : part.wire]
    case .refreshShields(let token): ["kind": kind, "token": token?.wire]
    case .setBadgeCount(let count): ["count": count.wire, "kind": kind]
    case .invalidateFocusContext(let intent): ["intent": intent.wire, "kind": kind]
    case .revokeAuthorization: ["kind": kind]
    }
  }

  public init(wire value: WireValue, at pointer: String, from origin: WireOrigin) throws(WireError) {
    var reader = try WireReader(value, at: pointer, from: origin)
    let kind: Kind = try reader.required("kind")
    switch kind {
    case .setSetting:
      let store = try reader.name("store")
      let key: SettingKey = try reader.required("key")
      guard let raw = reader.value("value") else { throw reader.missing("value") }
      let value =
        raw == .null ? nil : try SettingValue(wire: raw, for: key, at: reader.path("value"), from: origin)
      self = .setSetting(store: store, key: key, value: value)
    case .setStoreActive:
      self = .setStoreActive(store: try reader.name("store"), isActive: try reader.required("active"))
    case .clearStore: self = .clearStore(try reader.name("store"))
    case .deleteStore: self = .deleteStore(try reader.name("store"))
    case .startMonitoring:
      self = .startMonitoring(
        activity: try reader.name("activity"), schedule: try reader.required("schedule"),
        events: try MonitoringEvent.list(&reader))
    case .stopMonitoring: self = .stopMonitoring(activities: try reader.names("activities"))
    case .setDefault:
      let suite = try reader.name("suite")
      let key = try reader.name("key")
      guard let raw = reader.value("value") else { throw reader.missing("value") }
      let value = raw == .null ? nil : try PropertyValue(wire: raw, at: reader.path("value"), from: origin)
      self = .setDefault(suite: suite, key: key, value: value)
    case .reloadTimelines: self = .reloadTimelines(widget: try reader.optionalName("widget", atMost: 128))
    case .invalidateRelevance: self = .invalidateRelevance(widget: try reader.name("widget", atMost: 128))
    case .scheduleNotification: self = .scheduleNotification(try NotificationRequest(&reader))
    case .cancelNotifications:
      self = .cancelNotifications(
        ids: try reader.names("ids", atMost: 128), of: try reader.optional("of") ?? .all)
    case .refreshShields: self = .refreshShields(token: try reader.optional("token"))
    case .setBadgeCount: self = .setBadgeCount(try reader.integer("count", in: 0...99_999))
    case .invalidateFocusContext: self = .invalidateFocusContext(intent: try reader.shortName("intent"))
    case .revokeAuthorization: self = .revokeAuthorization
    }
    try reader.finish()
  }

  /// Reads the `effects` of a reply or a commit: at most 256, of which 8 notifications. An absent member is an empty
  /// list.
  public static func list(_ reader: inout WireReader) throws(WireError) -> [Effect] {
    let pointer = reader.path("effects")
    let effects: [Effect] = try reader.list("effects", atMost: WireLimits.effectsPerReply)
    let notifications = effects.count { $0.kind == .scheduleNotification }
    guard notifications <= WireLimits.notificationsPerReply else {
      throw WireError(
        .limit, at: pointer, "holds \(notifications) notifications; the maximum is \(WireLimits.notificationsPerReply)")
    }
    return effects
  }
}

extension WireReader {
  /// Reads a set of names.
  mutating func names(_ name: String, atMost maximum: Int = 256) throws(WireError) -> [String] {
    let pointer = path(name)
    let names: [String] = try list(name)
    for (index, name) in names.enumerated() {
      try WireText.check(name, as: .name, atMost: maximum, at: "\(pointer)/\(index)")
    }
    return try names.checkedAsSet(at: pointer)
  }
}
