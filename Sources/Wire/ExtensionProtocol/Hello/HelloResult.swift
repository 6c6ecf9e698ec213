// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

/// The extension's reply to `hello`: its choice of what was offered (`wire.md#hello`).
public struct HelloResult: Hashable, Sendable {
  /// The library an extension was built with, recorded in the journal only.
  public struct Runtime: Hashable, Sendable {
    public var name: String
    public var version: String

    public init(name: String, version: String) {
      self.name = name
      self.version = version
    }
  }

  public var `protocol`: Int64
  public var schema: Int64
  public var features: [String]
  public var `extension`: String
  public var version: String
  public var runtime: Runtime?
  /// The implemented callbacks, or `nil` for all. The host settles the others without launching the extension.
  public var handles: [String]?
  /// The contexts that a report extension supports.
  public var contexts: [String]?

  public init(
    protocol number: Int64 = 1, schema: Int64 = 1, features: [String], extension name: String, version: String,
    runtime: Runtime? = nil, handles: [String]? = nil, contexts: [String]? = nil
  ) {
    self.protocol = number
    self.schema = schema
    self.features = features
    self.extension = name
    self.version = version
    self.runtime = runtime
    self.handles = handles
    self.contexts = contexts
  }
}

extension HelloResult: WireConvertible {
  public var wire: WireValue {
    [
      "contexts": contexts?.wire, "extension": self.extension.wire, "features": features.wire, "handles": handles?.wire,
      "protocol": self.protocol.wire, "runtime": runtime?.wire, "schema": schema.wire, "version": version.wire,
    ]
  }

  public init(wire value: WireValue, at pointer: String, from origin: WireOrigin) throws(WireError) {
    var reader = try WireReader(value, at: pointer, from: origin)
    self.protocol = try reader.required("protocol")
    schema = try reader.required("schema")
    features = try reader.list("features", of: String.self, atMost: 16).checkedAsSet(at: reader.path("features"))
    self.extension = try reader.name("extension", atMost: 65)
    version = try reader.name("version", atMost: 32)
    runtime = try reader.optional("runtime")
    handles = reader.value("handles").map { _ in [] }
    if handles != nil { handles = try reader.names("handles", atMost: 64) }
    contexts = reader.value("contexts").map { _ in [] }
    if contexts != nil { contexts = try Self.contexts(&reader) }
    try reader.finish()
  }

  private static func contexts(_ reader: inout WireReader) throws(WireError) -> [String] {
    let pointer = reader.path("contexts")
    let contexts = try reader.list("contexts", of: String.self, atMost: 20)
    guard !contexts.isEmpty else { throw WireError(.limit, at: pointer, "is empty; 1…20 are allowed") }
    for (index, context) in contexts.enumerated() {
      try WireText.check(context, as: .name, atMost: 256, at: "\(pointer)/\(index)")
    }
    return try contexts.checkedAsSet(at: pointer)
  }
}

extension HelloResult.Runtime: WireConvertible {
  public var wire: WireValue { ["name": name.wire, "version": version.wire] }

  public init(wire value: WireValue, at pointer: String, from origin: WireOrigin) throws(WireError) {
    var reader = try WireReader(value, at: pointer, from: origin)
    name = try reader.name("name", atMost: 32)
    version = try reader.name("version", atMost: 32)
    try reader.finish()
  }
}
