// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

/// A PNG of a surface (VIEW-30). It depends on the machine's fonts, so there are no golden files of pictures (VIEW-34).
package struct Picture: Sendable {
  /// Pixels per point.
  package enum Scale: Int, CaseIterable, Sendable { case one = 1, two, three }

  /// The maximum side, and the maximum number of pixels.
  package static let maximumSide = 8_192
  package static let maximumArea = 24_000_000

  package let png: [UInt8]

  /// Paints items on a page of a size in points.
  ///
  /// - Throws: `picture.sides` for a page that is too large, `view.layout` for one that takes too much work (VIEW-25),
  ///   `picture.unavailable` in a build without the trait `Pictures`.
  init(
    _ size: Extent, scale: Scale, scheme: DrawEnvironment.Scheme, assets: AssetCatalog, _ items: [DrawItem]
  ) throws(ViewFault) {
    let (width, height) = (Self.pixels(size.width, scale), Self.pixels(size.height, scale))
    guard (1...Self.maximumSide).contains(width), (1...Self.maximumSide).contains(height),
      width * height <= Self.maximumArea
    else {
      throw ViewFault(
        "picture.sides", at: "",
        "makes a picture of \(width) × \(height) pixels; \(Self.maximumSide) per side and \(Self.maximumArea) in all "
          + "are allowed")
    }
    #if Pictures
      guard let canvas = PictureCanvas(width: width, height: height, scale: Double(scale.rawValue)),
        var renderer = PictureRenderer(on: canvas, scheme: scheme, assets: assets)
      else { throw ViewFault("picture.failed", at: "", "can't be rendered as a picture: cairo is out of memory") }
      try renderer.draw(items, on: canvas)
      png = try canvas.png()
    #else
      throw ViewFault(
        "picture.unavailable", at: "", "can't be rendered as a picture by a build without the package trait “Pictures”")
    #endif
  }

  /// Whether this build can make pictures.
  package static var isAvailable: Bool {
    #if Pictures
      true
    #else
      false
    #endif
  }

  private static func pixels(_ mpt: Int, _ scale: Scale) -> Int {
    let (product, isTooMuch) = mpt.multipliedReportingOverflow(by: scale.rawValue)
    return isTooMuch ? Int.max / 2 : (max(0, min(product, 1 << 40)) + 999) / 1_000
  }
}
