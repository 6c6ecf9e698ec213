// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

public import UIKit

extension Color {
  public init(uiColor: UIColor) { self.init(.platform(uiColor)) }

  public init(_ color: UIColor) { self.init(uiColor: color) }

  /// The fixed colour that a dynamic one has in the person's appearance.
  static func components(of color: UIColor, in scheme: ColorScheme) -> [Double] {
    let traits = UITraitCollection(userInterfaceStyle: scheme == .dark ? .dark : .light)
    let components = color._components(for: traits)
    return [components.red, components.green, components.blue, components.alpha].map { Double($0) }
  }
}
