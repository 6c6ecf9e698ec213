// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

/// The reply to `widget.relevance`: when which configuration matters. The host stores it and rotates nothing by it.
public struct WidgetRelevanceResult: WireConvertible {
  public var attributes: [RelevanceAttribute]

  public init(attributes: [RelevanceAttribute] = []) { self.attributes = attributes }

  public var wire: WireValue { ["attributes": attributes.wireUnlessEmpty] }

  public init(wire value: WireValue, at pointer: String, from origin: WireOrigin) throws(WireError) {
    var reader = try WireReader(value, at: pointer, from: origin)
    attributes = try reader.list("attributes", within: .attributes)
    try reader.finish()
  }
}

public struct RelevanceAttribute: WireConvertible {
  public enum Context: Hashable, Sendable {
    case time(start: Int64, end: Int64)
    /// A context that this host can't observe, such as a place, by its name.
    case unobserved(String)
  }

  public var configuration: [ParameterValue]
  public var context: Context

  public init(configuration: [ParameterValue] = [], context: Context) {
    self.configuration = configuration
    self.context = context
  }

  public var wire: WireValue { ["configuration": configuration.wireUnlessEmpty, "context": context.wire] }

  public init(wire value: WireValue, at pointer: String, from origin: WireOrigin) throws(WireError) {
    var reader = try WireReader(value, at: pointer, from: origin)
    configuration = try reader.parameters("configuration")
    context = try reader.required("context")
    try reader.finish()
  }
}

extension RelevanceAttribute.Context: WireConvertible {
  public var wire: WireValue {
    switch self {
    case .time(let start, let end): ["end": end.wire, "start": start.wire]
    case .unobserved(let name): ["name": name.wire]
    }
  }

  public init(wire value: WireValue, at pointer: String, from origin: WireOrigin) throws(WireError) {
    var reader = try WireReader(value, at: pointer, from: origin)
    if let name = try reader.optionalShortName("name") {
      self = .unobserved(name)
    } else {
      let end = try reader.instant("end")
      let start = try reader.instant("start")
      guard start <= end else { throw WireError(.limit, at: reader.path("end"), "is before “start”") }
      self = .time(start: start, end: end)
    }
    try reader.finish()
  }
}

/// A widget that the person placed, as the family may know it.
public struct PlacedWidget: WireConvertible {
  public var instance: String
  public var kind: String
  public var size: WidgetSize
  public var configuration: [ParameterValue]

  public init(instance: String, kind: String, size: WidgetSize, configuration: [ParameterValue] = []) {
    self.instance = instance
    self.kind = kind
    self.size = size
    self.configuration = configuration
  }

  public var wire: WireValue {
    [
      "configuration": configuration.wireUnlessEmpty, "instance": instance.wire, "kind": kind.wire, "size": size.wire,
    ]
  }

  public init(wire value: WireValue, at pointer: String, from origin: WireOrigin) throws(WireError) {
    var reader = try WireReader(value, at: pointer, from: origin)
    configuration = try reader.parameters("configuration")
    instance = try reader.shortName("instance")
    kind = try reader.shortName("kind")
    size = try reader.required("size")
    try reader.finish()
  }
}
