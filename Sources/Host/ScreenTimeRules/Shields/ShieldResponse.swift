// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

/// A tap on a shield, by Apple's case names; submenu items count by their position in the list that is shown (S6).
package enum ShieldTap: String, Codable, Sendable, CaseIterable {
  case primaryButtonPressed, secondaryButtonPressed
  case firstSecondarySubmenuItemPressed, secondSecondarySubmenuItemPressed, thirdSecondarySubmenuItemPressed

  /// What stands in for an action extension, and for a method it doesn't override (S10).
  package var defaultResponse: ShieldResponse { self == .primaryButtonPressed ? .close : .none }

  /// Why a tap comes to nothing (S6); `nil`: it counts.
  ///
  /// - Parameters:
  ///   - isOneOpen: whether an earlier tap of the family's shields is not answered yet.
  ///   - look: what the shield shows besides its first button; `nil` when nobody knows.
  package func whyIgnored(
    isOneOpen: Bool, look: (hasSecondaryButton: Bool, submenuItems: Int)?
  ) -> IgnoredTap? {
    if isOneOpen { return .unanswered }
    guard let look else { return nil }
    return isOn(secondaryButton: look.hasSecondaryButton, submenuItems: look.submenuItems) ? nil : .notShown
  }

  /// Whether the shield that is shown has what was tapped (S4): no label, no button.
  func isOn(secondaryButton: Bool, submenuItems: Int) -> Bool {
    switch self {
    case .primaryButtonPressed: true
    case .secondaryButtonPressed: secondaryButton
    case .firstSecondarySubmenuItemPressed: secondaryButton && submenuItems >= 1
    case .secondSecondarySubmenuItemPressed: secondaryButton && submenuItems >= 2
    case .thirdSecondarySubmenuItemPressed: secondaryButton && submenuItems >= 3
    }
  }
}

/// Why a tap is not taken.
package enum IgnoredTap: String, Sendable, CaseIterable {
  /// The last one is open still.
  case unanswered
  /// The shield has no such button.
  case notShown
}

/// What an action extension answers to a tap (S8, S9).
package enum ShieldResponse: String, Codable, Sendable, CaseIterable {
  case none, close, `defer`, openParentalControlsApp

  /// What the answer makes of the shield that was tapped.
  ///
  /// - Parameters:
  ///   - isUp: whether the shield still stands after the effects that came with the answer; if not, it has dropped,
  ///     whatever the answer is.
  ///   - hasApp: whether the manifest names an app.
  package func consequence(isUp: Bool, hasApp: Bool) -> ShieldConsequence {
    switch self {
    case .none: .nothing
    case .close: .closesItem
    case .defer: isUp ? .asksAgain : .nothing
    case .openParentalControlsApp: hasApp ? .opensApp : .missesApp
    }
  }
}

/// What the host has to do after a tap.
package enum ShieldConsequence: String, Sendable, CaseIterable {
  case nothing
  /// The application's windows, or the page.
  case closesItem
  /// The shield stays, and its configuration is asked for anew.
  case asksAgain
  /// The family's app comes to the front, over the shield that stays.
  case opensApp
  /// As nothing, and the developer is told that the manifest has no app.
  case missesApp
}
