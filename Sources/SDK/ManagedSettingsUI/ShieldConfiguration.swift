// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

public import UIKit

/// What a shield looks like; a part that is nil is the default shield's (S4).
///
/// ### On Linux
/// An icon is a named asset of the family's manifest or a system symbol. Texts are at most 256 bytes (title), 1,024
/// (subtitle) and 128 (buttons); a longer one gives the default shield.
public struct ShieldConfiguration: @unchecked Sendable {
  // SAFETY: every member is a constant, and the classes of UIKit here are immutable.
  /// Text with its colour.
  public struct Label: @unchecked Sendable {
    // SAFETY: as above.
    /// At most 256 bytes in a title, 1,024 in a subtitle, 128 on a button (§4).
    public let text: String
    /// Of the words, in the person's appearance.
    public let color: UIColor

    /// A label of words in one colour.
    public init(text: String, color: UIColor) {
      self.text = text
      self.color = color
    }
  }

  /// The material behind everything.
  public let backgroundBlurStyle: UIBlurEffect.Style?
  /// Over the material; an opaque one hides it.
  public let backgroundColor: UIColor?
  /// A named asset or a symbol (§4).
  public let icon: UIImage?
  /// The first line.
  public let title: Label?
  /// The lines below the title.
  public let subtitle: Label?
  /// Of the upper button, which is always there.
  public let primaryButtonLabel: Label?
  /// The fill of the upper button.
  public let primaryButtonBackgroundColor: UIColor?
  /// Without it there is no secondary button.
  public let secondaryButtonLabel: Label?
  /// One to three items that open from the secondary button.
  public let secondaryButtonSubmenuItems: [String]?

  /// Any part may be left out.
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

  /// Any part may be left out.
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

  /// The initialiser of WWDC21 (`screen-time.md`).
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
