// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// An effect applied to the content behind a view.
open class UIVisualEffect: NSObject {}

/// The blur effect behind a shield.
open class UIBlurEffect: UIVisualEffect {
  public enum Style: Int, Sendable {
    case extraLight = 0
    case light, dark
    case regular = 4
    case prominent
    case systemUltraThinMaterial, systemThinMaterial, systemMaterial, systemThickMaterial, systemChromeMaterial
    case systemUltraThinMaterialLight, systemThinMaterialLight, systemMaterialLight, systemThickMaterialLight
    case systemChromeMaterialLight
    case systemUltraThinMaterialDark, systemThinMaterialDark, systemMaterialDark, systemThickMaterialDark
    case systemChromeMaterialDark
  }

  public let _style: Style

  public init(style: Style) { _style = style }
}

extension UIBlurEffect.Style {
  /// The name of the case. `String(describing:)` would first search all protocol conformances of the program three
  /// times, which is a large part of the start of a shield.
  public var _name: String {
    switch self {
    case .extraLight: "extraLight"
    case .light: "light"
    case .dark: "dark"
    case .regular: "regular"
    case .prominent: "prominent"
    case .systemUltraThinMaterial: "systemUltraThinMaterial"
    case .systemThinMaterial: "systemThinMaterial"
    case .systemMaterial: "systemMaterial"
    case .systemThickMaterial: "systemThickMaterial"
    case .systemChromeMaterial: "systemChromeMaterial"
    case .systemUltraThinMaterialLight: "systemUltraThinMaterialLight"
    case .systemThinMaterialLight: "systemThinMaterialLight"
    case .systemMaterialLight: "systemMaterialLight"
    case .systemThickMaterialLight: "systemThickMaterialLight"
    case .systemChromeMaterialLight: "systemChromeMaterialLight"
    case .systemUltraThinMaterialDark: "systemUltraThinMaterialDark"
    case .systemThinMaterialDark: "systemThinMaterialDark"
    case .systemMaterialDark: "systemMaterialDark"
    case .systemThickMaterialDark: "systemThickMaterialDark"
    case .systemChromeMaterialDark: "systemChromeMaterialDark"
    }
  }
}
