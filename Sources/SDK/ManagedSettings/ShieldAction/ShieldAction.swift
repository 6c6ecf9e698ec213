// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

/// The button or menu item of a shield that was pressed.
public enum ShieldAction: Int, Sendable {
  case primaryButtonPressed, secondaryButtonPressed
  case firstSecondarySubmenuItemPressed, secondSecondarySubmenuItemPressed, thirdSecondarySubmenuItemPressed
}

/// The host's reaction to a press on a shield.
public enum ShieldActionResponse: Int, Sendable {
  case none, close, `defer`, openParentalControlsApp
}
