// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// A colour, either fixed or dependent on the person's light or dark appearance.
///
/// ### On Linux
/// The host draws colours. A colour with an asset name exists if the asset was declared, as in adopted sources. For any
/// other name the result is `nil`.
open class UIColor: NSObject, @unchecked Sendable {
  // SAFETY: the only stored property is a constant, set before the object is shared.
  private let storage: Storage

  private enum Storage {
    case fixed(_UIColorComponents)
    case dynamic((UITraitCollection) -> UIColor)
  }

  public init(red: CGFloat, green: CGFloat, blue: CGFloat, alpha: CGFloat) {
    storage = .fixed(_UIColorComponents(red: red, green: green, blue: blue, alpha: alpha))
  }

  /// `#colorLiteral` in a source.
  public required convenience init(
    _colorLiteralRed red: Float, green: Float, blue: Float, alpha: Float
  ) {
    self.init(red: CGFloat(red), green: CGFloat(green), blue: CGFloat(blue), alpha: CGFloat(alpha))
  }

  public convenience init(displayP3Red: CGFloat, green: CGFloat, blue: CGFloat, alpha: CGFloat) {
    self.init(red: displayP3Red, green: green, blue: blue, alpha: alpha)
  }

  public convenience init(white: CGFloat, alpha: CGFloat) {
    self.init(red: white, green: white, blue: white, alpha: alpha)
  }

  public init(hue: CGFloat, saturation: CGFloat, brightness: CGFloat, alpha: CGFloat) {
    storage = .fixed(
      _UIColorComponents(hue: hue, saturation: saturation, brightness: brightness, alpha: alpha))
  }

  /// Creates a colour that is determined when it is drawn.
  public init(dynamicProvider: @escaping (UITraitCollection) -> UIColor) { storage = .dynamic(dynamicProvider) }

  /// Returns the colour with another opacity.
  open func withAlphaComponent(_ alpha: CGFloat) -> UIColor {
    switch storage {
    case .fixed(var components):
      components.alpha = alpha
      return UIColor(_components: components)
    case .dynamic(let provider): return UIColor { provider($0).withAlphaComponent(alpha) }
    }
  }

  /// Returns the fixed colour for an appearance.
  open func resolvedColor(with traitCollection: UITraitCollection) -> UIColor {
    UIColor(_components: _components(for: traitCollection))
  }

  /// Reads the components for the current appearance.
  @discardableResult open func getRed(
    _ red: UnsafeMutablePointer<CGFloat>?, green: UnsafeMutablePointer<CGFloat>?,
    blue: UnsafeMutablePointer<CGFloat>?, alpha: UnsafeMutablePointer<CGFloat>?
  ) -> Bool {
    let components = _components(for: .current)
    red?.pointee = components.red
    green?.pointee = components.green
    blue?.pointee = components.blue
    alpha?.pointee = components.alpha
    return true
  }

  @discardableResult open func getWhite(
    _ white: UnsafeMutablePointer<CGFloat>?, alpha: UnsafeMutablePointer<CGFloat>?
  ) -> Bool {
    let components = _components(for: .current)
    guard components.red == components.green, components.green == components.blue else { return false }
    white?.pointee = components.red
    alpha?.pointee = components.alpha
    return true
  }

  /// Reads hue, saturation and brightness for the current appearance, each from 0 to 1.
  @discardableResult open func getHue(
    _ hue: UnsafeMutablePointer<CGFloat>?, saturation: UnsafeMutablePointer<CGFloat>?,
    brightness: UnsafeMutablePointer<CGFloat>?, alpha: UnsafeMutablePointer<CGFloat>?
  ) -> Bool {
    let components = _components(for: .current)
    hue?.pointee = components.hue
    saturation?.pointee = components.saturation
    brightness?.pointee = components.brightness
    alpha?.pointee = components.alpha
    return true
  }

  open override func isEqual(_ object: Any?) -> Bool {
    guard let other = object as? UIColor else { return false }
    if self === other { return true }
    return [UIUserInterfaceStyle.light, .dark].allSatisfy { style in
      let traits = UITraitCollection(userInterfaceStyle: style)
      return _components(for: traits) == other._components(for: traits)
    }
  }

  open override var hash: Int {
    _components(for: UITraitCollection(userInterfaceStyle: .light)).hashValue
  }

  open override var description: String {
    let components = _components(for: .current)
    return "UIColor(\(components.red), \(components.green), \(components.blue), \(components.alpha))"
  }

  public convenience init(_components components: _UIColorComponents) {
    self.init(
      red: components.red, green: components.green, blue: components.blue, alpha: components.alpha)
  }

  /// Returns the fixed components, for the SDK's encoders.
  public func _components(for traits: UITraitCollection) -> _UIColorComponents {
    switch storage {
    case .fixed(let components): components
    case .dynamic(let provider): provider(traits)._components(for: traits)
    }
  }
}

extension UIColor: _ExpressibleByColorLiteral {}

/// The type of a `#colorLiteral`.
public typealias _ColorLiteralType = UIColor
