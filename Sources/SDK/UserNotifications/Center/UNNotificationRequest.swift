// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

internal import ExtensionProtocol
internal import ExtensionRuntime
public import Foundation

/// A notification with an identifier for replacing or removing it.
public final class UNNotificationRequest: NSObject, Sendable {
  public let identifier: String
  public let content: UNNotificationContent
  public let trigger: UNNotificationTrigger?

  public init(identifier: String, content: UNNotificationContent, trigger: UNNotificationTrigger?) {
    self.identifier = identifier
    self.content = content.copy() as? UNNotificationContent ?? content
    self.trigger = trigger
  }
}

extension UNNotificationRequest {
  /// The effect that shows the notification, checked against the limits of the wire.
  ///
  /// - Throws: `EffectViolation`: `notification.trigger`, `limit.notification`, `name.invalid`.
  var effect: Effect {
    get throws(EffectViolation) {
      // Losing a reminder would be worse than showing replacement characters.
      var request = NotificationRequest(
        id: identifier, title: WireText.cleaned(content.title), body: WireText.cleaned(content.body),
        level: content.interruptionLevel.wire)
      if !content.subtitle.isEmpty { request.subtitle = WireText.cleaned(content.subtitle) }
      request.filterCriteria = content.filterCriteria
      if let trigger { request.trigger = try trigger.wire }
      let effect = Effect.scheduleNotification(request)
      do {
        return try Effect(wire: effect.wire, at: "", from: .extension)
      } catch {
        throw EffectViolation(
          error.pointer == "/id" ? .nameInvalid : .notification, rule: "N2",
          subject: "The notification’s \(error.pointer.dropFirst())", detail: error.reason)
      }
    }
  }
}

extension UNNotificationInterruptionLevel {
  fileprivate var wire: NotificationRequest.Level {
    switch self {
    case .passive: .passive
    case .active: .active
    case .timeSensitive: .timeSensitive
    case .critical: .critical
    }
  }
}

extension EffectViolation.Code {
  static let notification = EffectViolation.Code.limit(.notification)
  static let pending = EffectViolation.Code.limit(.pending)
  static let notificationTrigger = EffectViolation.Code.fault(.notificationTrigger)
  static let notificationNotAllowed = EffectViolation.Code.fault(.notificationNotAllowed)
  static let badgeRange = EffectViolation.Code.fault(.badgeRange)
  static let badgeNotAllowed = EffectViolation.Code.fault(.badgeNotAllowed)
}

extension EffectViolation {
  static func trigger(_ detail: String) -> EffectViolation {
    EffectViolation(.notificationTrigger, rule: "N1", subject: "The notification", detail: detail)
  }
}
