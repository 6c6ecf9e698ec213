// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

public import Foundation
internal import Synchronization

/// Colours by asset name. Only Xcode can compile asset catalogs, so `sallyport adopt` generates code that declares
/// their colours (`screen-time.md`).
extension UIColor {
  private static let assets = Mutex<[String: UIColor]>([:])

  /// Declares a colour of the family's assets. Call it before anything is drawn.
  ///
  /// - Parameters:
  ///   - light: The colour in light appearance, 0xRRGGBBAA.
  ///   - dark: The colour in dark appearance; `nil` means the light colour.
  public static func _declareAsset(_ name: String, light: UInt32, dark: UInt32? = nil) {
    let color = UIColor { traits in
      UIColor(bytes: traits.userInterfaceStyle == .dark ? dark ?? light : light)
    }
    assets.withLock { $0[name] = color }
  }

  /// - Returns: `nil` for a colour that was not declared.
  static func asset(_ name: String) -> UIColor? { assets.withLock { $0[name] } }

  /// Creates the colour declared for an asset name, or returns `nil` for other names.
  public convenience init?(named name: String) {
    guard let color = Self.asset(name) else { return nil }
    self.init { color.resolvedColor(with: $0) }
  }

  public convenience init?(named name: String, in bundle: Bundle?, compatibleWith traits: UITraitCollection?) {
    self.init(named: name)
  }

  /// Creates the colour of an asset, or the clear colour if it was not declared.
  public convenience init(resource: ColorResource) {
    self.init { traits in (Self.asset(resource._name) ?? .clear).resolvedColor(with: traits) }
  }
}

/// The name of a colour asset. Xcode generates one for each colour asset.
public struct ColorResource: Hashable, Sendable {
  public let _name: String

  public init(name: String, bundle: Bundle = .main) { _name = name }
}

/// The name of an image asset. Xcode generates one for each image asset.
public struct ImageResource: Hashable, Sendable {
  public let _name: String

  public init(name: String, bundle: Bundle = .main) { _name = name }
}
