// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

internal import ExtensionProtocol
internal import Surfaces

/// One frame of the gallery: a few related primitives.
struct GalleryExhibit: Sendable {
  /// The slug used in file names.
  let name: String
  let title: String
  /// The sentence under the title.
  let about: String
  let height: Int
  let point: ViewContext.Point
  private let build: @Sendable (GalleryParts) -> WireValue

  static let width = 344_000

  init(
    _ name: String, _ title: String, _ about: String, height: Int, point: ViewContext.Point = .report,
    _ build: @escaping @Sendable (GalleryParts) -> WireValue
  ) {
    self.name = name
    self.title = title
    self.about = about
    self.height = height
    self.point = point
    self.build = build
  }

  /// The checked tree, decoded from its encoded form.
  func tree(_ direction: ReadingDirection, assets: AssetCatalog) throws(ViewFault) -> ViewTree {
    let context = ViewContext(point: point, assets: assets, urlSchemes: ["homework"])
    return try ViewTree(build(GalleryParts(direction: direction)), in: context)
  }
}
