// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

package import ScreenTimeRules

/// An effect that the boundary let in: tokens are items now, and it goes to the rules or to the host.
package enum ResolvedEffect: Hashable, Sendable {
  case rule(RuleEffect)
  /// What changes no rule.
  case host(HostEffect)
}

/// Effects that are the host's own business.
package enum HostEffect: Hashable, Sendable {
  case scheduleNotification(NotificationRequest)
  /// Empty: all.
  case cancelNotifications([String], NotificationPart)
  case reloadTimelines(widget: String?)
  case invalidateRelevance(widget: String)
  /// Ask the shield of this item, or every shield of the family, again.
  case refreshShields(Item?)
  case setBadgeCount(Int)
  case invalidateFocusContext(intent: String)
}

extension [ResolvedEffect] {
  /// Those for the rules, in order, with their places in the reply.
  package var ruleEffects: [(index: Int, effect: RuleEffect)] {
    enumerated().compactMap { index, effect in
      if case .rule(let effect) = effect { (index, effect) } else { nil }
    }
  }

  /// Those for the host, in order, with their places in the reply.
  package var hostEffects: [(index: Int, effect: HostEffect)] {
    enumerated().compactMap { index, effect in
      if case .host(let effect) = effect { (index, effect) } else { nil }
    }
  }
}
