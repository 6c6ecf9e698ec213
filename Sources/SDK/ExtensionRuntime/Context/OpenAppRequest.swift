// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

internal import ExtensionProtocol

/// The request of a shield action that opened the app, with the payload its handler left.
public struct OpenAppRequest: Hashable, Sendable {
  /// The request of the running or most recent `activate` callback in this app, or `nil` if it had none.
  public static var current: OpenAppRequest? { ExtensionSession.current?.openAppRequest }

  /// The wire form of the shielded item's token. The family already holds this token.
  public let token: String
  /// The name of the `ShieldAction` case.
  public let action: String
  /// The text passed to `setPayload` in the action handler, at most 4 KiB.
  public let payload: String?

  /// Sets a payload for the app. It is sent if this shield action responds with `.openParentalControlsApp`.
  ///
  /// - Throws: `EffectViolation` if the text is longer than 4,096 bytes, or outside a shield action's callback.
  public static func setPayload(_ text: String) throws {
    guard let session = ExtensionSession.current, session.point == .shieldAction else {
      throw EffectViolation(.notHere, rule: "S9", subject: "The payload", detail: "can only be set by a shield action")
    }
    let length = text.utf8.count
    guard length <= 4_096 else {
      throw EffectViolation(
        .payload, rule: "S9", subject: "The payload", limit: 4_096, actual: length,
        detail: "is \(length) bytes long; the maximum is 4096")
    }
    session.setPayload(text)
  }
}

extension OpenAppRequest {
  init(_ request: ActivateArguments.OpenRequest) {
    token = request.token.text
    action = request.action
    payload = request.payload
  }
}
