// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

/// What was pressed on a shield.
public enum ShieldAction: Int, Sendable {
  case primaryButtonPressed, secondaryButtonPressed
  case firstSecondarySubmenuItemPressed, secondSecondarySubmenuItemPressed, thirdSecondarySubmenuItemPressed
}

/// What the host does with the shield after a press (S8).
public enum ShieldActionResponse: Int, Sendable {
  case none, close, `defer`, openParentalControlsApp
}
