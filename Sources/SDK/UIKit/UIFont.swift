// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// A font, described by size and weight. Surfaces use the host's fonts.
open class UIFont: NSObject, @unchecked Sendable {
  // SAFETY: all stored properties are constants.
  public struct Weight: RawRepresentable, Hashable, Sendable {
    public let rawValue: CGFloat
    public init(rawValue: CGFloat) { self.rawValue = rawValue }
    public init(_ rawValue: CGFloat) { self.rawValue = rawValue }
    public static let ultraLight = Weight(-0.8)
    public static let thin = Weight(-0.6)
    public static let light = Weight(-0.4)
    public static let regular = Weight(0)
    public static let medium = Weight(0.23)
    public static let semibold = Weight(0.3)
    public static let bold = Weight(0.4)
    public static let heavy = Weight(0.56)
    public static let black = Weight(0.62)
  }

  public enum TextStyle: Sendable {
    case largeTitle, title1, title2, title3, headline, subheadline, body, callout, footnote, caption1, caption2
  }

  public let pointSize: CGFloat
  public let _weight: Weight

  public init(_pointSize pointSize: CGFloat, weight: Weight) {
    self.pointSize = pointSize
    _weight = weight
  }

  open class func systemFont(ofSize fontSize: CGFloat) -> UIFont { UIFont(_pointSize: fontSize, weight: .regular) }

  open class func systemFont(ofSize fontSize: CGFloat, weight: Weight) -> UIFont {
    UIFont(_pointSize: fontSize, weight: weight)
  }

  open class func boldSystemFont(ofSize fontSize: CGFloat) -> UIFont { UIFont(_pointSize: fontSize, weight: .bold) }

  open class func italicSystemFont(ofSize fontSize: CGFloat) -> UIFont {
    UIFont(_pointSize: fontSize, weight: .regular)
  }

  open class func monospacedDigitSystemFont(ofSize fontSize: CGFloat, weight: Weight) -> UIFont {
    UIFont(_pointSize: fontSize, weight: weight)
  }

  /// Returns the font with Apple's published default size for the style.
  open class func preferredFont(forTextStyle style: TextStyle) -> UIFont {
    UIFont(_pointSize: style.size, weight: style == .headline ? .semibold : .regular)
  }

  /// Creates the system font of that size, because a confined process has no font files.
  public convenience init?(name fontName: String, size fontSize: CGFloat) {
    self.init(_pointSize: fontSize, weight: .regular)
  }

  open func withSize(_ fontSize: CGFloat) -> UIFont { UIFont(_pointSize: fontSize, weight: _weight) }

  open override func isEqual(_ object: Any?) -> Bool {
    guard let other = object as? UIFont else { return false }
    return pointSize == other.pointSize && _weight == other._weight
  }

  open override var hash: Int {
    var hasher = Hasher()
    hasher.combine(pointSize)
    hasher.combine(_weight)
    return hasher.finalize()
  }
}

extension UIFont.TextStyle {
  var size: CGFloat {
    switch self {
    case .largeTitle: 34
    case .title1: 28
    case .title2: 22
    case .title3: 20
    case .headline, .body: 17
    case .callout: 16
    case .subheadline: 15
    case .footnote: 13
    case .caption1: 12
    case .caption2: 11
    }
  }
}

extension NSAttributedString.Key {
  public static let font = NSAttributedString.Key("NSFont")
  public static let foregroundColor = NSAttributedString.Key("NSColor")
  public static let backgroundColor = NSAttributedString.Key("NSBackgroundColor")
  public static let paragraphStyle = NSAttributedString.Key("NSParagraphStyle")
  public static let kern = NSAttributedString.Key("NSKern")
  public static let underlineStyle = NSAttributedString.Key("NSUnderline")
}
