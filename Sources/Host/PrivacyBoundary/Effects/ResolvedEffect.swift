// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

package import ScreenTimeRules

/// An accepted effect with items in place of tokens, for the rules or for the host.
package enum ResolvedEffect: Hashable, Sendable {
  case rule(RuleEffect)
  /// An effect that changes no rule state.
  case host(HostEffect)
}

/// An effect that the host handles itself.
package enum HostEffect: Hashable, Sendable {
  case scheduleNotification(NotificationRequest)
  /// Cancels the listed notifications, or all if the list is empty.
  case cancelNotifications([String], NotificationPart)
  case reloadTimelines(widget: String?)
  case invalidateRelevance(widget: String)
  /// Requests the configuration again for the shield of this item, or for every shield of the family.
  case refreshShields(Item?)
  case setBadgeCount(Int)
  case invalidateFocusContext(intent: String)
}

extension [ResolvedEffect] {
  /// The effects for the rules, in order, with their positions in the reply.
  package var ruleEffects: [(index: Int, effect: RuleEffect)] {
    enumerated().compactMap { index, effect in
      if case .rule(let effect) = effect { (index, effect) } else { nil }
    }
  }

  /// The effects for the host, in order, with their places in the reply.
  package var hostEffects: [(index: Int, effect: HostEffect)] {
    enumerated().compactMap { index, effect in
      if case .host(let effect) = effect { (index, effect) } else { nil }
    }
  }
}
