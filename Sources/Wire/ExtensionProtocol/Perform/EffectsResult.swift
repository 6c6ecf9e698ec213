// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

/// The reply of an app, monitor or focus filter: all changes that the extension requests.
public struct EffectsResult: WireConvertible {
  public var effects: [Effect]

  public init(effects: [Effect] = []) { self.effects = effects }

  public var wire: WireValue { ["effects": effects.wireUnlessEmpty] }

  public init(wire value: WireValue, at pointer: String, from origin: WireOrigin) throws(WireError) {
    var reader = try WireReader(value, at: pointer, from: origin)
    effects = try Effect.list(&reader)
    try reader.finish()
  }
}

/// The reply to a press on a shield (S8, S9).
public struct ShieldActionResult: WireConvertible {
  public enum Response: String, WireWord {
    case none, close, `defer`, openParentalControlsApp
  }

  public var response: Response
  /// Data for the app that `openParentalControlsApp` opens.
  public var payload: String?
  public var effects: [Effect]

  public init(response: Response, payload: String? = nil, effects: [Effect] = []) {
    self.response = response
    self.payload = payload
    self.effects = effects
  }

  public var wire: WireValue {
    ["effects": effects.wireUnlessEmpty, "payload": payload?.wire, "response": response.wire]
  }

  public init(wire value: WireValue, at pointer: String, from origin: WireOrigin) throws(WireError) {
    var reader = try WireReader(value, at: pointer, from: origin)
    response = try reader.required("response")
    payload = try reader.optionalText("payload", atMost: 4_096)
    effects = try Effect.list(&reader)
    try reader.finish()
  }
}

/// The reply of a report: a view tree, which `Surfaces` checks.
public struct ReportResult: WireConvertible {
  public var view: WireValue

  public init(view: WireValue) { self.view = view }

  public var wire: WireValue { ["view": view] }

  public init(wire value: WireValue, at pointer: String, from origin: WireOrigin) throws(WireError) {
    var reader = try WireReader(value, at: pointer, from: origin)
    guard let view = reader.value("view") else { throw reader.missing("view") }
    self.view = view
    try reader.finish()
  }
}
