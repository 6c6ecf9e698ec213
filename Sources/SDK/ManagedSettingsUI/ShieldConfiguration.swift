// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

public import UIKit

/// The appearance of a shield. A part that is `nil` looks like the default shield's.
///
/// ### On Linux
/// An icon is a named asset of the family's manifest or a system symbol. Texts are limited to 256 bytes (title), 1,024
/// (subtitle) and 128 (buttons). If one is longer, the default shield appears.
public struct ShieldConfiguration: @unchecked Sendable {
  // SAFETY: every member is a constant, and the classes of UIKit here are immutable.
  /// Text and its colour.
  public struct Label: @unchecked Sendable {
    // SAFETY: as above.
    /// The text: at most 256 bytes in a title, 1,024 in a subtitle and 128 on a button.
    public let text: String
    /// The text colour. A dynamic colour is resolved for the person's light or dark appearance.
    public let color: UIColor

    /// Creates a label with a text and a colour.
    public init(text: String, color: UIColor) {
      self.text = text
      self.color = color
    }
  }

  /// The blur style of the background.
  public let backgroundBlurStyle: UIBlurEffect.Style?
  /// The colour on top of the blur. An opaque colour hides it.
  public let backgroundColor: UIColor?
  /// The icon: a named asset or a system symbol.
  public let icon: UIImage?
  /// The title, above the subtitle.
  public let title: Label?
  /// The text below the title.
  public let subtitle: Label?
  /// The label of the primary button. The button is always present.
  public let primaryButtonLabel: Label?
  /// The background colour of the primary button.
  public let primaryButtonBackgroundColor: UIColor?
  /// The label of the secondary button. If it is `nil`, there is no secondary button.
  public let secondaryButtonLabel: Label?
  /// One to three items of the menu that the secondary button opens.
  public let secondaryButtonSubmenuItems: [String]?

  /// Creates a configuration without a submenu.
  public init(
    backgroundBlurStyle: UIBlurEffect.Style? = nil, backgroundColor: UIColor? = nil, icon: UIImage? = nil,
    title: Label? = nil, subtitle: Label? = nil, primaryButtonLabel: Label? = nil,
    primaryButtonBackgroundColor: UIColor? = nil, secondaryButtonLabel: Label? = nil
  ) {
    self.init(
      backgroundBlurStyle: backgroundBlurStyle, backgroundColor: backgroundColor, icon: icon, title: title,
      subtitle: subtitle, primaryButtonLabel: primaryButtonLabel,
      primaryButtonBackgroundColor: primaryButtonBackgroundColor, secondaryButtonLabel: secondaryButtonLabel,
      secondaryButtonSubmenuItems: nil)
  }

  /// Creates a configuration whose secondary button can open a submenu.
  public init(
    backgroundBlurStyle: UIBlurEffect.Style? = nil, backgroundColor: UIColor? = nil, icon: UIImage? = nil,
    title: Label? = nil, subtitle: Label? = nil, primaryButtonLabel: Label? = nil,
    primaryButtonBackgroundColor: UIColor? = nil, secondaryButtonLabel: Label? = nil,
    secondaryButtonSubmenuItems: [String]?
  ) {
    self.backgroundBlurStyle = backgroundBlurStyle
    self.backgroundColor = backgroundColor
    self.icon = icon
    self.title = title
    self.subtitle = subtitle
    self.primaryButtonLabel = primaryButtonLabel
    self.primaryButtonBackgroundColor = primaryButtonBackgroundColor
    self.secondaryButtonLabel = secondaryButtonLabel
    self.secondaryButtonSubmenuItems = secondaryButtonSubmenuItems
  }

  /// Creates a configuration with a blur effect, as introduced at WWDC21.
  public init(
    backgroundEffect: UIBlurEffect?, backgroundColor: UIColor? = nil, icon: UIImage? = nil,
    title: Label? = nil, subtitle: Label? = nil, primaryButtonLabel: Label? = nil,
    primaryButtonBackgroundColor: UIColor? = nil, secondaryButtonLabel: Label? = nil
  ) {
    self.init(
      backgroundBlurStyle: backgroundEffect?._style, backgroundColor: backgroundColor, icon: icon, title: title,
      subtitle: subtitle, primaryButtonLabel: primaryButtonLabel,
      primaryButtonBackgroundColor: primaryButtonBackgroundColor, secondaryButtonLabel: secondaryButtonLabel)
  }
}
