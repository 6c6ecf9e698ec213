// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

/// A tap on a shield, by Apple's case names. Submenu items are numbered by their position in the list shown (S6).
package enum ShieldTap: String, Codable, Sendable, CaseIterable {
  case primaryButtonPressed, secondaryButtonPressed
  case firstSecondarySubmenuItemPressed, secondSecondarySubmenuItemPressed, thirdSecondarySubmenuItemPressed

  /// The response if there is no action extension, or if it doesn't override the method (S10).
  package var defaultResponse: ShieldResponse { self == .primaryButtonPressed ? .close : .none }

  /// The reason why a tap is ignored (S6); `nil` if it counts.
  ///
  /// - Parameters:
  /// - isOneOpen: whether an earlier tap on the family's shields is still unanswered.
  /// - look: the controls that the shield shows besides its first button; `nil` if unknown.
  package func whyIgnored(
    isOneOpen: Bool, look: (hasSecondaryButton: Bool, submenuItems: Int)?
  ) -> IgnoredTap? {
    if isOneOpen { return .unanswered }
    guard let look else { return nil }
    return isOn(secondaryButton: look.hasSecondaryButton, submenuItems: look.submenuItems) ? nil : .notShown
  }

  /// Whether the shield shows the tapped control (S4): a button without a label is not shown.
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

/// The reason why a tap is ignored.
package enum IgnoredTap: String, Sendable, CaseIterable {
  /// The previous tap is still unanswered.
  case unanswered
  /// The shield has no such button.
  case notShown
}

/// An action extension's answer to a tap (S8, S9).
package enum ShieldResponse: String, Codable, Sendable, CaseIterable {
  case none, close, `defer`, openParentalControlsApp

  /// The consequence of the answer for the tapped shield.
  ///
  /// - isUp: whether the shield is still up after the effects that came with the answer. If not, it is removed,
  ///   whatever the answer is.
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

/// The action that the host takes after a tap.
package enum ShieldConsequence: String, Sendable, CaseIterable {
  case nothing
  /// Closes the application's windows, or the page.
  case closesItem
  /// The shield stays, and its configuration is requested again.
  case asksAgain
  /// The family's app comes to the foreground, over the shield, which stays.
  case opensApp
  /// Does nothing, and reports to the developer that the manifest names no app.
  case missesApp
}
