// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

internal import ExtensionProtocol

/// Why the app was brought to the front by a shield (S9), and the note its action handler left for it.
public struct OpenAppRequest: Hashable, Sendable {
  /// The request of the `activate` callback that is running or was last run in this app; `nil` without one.
  public static var current: OpenAppRequest? { ExtensionSession.current?.openAppRequest }

  /// The wire form of the shielded item's token, which the family already holds (PRIV-TK7).
  public let token: String
  /// The case name of `ShieldAction`.
  public let action: String
  /// At most 4 KiB, set with `setPayload` in the action handler.
  public let payload: String?

  /// Leaves a note for the app, sent if this shield action answers `.openParentalControlsApp`.
  ///
  /// - Throws: `EffectViolation` beyond 4,096 bytes or outside a shield action's callback.
  public static func setPayload(_ text: String) throws {
    guard let session = ExtensionSession.current, session.point == .shieldAction else {
      throw EffectViolation(.notHere, rule: "S9", subject: "The payload", detail: "can be set by a shield action only")
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
