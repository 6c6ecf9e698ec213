// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

/// The reason the family's app was opened.
public struct ActivateArguments: WireConvertible {
  public enum Reason: String, WireWord {
    case launch, shield, widget, notification
  }

  /// The request that a shield action left for the app it opened (S9).
  public struct OpenRequest: WireConvertible {
    public var token: WireToken
    public var action: String
    public var payload: String?

    public init(token: WireToken, action: String, payload: String?) {
      self.token = token
      self.action = action
      self.payload = payload
    }

    public var wire: WireValue { ["action": action.wire, "payload": payload?.wire, "token": token.wire] }

    public init(wire value: WireValue, at pointer: String, from origin: WireOrigin) throws(WireError) {
      var reader = try WireReader(value, at: pointer, from: origin)
      token = try reader.required("token")
      action = try reader.required("action")
      payload = try reader.optional("payload")
      try reader.finish()
    }
  }

  public var reason: Reason
  public var openRequest: OpenRequest?

  public init(reason: Reason, openRequest: OpenRequest? = nil) {
    self.reason = reason
    self.openRequest = openRequest
  }

  public var wire: WireValue { ["openRequest": openRequest?.wire, "reason": reason.wire] }

  public init(wire value: WireValue, at pointer: String, from origin: WireOrigin) throws(WireError) {
    var reader = try WireReader(value, at: pointer, from: origin)
    reason = try reader.word("reason", otherwise: .launch)
    openRequest = try reader.optional("openRequest")
    try reader.finish()
  }
}
