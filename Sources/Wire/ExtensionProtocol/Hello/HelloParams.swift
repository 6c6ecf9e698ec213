// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

/// The host's first message: its protocol versions and what the extension may do (`wire.md#hello`).
public struct HelloParams: Hashable, Sendable {
  public var protocols: [Int64]
  public var schemas: [Int64]
  public var point: ExtensionPoint
  public var features: [Feature]
  /// The extension's ID, `<family>.<name>`.
  public var `extension`: String
  public var capabilities: [Capability]
  public var behaviour: Behaviour
  public var limits: HelloLimits

  public init(
    protocols: [Int64] = [1], schemas: [Int64] = [1], point: ExtensionPoint, features: [Feature],
    extension name: String, capabilities: [Capability], behaviour: Behaviour, limits: HelloLimits
  ) {
    self.protocols = protocols
    self.schemas = schemas
    self.point = point
    self.features = features
    self.extension = name
    self.capabilities = capabilities
    self.behaviour = behaviour
    self.limits = limits
  }
}

extension HelloParams: WireConvertible {
  public var wire: WireValue {
    [
      "behaviour": behaviour.wire,
      "capabilities": capabilities.map(\.rawValue).sorted { $0.precedesInUTF8($1) }.wire,
      "extension": self.extension.wire, "features": features.map(\.rawValue).sorted { $0.precedesInUTF8($1) }.wire,
      "limits": limits.wire, "point": point.wire, "protocols": protocols.wire, "schemas": schemas.wire,
    ]
  }

  /// Decodes the message. Unknown features and capabilities of a newer host are ignored.
  public init(wire value: WireValue, at pointer: String, from origin: WireOrigin) throws(WireError) {
    var reader = try WireReader(value, at: pointer, from: origin)
    protocols = try reader.list("protocols", atMost: 8)
    schemas = try reader.list("schemas", atMost: 8)
    point = try reader.required("point")
    features = try reader.list("features", of: String.self, atMost: 16).compactMap(Feature.init(rawValue:))
    self.extension = try reader.name("extension", atMost: 65)
    capabilities = try reader.list("capabilities", of: String.self).compactMap(Capability.init(rawValue:))
    behaviour = try reader.word("behaviour", otherwise: .strict)
    limits = try reader.required("limits")
    try reader.finish()
  }
}
