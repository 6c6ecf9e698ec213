// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

public import Foundation
internal import Synchronization

/// Colours by asset name. Asset catalogs are compiled by Xcode alone, so the colours of one are declared in code, which
/// `sallyport adopt` writes (`screen-time.md`).
extension UIColor {
  private static let assets = Mutex<[String: UIColor]>([:])

  /// Declares a colour of the family's assets, before anything is drawn.
  ///
  /// - Parameters:
  ///   - light: 0xRRGGBBAA.
  ///   - dark: the same; `nil` is as light.
  public static func _declareAsset(_ name: String, light: UInt32, dark: UInt32? = nil) {
    let color = UIColor { traits in
      UIColor(bytes: traits.userInterfaceStyle == .dark ? dark ?? light : light)
    }
    assets.withLock { $0[name] = color }
  }

  /// - Returns: nil for a colour that was not declared.
  static func asset(_ name: String) -> UIColor? { assets.withLock { $0[name] } }

  /// The colour that was declared for an asset; nil for any other name.
  public convenience init?(named name: String) {
    guard let color = Self.asset(name) else { return nil }
    self.init { color.resolvedColor(with: $0) }
  }

  public convenience init?(named name: String, in bundle: Bundle?, compatibleWith traits: UITraitCollection?) {
    self.init(named: name)
  }

  /// An asset that was not declared is clear.
  public convenience init(resource: ColorResource) {
    self.init { traits in (Self.asset(resource._name) ?? .clear).resolvedColor(with: traits) }
  }
}

/// The name of a colour asset, as Xcode generates one for each.
public struct ColorResource: Hashable, Sendable {
  public let _name: String

  public init(name: String, bundle: Bundle = .main) { _name = name }
}

/// The name of a picture asset, as Xcode generates one for each.
public struct ImageResource: Hashable, Sendable {
  public let _name: String

  public init(name: String, bundle: Bundle = .main) { _name = name }
}
