// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

public import UIKit

extension Color {
  public init(uiColor: UIColor) { self.init(.platform(uiColor)) }

  public init(_ color: UIColor) { self.init(uiColor: color) }

  /// The components of a dynamic colour in the person's appearance.
  static func components(of color: UIColor, in scheme: ColorScheme) -> [Double] {
    let traits = UITraitCollection(userInterfaceStyle: scheme == .dark ? .dark : .light)
    let components = color._components(for: traits)
    return [components.red, components.green, components.blue, components.alpha].map { Double($0) }
  }
}

extension UIColor {
  /// Creates a UIKit colour that adapts to the appearance. An asset has its declared colour, or is clear if there is
  /// none.
  public convenience init(_ color: Color) {
    self.init { traits in color.uiColor.resolvedColor(with: traits) }
  }
}

extension Color {
  fileprivate var uiColor: UIColor {
    switch content {
    case .platform(let color): color._thinned(by: alpha)
    case .components(let red, let green, let blue):
      UIColor(red: CGFloat(red), green: CGFloat(green), blue: CGFloat(blue), alpha: CGFloat(alpha))
    case .asset(let name): (UIColor(named: name) ?? .clear)._thinned(by: alpha)
    case .word(let word): (Self.platformColors[word] ?? .label)._thinned(by: alpha)
    }
  }

  private static var platformColors: [String: UIColor] {
    [
      "primary": .label, "secondary": .secondaryLabel, "accent": .tintColor, "red": .systemRed,
      "orange": .systemOrange, "yellow": .systemYellow, "green": .systemGreen, "mint": .systemMint,
      "teal": .systemTeal, "cyan": .systemCyan, "blue": .systemBlue, "indigo": .systemIndigo,
      "purple": .systemPurple, "pink": .systemPink, "brown": .systemBrown, "gray": .systemGray, "black": .black,
      "white": .white, "clear": .clear,
    ]
  }
}

extension UIColor {
  fileprivate func _thinned(by opacity: Double) -> UIColor {
    opacity == 1
      ? self
      : UIColor { traits in
        let components = self._components(for: traits)
        return UIColor(_components: components).withAlphaComponent(components.alpha * CGFloat(opacity))
      }
  }
}
