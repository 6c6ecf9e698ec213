// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

/// The assets that a family's manifest names, as bytes that the host read and approved before any tree arrived
/// (VIEW-15).
package struct AssetCatalog: Sendable {
  /// A named colour with a value for each scheme.
  package struct Color: Hashable, Sendable {
    package var light: RGBA
    package var dark: RGBA
    package init(light: RGBA, dark: RGBA) {
      self.light = light
      self.dark = dark
    }
  }

  package private(set) var images: [String: RasterImage]
  package var colors: [String: Color]

  package init(colors: [String: Color] = [:]) {
    images = [:]
    self.colors = colors
  }

  /// Adds a PNG if its header is within the limits.
  package mutating func addImage(
    _ bytes: [UInt8], named name: String, limits: ViewLimits = ViewLimits()
  ) throws(ViewFault) {
    images[name] = try RasterImage(png: bytes, at: name, fileLimit: limits.imageFileBytes, limits: limits)
  }
}
