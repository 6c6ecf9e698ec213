// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// An image by name: an asset of the family's manifest, or a system symbol.
///
/// ### On Linux
/// The host draws the image and receives only its name. `init(named:)` and `init(systemName:)` return an image for
/// every name; an unknown name is drawn as nothing. Bitmaps made in the process (`init(data:)`, a graphics renderer)
/// can't be drawn on a surface.
open class UIImage: NSObject, @unchecked Sendable {
  // SAFETY: all stored properties are constants.
  /// The name of the asset or symbol; `nil` for a bitmap.
  public let _name: String?
  /// The colour specified with `withTintColor`.
  public let _tint: UIColor?
  public let isSymbolImage: Bool
  public let renderingMode: RenderingMode

  private init(name: String?, isSymbol: Bool, tint: UIColor?, mode: RenderingMode = .automatic) {
    _name = name
    isSymbolImage = isSymbol
    _tint = tint
    renderingMode = mode
  }

  public override convenience init() { self.init(name: nil, isSymbol: false, tint: nil) }

  public convenience init?(named name: String) {
    guard !name.isEmpty else { return nil }
    self.init(name: name, isSymbol: false, tint: nil)
  }

  public convenience init?(named name: String, in bundle: Bundle?, compatibleWith traits: UITraitCollection?) {
    self.init(named: name)
  }

  public convenience init?(named name: String, in bundle: Bundle?, with configuration: Configuration?) {
    self.init(named: name)
  }

  /// `#imageLiteral` in a source.
  public required convenience init(imageLiteralResourceName name: String) {
    self.init(name: name, isSymbol: false, tint: nil)
  }

  public convenience init(resource: ImageResource) {
    self.init(name: resource._name, isSymbol: false, tint: nil)
  }

  public convenience init?(systemName name: String) {
    guard !name.isEmpty else { return nil }
    self.init(name: name, isSymbol: true, tint: nil)
  }

  public convenience init?(systemName name: String, withConfiguration configuration: Configuration?) {
    self.init(systemName: name)
  }

  public convenience init?(data: Data) {
    guard !data.isEmpty else { return nil }
    self.init(name: nil, isSymbol: false, tint: nil)
  }

  public convenience init?(data: Data, scale: CGFloat) { self.init(data: data) }

  public convenience init?(contentsOfFile path: String) {
    guard let data = FileManager.default.contents(atPath: path) else { return nil }
    self.init(data: data)
  }

  /// The way template images are drawn.
  public enum RenderingMode: Int, Sendable {
    case automatic, alwaysOriginal, alwaysTemplate
  }

  /// Always zero, because an image has no size before the host draws it.
  open var size: CGSize { .zero }
  open var scale: CGFloat { 1 }

  /// The size and weight of a symbol. Surfaces ignore it and use their own.
  open class Configuration: NSObject {}

  open class SymbolConfiguration: Configuration {
    public init(pointSize: CGFloat) {}
    public init(pointSize: CGFloat, weight: SymbolWeight) {}
    public init(pointSize: CGFloat, weight: SymbolWeight, scale: SymbolScale) {}
    public init(textStyle: UIFont.TextStyle) {}
    public init(textStyle: UIFont.TextStyle, scale: SymbolScale) {}
    public init(weight: SymbolWeight) {}
    public init(scale: SymbolScale) {}
    public init(font: UIFont) {}
    public init(hierarchicalColor: UIColor) {}
    public init(paletteColors: [UIColor]) {}

    open func applying(_ other: SymbolConfiguration) -> SymbolConfiguration { self }
  }

  public enum SymbolWeight: Int, Sendable {
    case unspecified, ultraLight, thin, light, regular, medium, semibold, bold, heavy, black
  }

  public enum SymbolScale: Int, Sendable {
    case unspecified, small, medium, large
  }

  open func withTintColor(_ color: UIColor) -> UIImage {
    UIImage(name: _name, isSymbol: isSymbolImage, tint: color, mode: renderingMode)
  }

  open func withTintColor(_ color: UIColor, renderingMode: RenderingMode) -> UIImage {
    UIImage(name: _name, isSymbol: isSymbolImage, tint: color, mode: renderingMode)
  }

  open func withRenderingMode(_ renderingMode: RenderingMode) -> UIImage {
    UIImage(name: _name, isSymbol: isSymbolImage, tint: _tint, mode: renderingMode)
  }

  open func withConfiguration(_ configuration: Configuration) -> UIImage { self }

  open func applyingSymbolConfiguration(_ configuration: SymbolConfiguration) -> UIImage? { self }

  open func resizableImage(withCapInsets capInsets: UIEdgeInsets) -> UIImage { self }

  /// Has no effect, because there is no bitmap to draw on.
  open func draw(in rect: CGRect) {}

  /// Has no effect, because there is no bitmap to draw on.
  open func draw(at point: CGPoint) {}

  /// Returns `nil`, because an image is only a name here.
  open func pngData() -> Data? { nil }

  /// Returns `nil`, because an image is only a name here.
  open func jpegData(compressionQuality: CGFloat) -> Data? { nil }
}

extension UIImage: _ExpressibleByImageLiteral {}

/// The type of an `#imageLiteral`.
public typealias _ImageLiteralType = UIImage
