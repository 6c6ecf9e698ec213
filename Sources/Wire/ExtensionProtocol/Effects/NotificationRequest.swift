// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

/// A notification that the family requests (`UNNotificationRequest`). Its text is shown to the person.
public struct NotificationRequest: Hashable, Sendable {
  public enum Trigger: Hashable, Sendable {
    case after(seconds: Int64)
    case at(DateComponentsValue, repeats: Bool)
  }

  public enum Level: String, WireWord {
    case passive, active, timeSensitive, critical
  }

  public var id: String
  public var title: String
  public var subtitle: String?
  public var body: String
  public var trigger: Trigger?
  public var level: Level
  public var filterCriteria: String?

  public init(
    id: String, title: String, subtitle: String? = nil, body: String, trigger: Trigger? = nil, level: Level = .active,
    filterCriteria: String? = nil
  ) {
    self.id = id
    self.title = title
    self.subtitle = subtitle
    self.body = body
    self.trigger = trigger
    self.level = level
    self.filterCriteria = filterCriteria
  }
}

extension NotificationRequest {
  func wire(kind: WireValue) -> WireValue {
    [
      "body": body.wire, "filterCriteria": filterCriteria?.wire, "id": id.wire, "kind": kind, "level": level.wire,
      "subtitle": subtitle?.wire, "title": title.wire, "trigger": trigger?.wire,
    ]
  }

  /// Reads the members of an effect whose `kind` has already been read.
  init(_ reader: inout WireReader) throws(WireError) {
    id = try reader.name("id", atMost: 128)
    title = try reader.text("title", atMost: 256)
    subtitle = try reader.optionalText("subtitle", atMost: 256)
    body = try reader.text("body", atMost: 4_096)
    trigger = try reader.optional("trigger")
    level = try reader.word("level", otherwise: .active)
    filterCriteria = try reader.optionalText("filterCriteria", atMost: 1_024)
  }
}

extension NotificationRequest.Trigger: WireConvertible {
  public var wire: WireValue {
    switch self {
    case .after(let seconds): ["afterS": seconds.wire]
    case .at(let components, let repeats): ["at": components.wire, "repeats": repeats.wire]
    }
  }

  public init(wire value: WireValue, at pointer: String, from origin: WireOrigin) throws(WireError) {
    var reader = try WireReader(value, at: pointer, from: origin)
    if let seconds = try reader.optionalInteger("afterS", in: 0...WireLimits.latestTime) {
      self = .after(seconds: seconds)
    } else {
      self = .at(try reader.required("at"), repeats: try reader.required("repeats"))
    }
    try reader.finish()
  }
}
