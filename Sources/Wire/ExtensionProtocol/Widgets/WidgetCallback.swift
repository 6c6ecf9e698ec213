// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

/// A size of a widget, with the case names of `WidgetFamily`.
public enum WidgetSize: String, WireWord {
  case systemSmall, systemMedium, systemLarge, systemExtraLarge
  case accessoryCircular, accessoryRectangular, accessoryInline

  /// The size in points (WIDGET-W30).
  public var points: (width: Int64, height: Int64) {
    switch self {
    case .systemSmall: (158, 158)
    case .systemMedium: (338, 158)
    case .systemLarge: (338, 354)
    case .systemExtraLarge: (716, 342)
    case .accessoryCircular: (72, 72)
    case .accessoryRectangular: (160, 72)
    case .accessoryInline: (234, 26)
    }
  }

  /// Indicates a size of the lock screen, which is offered only when a widget names it (WIDGET-W31).
  public var isAccessory: Bool {
    switch self {
    case .systemSmall, .systemMedium, .systemLarge, .systemExtraLarge: false
    case .accessoryCircular, .accessoryRectangular, .accessoryInline: true
    }
  }
}

/// A drawing of the same entry.
public enum WidgetVariant: String, WireWord {
  case light, dark
  /// Light, with everything sensitive left out (WIDGET-W27).
  case `private`
}

/// The widget to draw: the arguments of `widget.placeholder`, and part of those of a snapshot and a timeline.
public struct WidgetRequest: Hashable, Sendable {
  public var kind: String
  public var size: WidgetSize
  public var variants: [WidgetVariant]

  public init(kind: String, size: WidgetSize, variants: [WidgetVariant] = WidgetVariant.allCases) {
    self.kind = kind
    self.size = size
    self.variants = variants
  }
}

/// A call of a widget's code.
public enum WidgetCallback: Hashable, Sendable {
  case describe
  case placeholder(WidgetRequest)
  case snapshot(WidgetRequest, configuration: [ParameterValue], isPreview: Bool)
  case timeline(WidgetRequest, configuration: [ParameterValue], reason: TimelineReason)
  case relevance(kind: String)
  case options(OptionsArguments)

  public enum Name: String, CaseIterable, Sendable {
    case describe = "widget.describe"
    case placeholder = "widget.placeholder"
    case snapshot = "widget.snapshot"
    case timeline = "widget.timeline"
    case relevance = "widget.relevance"
    case options = "widget.options"
  }

  public var name: Name {
    switch self {
    case .describe: .describe
    case .placeholder: .placeholder
    case .snapshot: .snapshot
    case .timeline: .timeline
    case .relevance: .relevance
    case .options: .options
    }
  }

  var arguments: WireValue {
    switch self {
    case .describe: [:]
    case .placeholder(let request): .object(request.members)
    case .snapshot(let request, let configuration, let isPreview):
      .object(request.members(with: configuration, ["preview": isPreview.wire]))
    case .timeline(let request, let configuration, let reason):
      .object(request.members(with: configuration, ["reason": reason.wire]))
    case .relevance(let kind): ["kind": kind.wire]
    case .options(let arguments): arguments.wire
    }
  }

  init(_ name: Name, arguments: WireValue, at pointer: String, from origin: WireOrigin) throws(WireError) {
    var reader = try WireReader(arguments, at: pointer, from: origin)
    switch name {
    case .describe: self = .describe
    case .placeholder: self = .placeholder(try WidgetRequest(&reader))
    case .snapshot:
      self = .snapshot(
        try WidgetRequest(&reader), configuration: try reader.parameters("configuration"),
        isPreview: try reader.required("preview"))
    case .timeline:
      self = .timeline(
        try WidgetRequest(&reader), configuration: try reader.parameters("configuration"),
        reason: try reader.word("reason", otherwise: .policy))
    case .relevance: self = .relevance(kind: try reader.shortName("kind"))
    case .options:
      self = .options(try OptionsArguments(wire: arguments, at: pointer, from: origin))
      return
    }
    try reader.finish()
  }
}

/// The reason for asking for a timeline (WIDGET-W7).
public enum TimelineReason: String, WireWord {
  case placed, policy, appOpen, effect, interaction, configured, clockChanged, environmentChanged, updated, push
  case retry, person
}

extension WidgetRequest {
  fileprivate var members: WireObject {
    [
      "kind": kind.wire, "size": size.wire,
      "variants": variants.map(\.rawValue).sorted { $0.precedesInUTF8($1) }.wire,
    ]
  }

  fileprivate func members(with configuration: [ParameterValue], _ others: WireObject) -> WireObject {
    var members = self.members
    members["configuration"] = configuration.wireUnlessEmpty
    for member in others.members { members[member.name] = member.value }
    return members
  }

  fileprivate init(_ reader: inout WireReader) throws(WireError) {
    kind = try reader.shortName("kind")
    size = try reader.required("size")
    variants = try reader.list("variants", of: String.self).compactMap(WidgetVariant.init(rawValue:))
  }
}

/// The arguments of `app.continueActivity`: a tap on a widget that has no URL (WIDGET-W35).
public struct ContinuedActivity: WireConvertible {
  public var kind: String
  public var size: WidgetSize
  public var configuration: [ParameterValue]

  public init(kind: String, size: WidgetSize, configuration: [ParameterValue] = []) {
    self.kind = kind
    self.size = size
    self.configuration = configuration
  }

  public var wire: WireValue {
    ["configuration": configuration.wireUnlessEmpty, "kind": kind.wire, "size": size.wire]
  }

  public init(wire value: WireValue, at pointer: String, from origin: WireOrigin) throws(WireError) {
    var reader = try WireReader(value, at: pointer, from: origin)
    configuration = try reader.parameters("configuration")
    kind = try reader.shortName("kind")
    size = try reader.required("size")
    try reader.finish()
  }
}
