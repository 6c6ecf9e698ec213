// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// A picture by name: an asset of the family's manifest, or a system symbol.
///
/// ### On Linux
/// The host draws it, so only names travel. A name is not looked up here: `init(named:)` and `init(systemName:)` give an
/// image for every name, and an unknown one is drawn as nothing. Bitmaps made in the process (`init(data:)`) can't be
/// drawn on a surface.
open class UIImage: NSObject, @unchecked Sendable {
  // SAFETY: all stored properties are constants.
  /// The asset or symbol; nil for a bitmap.
  public let _name: String?
  /// The colour asked for with `withTintColor`.
  public let _tint: UIColor?
  public let isSymbolImage: Bool

  private init(name: String?, isSymbol: Bool, tint: UIColor?) {
    _name = name
    isSymbolImage = isSymbol
    _tint = tint
  }

  public override convenience init() { self.init(name: nil, isSymbol: false, tint: nil) }

  public convenience init?(named name: String) {
    guard !name.isEmpty else { return nil }
    self.init(name: name, isSymbol: false, tint: nil)
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

  public convenience init?(contentsOfFile path: String) {
    guard let data = FileManager.default.contents(atPath: path) else { return nil }
    self.init(data: data)
  }

  /// How template images are drawn.
  public enum RenderingMode: Int, Sendable {
    case automatic, alwaysOriginal, alwaysTemplate
  }

  /// Symbol sizes and weights; surfaces choose their own.
  open class Configuration: NSObject {}

  open class SymbolConfiguration: Configuration {
    public init(pointSize: CGFloat) {}
  }

  open func withTintColor(_ color: UIColor) -> UIImage {
    UIImage(name: _name, isSymbol: isSymbolImage, tint: color)
  }

  open func withTintColor(_ color: UIColor, renderingMode: RenderingMode) -> UIImage { withTintColor(color) }

  open func withRenderingMode(_ renderingMode: RenderingMode) -> UIImage { self }

  open func withConfiguration(_ configuration: Configuration) -> UIImage { self }
}
