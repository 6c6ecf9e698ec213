// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// A renderer that draws bitmaps on Apple's systems.
///
/// ### On Linux
/// An extension draws no bitmaps. The closure runs for its other effects, and the resulting image has no name. A
/// surface shows it as nothing, and a shield with it has no icon.
open class UIGraphicsImageRenderer: NSObject {
  private let size: CGSize

  public init(size: CGSize) { self.size = size }

  public init(size: CGSize, format: UIGraphicsImageRendererFormat) { self.size = size }

  public init(bounds: CGRect) { size = bounds.size }

  open func image(actions: (UIGraphicsImageRendererContext) -> Void) -> UIImage {
    actions(UIGraphicsImageRendererContext(size: size))
    return UIImage()
  }

  /// Runs the closure and returns empty data, because there is no bitmap.
  open func pngData(actions: (UIGraphicsImageRendererContext) -> Void) -> Data {
    actions(UIGraphicsImageRendererContext(size: size))
    return Data()
  }
}

open class UIGraphicsImageRendererFormat: NSObject {
  open var scale: CGFloat = 1
  open var opaque = false

  open class func `default`() -> UIGraphicsImageRendererFormat { UIGraphicsImageRendererFormat() }
}

/// The context passed to a renderer's closure. Drawing in it has no effect.
open class UIGraphicsImageRendererContext: NSObject {
  public let cgContext = CGContext()
  private let size: CGSize

  init(size: CGSize) { self.size = size }

  open func fill(_ rect: CGRect) {}
  open func stroke(_ rect: CGRect) {}
}

/// A colour that does not depend on the appearance.
public struct CGColor: Hashable, Sendable {
  public let _components: _UIColorComponents

  public init(red: CGFloat, green: CGFloat, blue: CGFloat, alpha: CGFloat) {
    _components = _UIColorComponents(red: red, green: green, blue: blue, alpha: alpha)
  }

  public var alpha: CGFloat { _components.alpha }
  public var components: [CGFloat]? {
    [_components.red, _components.green, _components.blue, _components.alpha]
  }
}

extension UIColor {
  public convenience init(cgColor: CGColor) { self.init(_components: cgColor._components) }

  /// The colour in the current appearance.
  public var cgColor: CGColor {
    let components = _components(for: .current)
    return CGColor(
      red: components.red, green: components.green, blue: components.blue, alpha: components.alpha)
  }

  /// Has no effect, because there is no bitmap to draw on.
  public func setFill() {}
  public func setStroke() {}
  public func set() {}
}

/// Has no effect, because there is no bitmap to draw on.
public func UIGraphicsBeginImageContextWithOptions(_ size: CGSize, _ opaque: Bool, _ scale: CGFloat) {}
public func UIGraphicsBeginImageContext(_ size: CGSize) {}
public func UIGraphicsEndImageContext() {}
public func UIGraphicsGetCurrentContext() -> CGContext? { nil }
public func UIGraphicsGetImageFromCurrentImageContext() -> UIImage? { nil }
